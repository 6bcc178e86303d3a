import { isRateLimited, isRetryable, ServiceError } from './errors.ts'
import type { Gate } from './gate.ts'
import type { Limits, Sleep } from './limits.ts'
import { backoffMs } from './retry.ts'
import type { StoredLane } from './tokens.ts'

export interface PasswordPort {
  /** One sign-in with this password. */
  signIn(password: string): Promise<StoredLane>
  /** The remembered password, where there is one. */
  remembered: () => Promise<string | null> | string | null
  /** Also closed by a 429 on a sign-in. */
  gate: Gate
  limits: Limits
  random: () => number
  sleep: Sleep
  /** Aborted when the program quits: waits between attempts end. */
  closing: AbortSignal
}

/** Signs in without the user, with a password that is held in memory or remembered by the host. */
export interface Password {
  /** The user gave it and the service took it. */
  take(password: string): void
  forget(): void
  /**
   * Starts another chain. Call one at a time. Aborting `waiting` ends waits, but not a sign-in that is under way.
   * Throws SIGNED_OUT (with the reason NO_PASSWORD, WRONG_PASSWORD, SIGN_IN_REFUSED or BAD_TOKEN) when no password helps, and
   * what keeps it from happening now.
   */
  signIn(waiting?: AbortSignal): Promise<StoredLane>
}

export function createPassword(port: PasswordPort): Password {
  let held: string | null = null
  /** Known to be wrong: not tried again. */
  let isWrong = false
  /** It was accepted in this session: then a refusal is a fault of the service, no proof of a changed password. */
  let wasRight = false

  /** Decides whether to try again; throws when not. */
  const judge = (error: unknown, attempt: number) => {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'BAD_TOKEN') throw new ServiceError('SIGNED_OUT', { reason: error.code }, error)
    const isRefusal = error.code === 'WRONG_PASSWORD' || error.code === 'SIGN_IN_REFUSED'
    // One refusal is no proof; a second is, and the same password is not tried a third time.
    if (isRefusal && attempt > 1) {
      if (error.code === 'WRONG_PASSWORD' && !wasRight) isWrong = true
      throw new ServiceError('SIGNED_OUT', { reason: error.code }, error)
    }
    const mayPass = isRefusal || isRetryable(error) || error.code === 'NOT_THE_SERVICE'
    if (!mayPass || attempt > port.limits.retries) throw error
  }

  const pause = async (error: unknown, attempt: number, over: AbortSignal) => {
    const backoff = backoffMs(attempt, port.limits, port.random)
    if (isRateLimited(error)) port.gate.closeFor(backoff)
    else await port.sleep(backoff, over)
  }

  return {
    take(password) {
      held = password
      isWrong = false
      wasRight = true
    },
    forget() {
      held = null
      wasRight = false
    },
    async signIn(waiting) {
      const over = waiting === undefined ? port.closing : AbortSignal.any([port.closing, waiting])
      if (isWrong) throw new ServiceError('SIGNED_OUT', { reason: 'WRONG_PASSWORD' })
      const password = held ?? (await port.remembered())
      if (password === null) throw new ServiceError('SIGNED_OUT', { reason: 'NO_PASSWORD' })
      for (let attempt = 1; ; attempt++) {
        await port.gate.passToSignIn(over)
        try {
          const lane = await port.signIn(password)
          wasRight = true
          return lane
        } catch (error) {
          judge(error, attempt)
          await pause(error, attempt, over)
        }
      }
    },
  }
}
