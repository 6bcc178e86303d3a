import { ServiceError } from './errors.ts'
import type { Clock, Limits, Sleep } from './limits.ts'

/** Holds all lanes of an account back when the service asks for a pause (`Retry-After`), and those that are to be opened. */
export interface Gate {
  /**
   * Holds everybody back for `ms` from now; a shorter pause does not end a longer one. A pause longer than
   * `maxRetryAfterMs` is not waited for inside a request: the caller gets it as an error, and only sign-ins are held back.
   */
  closeFor(ms: number): void
  pass(signal?: AbortSignal): Promise<void>
  /** Before a sign-in. Throws RATE_LIMITED, with what is left, in a pause that is too long to be slept through. */
  passToSignIn(signal?: AbortSignal): Promise<void>
}

export function createGate(clock: Clock, sleep: Sleep, { maxRetryAfterMs }: Limits): Gate {
  let opensMs = -Infinity
  let signInsFromMs = -Infinity
  const until = async (opens: () => number, signal: AbortSignal | undefined) => {
    for (let left = opens() - clock.monotonicMs(); left > 0; left = opens() - clock.monotonicMs()) {
      await sleep(left, signal)
    }
  }
  return {
    closeFor(ms) {
      const endsMs = clock.monotonicMs() + ms
      signInsFromMs = Math.max(signInsFromMs, endsMs)
      if (ms <= maxRetryAfterMs) opensMs = Math.max(opensMs, endsMs)
    },
    pass: (signal) => until(() => opensMs, signal),
    async passToSignIn(signal) {
      const left = Math.ceil(signInsFromMs - clock.monotonicMs())
      if (left > maxRetryAfterMs) throw new ServiceError('RATE_LIMITED', { status: 429, retryAfterMs: left })
      await until(() => signInsFromMs, signal)
    },
  }
}
