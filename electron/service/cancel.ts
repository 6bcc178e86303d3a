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
    work.catch(() => undefined)
  }
}

/** Real time. Rejects with CANCELLED. */
export const sleepReally: Sleep = async (ms, signal) => {
  throwIfAborted(signal)
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal })
  } catch {
    throw new ServiceError('CANCELLED')
  }
}
