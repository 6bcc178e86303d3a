import type { Clock, Sleep } from './limits.ts'

/** Holds all lanes of an account back when the service asks for a pause (`Retry-After`). */
export interface Gate {
  /** Nobody passes for `ms` from now; a shorter pause does not end a longer one. */
  closeFor(ms: number): void
  pass(signal?: AbortSignal): Promise<void>
}

export function createGate(clock: Clock, sleep: Sleep): Gate {
  let opensMs = -Infinity
  return {
    closeFor(ms) {
      opensMs = Math.max(opensMs, clock.monotonicMs() + ms)
    },
    async pass(signal) {
      for (let left = opensMs - clock.monotonicMs(); left > 0; left = opensMs - clock.monotonicMs()) {
        await sleep(left, signal)
      }
    },
  }
}
