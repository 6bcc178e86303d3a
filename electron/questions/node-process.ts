import { fork } from 'node:child_process'
import path from 'node:path'
import { environmentOfThread, programFile } from '../book/threads/thread.ts'
import type { FromChild } from './line.ts'
import type { StartProcess } from './questions.ts'

const PROGRAM = { folder: path.join(import.meta.dirname, 'child'), built: 'query.cjs', name: 'query' }

/** The file of the process's program. */
export const questionProgram = (): string => programFile(PROGRAM)

/**
 * Starts the process as a child of this one, with the same Node. It ends with this one, and keeps it from ending until it is killed.
 * @param program its file
 */
export const startNodeProcess =
  (program = questionProgram()): StartProcess =>
  (onMessage, onEnd) => {
    const child = fork(program, [], {
      // That node:sqlite may still change is nothing for whoever asks.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: environmentOfThread(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Else Windows shows a console for it where this one has none.
      windowsHide: true,
    })
    child.on('message', (message) => onMessage(message as FromChild))
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      onEnd()
    }
    child.on('exit', over)
    child.on('error', over)
    return {
      send(message) {
        if (child.connected) child.send(message)
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
