import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from './errors.ts'
import type { Sleep } from './limits.ts'

/** Throws CANCELLED when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ServiceError('CANCELLED')
}

/**
 * Rejects with CANCELLED as soon as the signal is aborted, while `work` goes on by itself: a request in
 * flight is heard out, because its answer brings the next token.
 */
export async function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  // What nobody waits for any more must not end the program when it fails.
  work.catch(() => undefined)
  throwIfAborted(signal)
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new ServiceError('CANCELLED'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

/** The longest time that a timer of Node can wait, ms: 24.8 days. One that is set for longer goes off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Real time, however long. Rejects with CANCELLED. */
export const sleepReally: Sleep = async (ms, signal) => {
  const untilMs = performance.now() + ms
  try {
    for (let leftMs = ms; leftMs > 0; leftMs = untilMs - performance.now()) {
      throwIfAborted(signal)
      await delay(Math.min(leftMs, MAX_TIMER_MS), undefined, signal === undefined ? {} : { signal })
    }
  } catch {
    throw new ServiceError('CANCELLED')
  }
  throwIfAborted(signal)
}
