import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { BOOK_CODES, MeterbookError, type FailureCode } from '../../contract/errors.ts'
import type { Merged } from '../../contract/merge-words.ts'
import { BookError, type BookErrorCode } from '../file/errors.ts'
import type { MergeAsked } from './merge.ts'
import type { Shared, ShareAsked } from './share.ts'

export type Job = { kind: 'merge'; asked: MergeAsked } | { kind: 'share'; asked: ShareAsked }

/** What the thread says: how far it is, then how it ended. */
export type Answer =
  | { done: number; total: number }
  | { merged: Merged }
  | { shared: Shared }
  | { failure: { code: FailureCode; data: MeterbookError['data'] } }

export interface JobOptions {
  signal?: AbortSignal | undefined
  tell?: ((done: number, total: number) => void) | undefined
}

/** Does a job in a thread of its own. An aborted signal ends it before its next statement: it then throws CANCELLED. */
export async function inThread(job: Job, { signal, tell }: JobOptions): Promise<Merged | Shared> {
  if (signal?.aborted) throw new MeterbookError('CANCELLED')
  const stop = new SharedArrayBuffer(4)
  const abort = () => void Atomics.store(new Int32Array(stop), 0, 1)
  const thread = new Worker(workerFile(), {
    workerData: { job, stop },
    name: 'meterbook-sharing',
    env: placesForFiles(),
  })
  signal?.addEventListener('abort', abort)
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', (answer: Answer) => {
        if ('done' in answer) tell?.(answer.done, answer.total)
        else if ('failure' in answer) reject(errorOf(answer.failure))
        else resolve('merged' in answer ? answer.merged : answer.shared)
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('The thread that shares and merges books has ended.')))
    })
  } finally {
    signal?.removeEventListener('abort', abort)
    // It ends by itself. To end it while its modules are being evaluated, which is where it works, would end the process.
    await gone
  }
}

/** The thread's program: beside this file in the sources, in the folder of the entries in a build (electron.vite.config.ts). */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return path.join(path.dirname(here), 'worker.ts')
  const folder = path.dirname(here)
  return path.join(path.basename(folder) === 'chunks' ? path.dirname(folder) : folder, 'sharing.js')
}

/** All of the environment that it needs: where temporary files go. */
const placesForFiles = () =>
  Object.fromEntries(
    ['TMPDIR', 'TMP', 'TEMP', 'SystemRoot'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

function errorOf({ code, data }: { code: FailureCode; data: MeterbookError['data'] }): MeterbookError {
  const bookCode = BOOK_CODES.find((known): known is BookErrorCode => known === code)
  return bookCode ? new BookError(bookCode, data) : new MeterbookError(code, data)
}
