import { utilityProcess } from 'electron'
import { withoutSecrets } from '../backend/clean-environment.ts'
import type { FromChild } from '../questions/line.ts'
import type { StartProcess } from '../questions/questions.ts'

/**
 * Starts the process that answers questions as Electron's utility process: the packed program runs no other Node.
 * @param program the built `query.cjs`
 */
export const startUtilityProcess =
  (program: string): StartProcess =>
  (onMessage, onEnd) => {
    const child = utilityProcess.fork(program, [], {
      serviceName: 'Meterbook questions',
      env: withoutSecrets(process.env),
      stdio: 'ignore',
    })
    child.on('message', (message: FromChild) => onMessage(message))
    child.once('exit', onEnd)
    return {
      send: (message) => child.postMessage(message),
      kill() {
        const { pid } = child
        // Its own way asks the process, whose statement may have no end.
        if (pid === undefined || !killed(pid)) child.kill()
      },
    }
  }

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
