import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { environmentOfThread, programFile } from '../book/threads/thread.ts'
import { questionProgram } from './node-process.ts'
import { processesOver } from './over-port.ts'
import type { StartProcess } from './questions.ts'

const PROGRAM = { folder: path.join(import.meta.dirname, 'starter'), built: 'query-starter.cjs', name: 'query-starter' }

/** Starts processes as children of this one, and has a thread do it, which is there from the first one on. It keeps nobody from ending. */
export function startFromThread(): StartProcess {
  let start: StartProcess | null = null
  return (onMessage, onEnd) => {
    if (start === null) {
      const thread = new Worker(programFile(PROGRAM), {
        workerData: questionProgram(),
        name: 'meterbook-query-starter',
        env: environmentOfThread(),
      })
      const processes = processesOver(thread)
      start = processes.start
      // Its failure is that of the questions, and the next one starts another; what nobody hears would end the program.
      thread.on('error', () => undefined)
      thread.once('exit', () => {
        start = null
        processes.gone()
      })
    }
    return start(onMessage, onEnd)
  }
}
