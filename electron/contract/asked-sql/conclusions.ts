import type { ConsumptionStep } from '../consumption-words.ts'
import type { FindingFilter } from '../findings.ts'
import type { FINDING_SORTS } from '../fields/findings.ts'
import { among, ofOwners, ofProviders, quoted, seconds, where, type AskedSql } from './sql.ts'

/** The questions that tables of what the program concludes stand for: findings, consumption, balances. */

type FindingSort = (typeof FINDING_SORTS)[number]
const FINDING_ORDER: Readonly<Record<FindingSort, string>> = {
  from: 'f.from_time',
  station: 's.name',
  rule: 'f.rule',
  // Missing, suspect, fail.
  flag: 'iif(f.flag = 9, 0, f.flag)',
  m3: 'f.m3',
  duration: 'coalesce(f.to_time, unixepoch()) - f.from_time',
  state: 'f.state',
}

/** The findings that pass a filter, in their order. */
export function findingsSql(
  { rules, flags, states, fromMs, toMs, ...owners }: Partial<FindingFilter>,
  sort: { by: FindingSort; desc: boolean },
): AskedSql {
  const [order, way] = [FINDING_ORDER[sort.by], sort.desc ? ' DESC' : '']
  return {
    sql: `SELECT f.station_id, s.name, f.rule, f.flag, f.from_time, f.to_time, f.archive_type, f.channel, f.measure, f.threshold, f.m3, f.state
FROM v_finding f
JOIN v_station s ON s.id = f.station_id${where([
      ...ofOwners(owners, 'f.station_id'),
      // What other rules say of the hours of a finding are its parts: no rows of their own.
      'f.part_of IS NULL',
      rules && `(${among('f.rule', rules)} OR f.id IN (SELECT part_of FROM v_finding WHERE ${among('rule', rules)}))`,
      flags && among('f.flag', flags),
      states && among('f.state', states),
      fromMs !== undefined && `(f.to_time IS NULL OR f.to_time >= ${seconds(fromMs)})`,
      toMs !== undefined && `f.from_time <= ${seconds(toMs)}`,
    ])}
ORDER BY ${order} IS NULL, ${order}${way}, f.from_time${way}, f.id${way}`,
    unsaid: sort.by === 'station' ? ['order'] : sort.by === 'duration' ? ['lasting'] : [],
  }
}

export interface ConsumptionShown {
  stationIds?: readonly number[] | undefined
  consumerId?: number | undefined
  providerId?: number | undefined
  by: ConsumptionStep
  /** Gas days, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Whether the table has a row for each station, consumer or provider instead of each period. */
  isByParts?: boolean
}

/** What a period is called in the views' days. */
const PERIOD: Readonly<Record<ConsumptionStep, string>> = {
  hour: 'c.day',
  day: 'c.day',
  month: 'substr(c.day, 1, 7)',
  year: 'substr(c.day, 1, 4)',
}

/** Consumption of stations by period. The views have days: hours are told by the day that they are of. */
export const consumptionSql = ({ stationIds, consumerId, providerId, by, from, to, isByParts = false }: ConsumptionShown): AskedSql => ({
  sql: `SELECT ${PERIOD[by]} AS ${by === 'hour' ? 'day' : by}, round(sum(c.volume), 3) AS m3, sum(c.hours) AS hours, sum(c.hours_expected) AS hours_expected,
  count(DISTINCT c.station_id) AS stations
FROM v_consumption_day c
JOIN v_station s ON s.id = c.station_id${where([
    stationIds && among('c.station_id', stationIds),
    consumerId !== undefined && `s.customer_id = ${consumerId}`,
    providerId !== undefined && ofProviders('s.customer_id', [providerId]),
    from !== undefined && `c.day >= ${quoted(from)}`,
    to !== undefined && `c.day <= ${quoted(to)}`,
  ])}
GROUP BY 1
ORDER BY 1`,
  unsaid: [...(by === 'hour' ? (['hours'] as const) : []), 'shares', ...(isByParts ? (['parts'] as const) : [])],
})

/** The gas days of a branch's balance. */
export const balanceSql = ({ branchId, from, to }: { branchId: string; from?: string | undefined; to?: string | undefined }): AskedSql => ({
  sql: `SELECT b.day, b.input_m3, b.output_m3, b.difference_m3, b.difference_percent, b.uncertainty_m3, b.hours_compared, b.hours
FROM v_balance_day b${where([
    `b.branch_id = ${quoted(branchId)}`,
    from !== undefined && `b.day >= ${quoted(from)}`,
    to !== undefined && `b.day <= ${quoted(to)}`,
  ])}
ORDER BY b.day`,
  unsaid: [],
})
