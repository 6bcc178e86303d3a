import { utilityProcess, type Details } from 'electron'
import { withoutSecrets } from '../backend/clean-environment.ts'
import type { FromChild } from '../questions/line.ts'
import type { StartProcess } from '../questions/questions.ts'

const NAME = 'Meterbook questions'
/** Processes that were ended here, and whose end Electron has not told yet. */
let ending = 0

/**
 * Starts the process that answers questions as Electron's utility process: the packed program runs no other Node.
 * @param program the built `query.cjs`
 */
export const startUtilityProcess =
  (program: string): StartProcess =>
  (onMessage, onEnd) => {
    const child = utilityProcess.fork(program, [], { serviceName: NAME, env: withoutSecrets(process.env), stdio: 'ignore' })
    let state: 'alive' | 'dying' | 'over' = 'alive'
    child.on('message', (message: FromChild) => onMessage(message))
    // A fatal error of its V8 would be thrown here, in the main process, where nobody hears it; its exit follows.
    child.on('error', () => undefined)
    child.once('exit', () => {
      state = 'over'
      onEnd()
    })
    const end = () => {
      // Its own way asks the process, whose statement may have no end.
      if (state === 'dying' && !killed(child.pid)) child.kill()
    }
    child.once('spawn', end)
    return {
      send: (message) => child.postMessage(message),
      kill() {
        if (state !== 'alive') return
        state = 'dying'
        ending++
        // One that is being launched has no number yet, and can be ended by no way: it is ended when it has one.
        if (child.pid !== undefined) end()
      },
    }
  }

function killed(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** Whether a process that Electron tells to be gone is one that was ended here, because its question was; told once for each. */
export function wasEndedHere({ name, reason }: Pick<Details, 'name' | 'reason'>): boolean {
  if (name !== NAME || reason !== 'killed' || ending === 0) return false
  ending--
  return true
}
