import { HOUR_MS, MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { summary } from '../events.ts'
import { STEADY } from '../shape.ts'
import { daysSpan, inDays, plantedAt, someDay } from '../spans.ts'
import type { FaultKind } from './kind.ts'

/** The summary of a day says 25 minutes and more beside what its situations last together; the threshold is a minute. */
export const kind: FaultKind = {
  rule: 'abnormal_time',
  wanted: { profiles: STEADY },
  plant(site) {
    const { chance, days, events } = site
    const { from = 0, to = 0, endMs = 0 } = days[someDay(site)] ?? {}
    events.nesht ??= []
    events.nesht_svod ??= []
    const span = daysSpan(site, from, to)
    site.situations = site.situations.filter(({ fromMs, toMs }) => toMs < span.fromMs - 24 * HOUR_MS || fromMs > span.toMs + 24 * HOUR_MS)
    const truth = chance.pick([0, chance.int(60, 300)])
    const fromMs = span.fromMs + chance.int(60, 600) * MINUTE_MS
    if (truth > 0)
      site.situations.push({
        fromMs,
        toMs: fromMs + truth * MINUTE_MS,
        quantity: 'pressure',
        name: 'давление выше уставки',
        substitutes: false,
      })
    const said = truth === 0 ? chance.int(40, 400) : chance.pick([truth + chance.int(25, 300), Math.max(5, truth - chance.int(30, 50))])
    events.nesht_svod.push(summary(endMs, said))
    plantedAt(site, {
      rule: 'abnormal_time',
      ...inDays(),
      ...span,
      archiveType: null,
      what: `situations of ${truth} minutes are summed up as ${said}; the threshold is 1 minute`,
    })
  },
}
