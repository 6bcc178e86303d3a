import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { BOOK_CODES, MeterbookError, type FailureCode } from '../contract/errors.ts'
import { BookError, type BookErrorCode } from './file/errors.ts'

/** What a thread does, and with which program. */
export interface ThreadJob {
  /** `worker.ts` in this folder in the sources (its `import.meta.dirname`), `built` in a build (electron.vite.config.ts). */
  folder: string
  built: string
  name: string
  /** What the work is given: plain data. */
  asked: unknown
  /** How long, in ms, work that was told to end may go on before its thread is ended. Absent: it ends by itself, however late. */
  endMs?: number
}

export interface ThreadOptions {
  signal?: AbortSignal | undefined
  tell?: ((done: number, total: number) => void) | undefined
}

/** Handed to the thread. */
export interface ThreadGiven {
  asked: unknown
  /** One Int32: not 0 once the work is to end. */
  stop: SharedArrayBuffer
}

/** What the thread says: that it has loaded, how far it is, then how it ended. */
export type ThreadSays =
  | { ready: true }
  | { done: number; total: number }
  | { result: unknown }
  | { failure: { code: FailureCode; data: MeterbookError['data'] } }

/**
 * Does work in a thread of its own, which answers with `workInThread` (thread-work.ts): single statements take seconds, and
 * the caller's thread goes on answering. An aborted signal ends it before its next step.
 * @throws what the work throws as a MeterbookError; CANCELLED for an aborted signal. A thread is given no limit of memory: V8 ends the
 * whole process, not the thread, where a single block goes over such a limit; so the work itself must be bounded.
 */
export async function inThread<Result>(job: ThreadJob, { signal, tell }: ThreadOptions): Promise<Result> {
  if (signal?.aborted) throw new MeterbookError('CANCELLED')
  const stop = new SharedArrayBuffer(4)
  const thread = new Worker(programOf(job), {
    workerData: { asked: job.asked, stop } satisfies ThreadGiven,
    name: `meterbook-${job.name}`,
    env: environmentOfThread(),
  })
  let isReady = false
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    thread.once('exit', () => {
      isGone = true
      resolve()
    })
  })
  const abort = async () => {
    Atomics.store(new Int32Array(stop), 0, 1)
    thread.postMessage('stop')
    if (job.endMs === undefined) return
    await wait(job.endMs, undefined, { ref: false })
    // To end it while its modules are being evaluated would end the process.
    if (isReady && !isGone) await thread.terminate()
  }
  const onAbort = () => void abort()
  signal?.addEventListener('abort', onAbort)
  try {
    return await new Promise<Result>((resolve, reject) => {
      thread.on('message', (says: ThreadSays) => {
        if ('ready' in says) isReady = true
        else if ('done' in says) tell?.(says.done, says.total)
        else if ('failure' in says) reject(errorOf(says.failure))
        else resolve(says.result as Result)
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error(`The thread meterbook-${job.name} has ended.`)))
    })
  } catch (error) {
    if (signal?.aborted) throw new MeterbookError('CANCELLED', {}, { cause: error })
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await gone
  }
}

/** The thread's program: beside its owner in the sources, in the folder of the entries in a build. */
function programOf({ folder, built }: ThreadJob): string {
  if (import.meta.filename.endsWith('.ts')) return path.join(folder, 'worker.ts')
  const here = import.meta.dirname
  return path.join(path.basename(here) === 'chunks' ? path.dirname(here) : here, built)
}

/**
 * All of the environment that a thread needs: where temporary files go, and where compiled programs are kept. A thread does
 * not take the latter from the program that starts it: it would compile each of its modules again, every time.
 */
export function environmentOfThread(): Record<string, string> {
  const kept = getCompileCacheDir()
  const places = ['TMPDIR', 'TMP', 'TEMP', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // Node names a folder of its own version in the one that it was given, and does so again for the thread.
  return Object.fromEntries(kept === undefined ? places : [...places, ['NODE_COMPILE_CACHE', path.dirname(kept)]])
}

function errorOf({ code, data }: { code: FailureCode; data: MeterbookError['data'] }): MeterbookError {
  const bookCode = BOOK_CODES.find((known): known is BookErrorCode => known === code)
  return bookCode ? new BookError(bookCode, data) : new MeterbookError(code, data)
}
