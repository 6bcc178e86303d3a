import type { Clock } from './limits.ts'
import type { AnswerHead } from './transport.ts'

/**
 * The service's time, judged by its `Date` headers: a laptop clock that is a day off does no harm to expiry.
 * Until the first answer it is the laptop's time, and `isKnown` is false.
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
      // The wall clock on both sides: it goes on while the laptop sleeps, and each answer sets it right again.
      if (!Number.isNaN(dateMs)) aheadMs = dateMs - clock.nowMs()
    },
  }
}
