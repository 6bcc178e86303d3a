import { facts } from '../../../electron/analysis/station/facts/facts.ts'
import { standsOf } from '../../../electron/analysis/station/load/limits.ts'
import { rangeOf } from '../../../electron/analysis/kernel/amounts/range.ts'
import type { StationData } from '../../../electron/analysis/kernel/data.ts'
import { hoursOf } from '../../../electron/analysis/kernel/amounts/hours.ts'
import { ledgerOf } from '../../../electron/analysis/kernel/amounts/ledger.ts'
import { once } from '../../../electron/analysis/kernel/once.ts'
import { ownerAmounts } from '../../../electron/analysis/kernel/limits/owner-amounts.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import type { KeptLimit, LimitPeriod } from '../../../electron/contract/limit-words.ts'
import { plantedAt } from './spans.ts'
import type { Site } from './site.ts'

/** Limits of contracts, as somebody would have typed them in for a planted station. */

const limitFor = ({ index }: Pick<Site, 'index'>, period: LimitPeriod, m3: number): KeptLimit => ({
  owner: 'station',
  ownerId: index,
  period,
  fromDay: null,
  toDay: null,
  m3,
  author: '',
  saidAtMs: 0,
})

/** Somebody's contract beside a station's records, and what of it was exceeded. */
export function withContract(site: Site, data: StationData): StationData {
  const days = site.contract === null ? null : facts(data).gasDays()
  if (!days || days.m3.length < 2) return data
  const [most = 0, next = 0] = days.m3.map((_, at) => at).toSorted((a, b) => (days.m3[b] as number) - (days.m3[a] as number))
  const [greatest, second] = [days.m3[most] as number, days.m3[next] as number]
  if (site.contract === 'wide')
    return withLimits(data, [
      limitFor(site, 'hour', 4 * greatest),
      limitFor(site, 'day', 4 * greatest),
      limitFor(site, 'month', 4 * 31 * greatest),
      limitFor(site, 'quarter', 4 * 92 * greatest),
      limitFor(site, 'year', 4 * 366 * greatest),
    ])
  const m3 = (greatest + second) / 2
  plantedAt(site, {
    rule: 'over_limit',
    fromMs: days.fromMs[most] as number,
    toMs: days.toMs[most] as number,
    slackDays: 0.2,
    what: `a gas day of ${greatest.toFixed(1)} m³, the contract allows ${m3.toFixed(1)}; the next one had ${second.toFixed(1)}`,
  })
  site.echoes.push({
    rule: 'over_limit',
    fromMs: data.nowMs - 2 * DAY_MS,
    toMs: data.nowMs,
    details: ['ahead_day'],
    why: 'the day that runs may be projected above a limit that is as high as the greatest day',
  })
  return withLimits(data, [limitFor(site, 'day', m3)])
}

/** The station with its limits, beside what its own records tell. */
function withLimits(data: StationData, limits: readonly KeptLimit[]): StationData {
  const amounts = once(() => {
    const source = facts(data).source()?.source
    const parts = source
      ? [
          {
            ledger: ledgerOf(source, rangeOf(source, data.gas), data.gas),
            hours: source.hourly ? hoursOf(source.hourly, source.breaksMs) : null,
          },
        ]
      : []
    return ownerAmounts(parts, data.gas, data.daysOff ?? 'none')
  })
  return { ...data, limits: () => [standsOf(null, amounts(), limits, data.nowMs)] }
}
