import { STEADY } from '../shape.ts'
import { DAY_MS, echoAt, hoursSpan, inHours, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/**
 * A leak that begins within some days and stays, a third to two thirds of the year's mean in each hour; or weeks in which
 * the device tells of half of the gas. Three weeks at least.
 */
export const kind: FaultKind = {
  rule: 'level_shift',
  wanted: { profiles: STEADY },
  plant(site) {
    const { chance, days, flow } = site
    const lasts = chance.int(24, 60)
    const from = days[someDay(site, lasts)]?.from ?? 0
    const to = from + lasts * 24
    const isLeak = chance.chance(0.5)
    if (isLeak) {
      const mean = flow.reduce((sum, one) => sum + one, 0) / flow.length
      const by = mean * chance.between(0.35, 0.65)
      const grows = chance.int(1, 5) * 24
      for (let at = from; at < to; at++) flow[at] = (flow[at] as number) + by * Math.min(1, (at - from + 1) / grows)
    } else {
      const times = chance.between(0.4, 0.6)
      for (let at = from; at < to; at++) flow[at] = (flow[at] as number) * times
    }
    const span = hoursSpan(site, from, to)
    const what = isLeak ? 'more gas in each hour, a third of the mean at least' : 'half of the gas, more or less'
    const variant = isLeak ? 'a leak that stays' : 'lower weeks'
    plantedAt(site, { rule: 'level_shift', variant, ...inHours('gas_consume'), ...span, what: `${lasts} days of ${what}`, slackDays: 14 })
    const why = 'four weeks before and behind an edge are at another level'
    for (const edge of [span.fromMs, span.toMs]) {
      const around = { fromMs: edge - 28 * DAY_MS, toMs: edge + 28 * DAY_MS }
      echoAt(site, ['unusual_day', 'unusual_hour'], around, why)
      echoAt(site, ['spike'], { fromMs: edge, toMs: edge }, 'the hour before it is at another level')
    }
    // That it is over is a shift too.
    echoAt(site, ['level_shift'], { fromMs: span.toMs, toMs: span.toMs + 35 * DAY_MS }, why)
  },
}
