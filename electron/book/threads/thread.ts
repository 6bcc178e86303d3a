import { existsSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { BOOK_CODES, MeterbookError } from '../../contract/errors.ts'
import { BookError, type BookErrorCode } from '../file/errors.ts'
import type { AnswerOf, FromThread, InputOf, Questions, ToThread } from './messages.ts'

/** Which program a thread runs. */
export interface ThreadProgram {
  /** `worker.ts` in this folder in the sources (its `import.meta.dirname`), `built` in a build (electron.vite.config.ts). */
  folder: string
  built: string
  name: string
}

export interface AskOptions {
  signal?: AbortSignal | undefined
  tell?: ((done: number, total: number | null) => void) | undefined
}

/** A thread that answers questions until it is closed. */
export interface Thread<Q extends Questions> {
  /**
   * @throws what the work throws as a MeterbookError; CANCELLED for an aborted signal, once the work has ended; an Error
   * where the thread has ended.
   */
  ask<Name extends keyof Q & string>(name: Name, input: InputOf<Q, Name>, options?: AskOptions): Promise<AnswerOf<Q, Name>>
  /** Ends the thread; what is being answered is cancelled first and has `endMs` to end. Resolves when it has ended. */
  close(endMs?: number): Promise<void>
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
  tell: AskOptions['tell']
  cancel: () => void
  ended: Promise<unknown>
}

/**
 * Starts a thread. It is given no limit of memory: V8 ends the whole process, not the thread, where a single block goes over
 * such a limit; so the work itself must be bounded.
 * @param onTold what the thread says unasked (`tellOwner`)
 * @param onEnd the thread has ended by itself: all that was asked has failed
 */
export function startThread<Q extends Questions>(
  program: ThreadProgram,
  given: unknown,
  { onTold, onEnd }: { onTold?: (told: unknown) => void; onEnd?: (error: unknown) => void } = {},
): Thread<Q> {
  const thread = new Worker(programFile(program), {
    workerData: given,
    name: `meterbook-${program.name}`,
    env: environmentOfThread(),
  })
  const ready = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isClosing = false
  let failure: unknown = null
  let end: { why: unknown } | null = null

  thread.on('message', (message: FromThread) => {
    if ('ready' in message) return ready.resolve()
    if ('told' in message) return onTold?.(message.told)
    if ('progress' in message) return waiting.get(message.progress)?.tell?.(message.done, message.total)
    const asked = waiting.get(message.answer)
    if ('result' in message) asked?.resolve(message.result)
    else asked?.reject('failure' in message ? errorOf(message.failure) : message.thrown)
  })
  thread.once('error', (error: unknown) => (failure = error))
  thread.once('exit', () => {
    const error = failure ?? new Error(`The thread meterbook-${program.name} has ended.`)
    end = { why: error }
    for (const { reject } of waiting.values()) reject(error)
    ready.resolve()
    gone.resolve()
    if (!isClosing) onEnd?.(error)
  })
  const send = (message: ToThread) => thread.postMessage(message)

  return {
    async ask(name, input, { signal, tell } = {}) {
      if (signal?.aborted) throw new MeterbookError('CANCELLED')
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      if (isClosing) throw new MeterbookError('CANCELLED')
      if (end) throw end.why
      const id = ++last
      const stop = new SharedArrayBuffer(4)
      const cancel = () => {
        Atomics.store(new Int32Array(stop), 0, 1)
        send({ cancel: id })
      }
      waiting.set(id, { resolve, reject, tell, cancel, ended: promise.catch(() => undefined) })
      signal?.addEventListener('abort', cancel)
      send({ ask: id, name, input, stop })
      try {
        return (await promise) as never
      } catch (error) {
        if (signal?.aborted || isClosing) throw new MeterbookError('CANCELLED', {}, { cause: error })
        throw error
      } finally {
        signal?.removeEventListener('abort', cancel)
        waiting.delete(id)
      }
    },
    async close(endMs) {
      isClosing = true
      const left = [...waiting.values()]
      for (const { cancel } of left) cancel()
      // To end a thread while its modules are being evaluated would end the process.
      await Promise.race([Promise.all([ready.promise, ...left.map(({ ended }) => ended)]), gone.promise, ...limit(endMs)])
      await ready.promise
      await thread.terminate()
      await gone.promise
    },
  }
}

const limit = (ms: number | undefined) => (ms === undefined ? [] : [wait(ms, undefined, { ref: false })])

/** One question in a thread of its own, which ends with it. `endMs`: as in `close`, when the signal is aborted. */
export async function inThread<Q extends Questions, Name extends keyof Q & string>(
  program: ThreadProgram,
  name: Name,
  input: InputOf<Q, Name>,
  { endMs, ...options }: AskOptions & { endMs?: number } = {},
): Promise<AnswerOf<Q, Name>> {
  if (options.signal?.aborted) throw new MeterbookError('CANCELLED')
  const thread = startThread<Q>(program, null)
  let ending: Promise<void> | null = null
  const end = () => void (ending = endMs === undefined ? null : thread.close(endMs))
  options.signal?.addEventListener('abort', end, { once: true })
  try {
    return await thread.ask(name, input, options)
  } finally {
    options.signal?.removeEventListener('abort', end)
    await (ending ?? thread.close())
  }
}

/**
 * The file of a thread's program: beside its owner in the sources, in the folder of the entries in a build. Tests that run
 * from the sources name a build of them (test/support/built-threads.ts): one that is bundled begins in half of the time.
 */
export function programFile({ folder, built }: ThreadProgram): string {
  if (!import.meta.filename.endsWith('.ts')) return besideEntries(built)
  const build = process.env['METERBOOK_THREADS']
  const file = build === undefined ? null : path.join(build, built)
  return file !== null && existsSync(file) ? file : path.join(folder, 'worker.ts')
}

/** A file or folder in the build that this runs from: the folder of its entries, which `chunks` lies in. */
export function besideEntries(name: string): string {
  const here = import.meta.dirname
  return path.join(path.basename(here) === 'chunks' ? path.dirname(here) : here, name)
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

function errorOf({ code, data }: Extract<FromThread, { failure: unknown }>['failure']): MeterbookError {
  const bookCode = BOOK_CODES.find((known): known is BookErrorCode => known === code)
  return bookCode ? new BookError(bookCode, data) : new MeterbookError(code, data)
}
