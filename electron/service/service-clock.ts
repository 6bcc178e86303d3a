import type { Clock } from './limits.ts'
import type { AnswerHead } from './transport.ts'

/**
 * The service's time by its `Date` headers, so that a computer clock that is a day off does not spoil token expiry. Until
 * the first answer it is the computer's time, and `isKnown` is false.
 */
export interface ServiceClock {
  nowMs(): number
  isKnown(): boolean
  answered(head: AnswerHead): void
}

export function createServiceClock(clock: Clock): ServiceClock {
  let aheadMs: number | null = null
  return {
    nowMs: () => clock.nowMs() + (aheadMs ?? 0),
    isKnown: () => aheadMs !== null,
    answered(head) {
      const dateMs = Date.parse(head.header('date') ?? '')
      // Compares wall clocks, which also advance while the computer sleeps; each answer corrects the difference.
      if (!Number.isNaN(dateMs)) aheadMs = dateMs - clock.nowMs()
    },
  }
}
