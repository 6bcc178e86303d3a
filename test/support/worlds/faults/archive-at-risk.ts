import { WITH_HOURS } from '../device-kind.ts'
import { DEPTHS } from '../sound.ts'
import { PROFILES } from '../shape.ts'
import { echoAt, plantedAt, DAY_MS } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** Hours were asked for last 27 to 34 days ago, of a device that keeps 35 days of them: 77 to 97 %, the threshold is 70 %. */
export const kind: FaultKind = {
  rule: 'archive_at_risk',
  wanted: { profiles: PROFILES.filter((one) => one !== 'heating'), devices: WITH_HOURS },
  plant(site) {
    const { chance, calendar } = site
    const age = chance.between(27, 34)
    site.entered = { archive_at_risk: DEPTHS }
    site.hoursAskedToMs = Math.round(calendar.nowMs - age * DAY_MS)
    const span = { fromMs: site.hoursAskedToMs, toMs: calendar.nowMs }
    plantedAt(site, {
      rule: 'archive_at_risk',
      archiveType: 'hourly',
      ...span,
      what: `hours not fetched for ${age.toFixed(1)} of 35 days; the threshold is 70 %`,
    })
    echoAt(site, ['missing_record', 'hours_against_day'], span, 'hours since then are not in the book', {
      paddingMs: DAY_MS,
    })
  },
}
