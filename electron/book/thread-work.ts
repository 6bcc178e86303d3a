import { parentPort, workerData } from 'node:worker_threads'
import { MeterbookError, type FailureCode } from '../contract/errors.ts'
import { asBookError } from './file/errors.ts'
import type { ThreadGiven, ThreadSays } from './thread.ts'

export interface AtThread {
  tell: (done: number, total: number) => void
  /** For work in single steps, which no message reaches. */
  isCancelled: () => boolean
  signal: AbortSignal
}

/** Told at most this often. */
const TELL_MS = 50

/** Does the work of a thread: call it once, last of all in its program. What it resolves to goes to `inThread` as plain data. */
export function workInThread<Asked>(work: (asked: Asked, at: AtThread) => unknown): void {
  const { asked, stop } = workerData as ThreadGiven
  const flag = new Int32Array(stop)
  const ending = new AbortController()
  let toldMs = 0
  const answer = (says: ThreadSays) => parentPort?.postMessage(says)
  const at: AtThread = {
    signal: ending.signal,
    isCancelled: () => Atomics.load(flag, 0) !== 0,
    tell(done, total) {
      if (performance.now() - toldMs < TELL_MS) return
      toldMs = performance.now()
      answer({ done, total })
    },
  }
  parentPort?.on('message', () => ending.abort())

  async function run(): Promise<void> {
    answer({ ready: true })
    try {
      answer({ result: await work(asked as Asked, at) })
    } catch (thrown) {
      const error = asBookError(thrown)
      if (!(error instanceof MeterbookError)) throw error
      answer({ failure: { code: error.code as FailureCode, data: error.data } })
    } finally {
      parentPort?.close()
    }
  }
  // When the program's modules have been evaluated to their end: only then may the thread be ended.
  setImmediate(() => void run())
}
