import { PROFILES } from '../shape.ts'
import { dateText } from '../settings.ts'
import { plantedAt, DAY_MS } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** The next verification was due 5 to 300 days ago, or is due within 50 days (the warning begins at 60). */
export const kind: FaultKind = {
  rule: 'verification_overdue',
  wanted: { profiles: PROFILES.filter((one) => one !== 'heating') },
  plant(site) {
    const { chance, calendar, settings } = site
    const daysAgo = chance.pick([chance.int(5, 300), chance.int(5, 300), -chance.int(5, 50)])
    const atMs = calendar.nowMs - daysAgo * DAY_MS
    const next = settings.find(({ meaning }) => meaning.role === 'nextVerification')
    if (next) next.value = dateText(chance, atMs)
    plantedAt(site, {
      rule: 'verification_overdue',
      fromMs: atMs - 61 * DAY_MS,
      toMs: Math.max(calendar.nowMs, atMs),
      what: daysAgo > 0 ? `verification was due ${daysAgo} days ago` : `verification is due in ${-daysAgo} days; the warning begins at 60`,
    })
  },
}
