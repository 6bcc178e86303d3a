import { setTimeout } from 'node:timers/promises'

/**
 * Values for whoever listens. A listener that is slower than the values gets them merged, so a stream never
 * grows without bound: `merge` says how two that nobody has read yet become one.
 */
export interface Broadcast<T> {
  publish(value: T): void
  /**
   * Values from now on, until the signal is aborted or the broadcast is closed. After each batch the listener pauses for
   * `restMs`; values of that time are merged. `first` gives the value at the moment of subscribing, so that no change is
   * lost between a first read and the subscription.
   */
  listen(signal?: AbortSignal, options?: { restMs?: number; first?: () => T }): AsyncGenerator<T, void, void>
  close(): void
}

export function createBroadcast<T>(merge: (waiting: T[], next: T) => T[]): Broadcast<T> {
  const listeners = new Set<{ waiting: T[]; wake: () => void; end: () => void }>()
  let closed = false
  return {
    publish(value) {
      for (const listener of listeners) {
        listener.waiting = merge(listener.waiting, value)
        listener.wake()
      }
    },
    async *listen(signal, { restMs = 0, first } = {}) {
      const over = new AbortController()
      const listener = {
        waiting: first ? [first()] : ([] as T[]),
        wake: () => undefined as void,
        end: () => over.abort(),
      }
      over.signal.addEventListener('abort', () => listener.wake())
      listeners.add(listener)
      signal?.addEventListener('abort', listener.end)
      try {
        while (!closed && signal?.aborted !== true) {
          if (listener.waiting.length === 0) {
            await new Promise<void>((resolve) => (listener.wake = resolve))
            continue
          }
          const values = listener.waiting
          listener.waiting = []
          yield* values
          if (restMs > 0) await setTimeout(restMs, undefined, { signal: over.signal }).catch(() => undefined)
        }
      } finally {
        signal?.removeEventListener('abort', listener.end)
        listeners.delete(listener)
      }
    },
    close() {
      closed = true
      for (const listener of listeners) listener.end()
    },
  }
}

/** Keeps the newest value alone: for states. */
export const newest = <T>(_waiting: T[], next: T): T[] => [next]
