import { PROFILES } from '../shape.ts'
import { echoAt, plantedAt, DAY_MS } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** The last session is 4 to 20 of the station's own intervals ago; 1.5 are suspect, 3 a failure. */
export const kind: FaultKind = {
  rule: 'silent',
  wanted: { profiles: PROFILES.filter((one) => one !== 'heating') },
  plant(site) {
    const { chance, calendar, sessions } = site
    const times = chance.between(4, 20)
    sessions.lastMs = Math.round(calendar.nowMs - times * sessions.everyMs)
    // What nobody has read gets old while the station is silent.
    site.entered = {}
    const span = { fromMs: sessions.lastMs, toMs: calendar.nowMs }
    plantedAt(site, {
      rule: 'silent',
      ...span,
      what: `silent for ${times.toFixed(1)} intervals of ${sessions.everyMs / 3_600_000} h; the thresholds are 1.5 and 3`,
    })
    echoAt(site, ['missing_record', 'hours_against_day'], span, 'records since then are not there', {
      paddingMs: DAY_MS,
    })
  },
}
