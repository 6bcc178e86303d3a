import { parentPort, workerData } from 'node:worker_threads'
import { MeterbookError, type FailureCode } from '../../contract/errors.ts'
import { mergeBooks } from './merge.ts'
import { makeShared } from './share.ts'
import type { Answer, Job } from './job.ts'

/** Books are shared and merged in a thread of their own: single statements take seconds, and the backend goes on answering. */

/** Told at most this often. */
const TELL_MS = 50

const { job, stop } = workerData as { job: Job; stop: SharedArrayBuffer }
const flag = new Int32Array(stop)
const isCancelled = () => Atomics.load(flag, 0) !== 0
let toldMs = 0
const tell = (done: number, total: number) => {
  if (performance.now() - toldMs < TELL_MS) return
  toldMs = performance.now()
  answer({ done, total })
}

function answer(message: Answer): void {
  parentPort?.postMessage(message)
}

try {
  if (job.kind === 'merge') answer({ merged: mergeBooks(job.asked, tell, isCancelled) })
  else answer({ shared: makeShared(job.asked, tell, isCancelled) })
} catch (error) {
  if (error instanceof MeterbookError) answer({ failure: { code: error.code as FailureCode, data: error.data } })
  else throw error
}
