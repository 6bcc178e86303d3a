import type { FINDING_SORTS } from '../../contract/fields/findings.ts'
import type { FindingRow } from '../../contract/findings.ts'
import type { FindingState, Flag, RuleCode } from '../../contract/rules.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { conditionOf, type FindingQuestion } from './finding-filter.ts'
import { findingOwnersIn, type OwnerCounts } from './finding-owners.ts'
import { FINDING_SELECT, LASTED_MS, rowOf, type Row } from './finding-rows.ts'

type Sort = (typeof FINDING_SORTS)[number]

export interface FindingCounts extends OwnerCounts {
  total: number
  /** A finding counts for each rule that says something of it: the sum may be more than `total`. */
  rules: { rule: RuleCode; findings: number; stations: number }[]
  flags: { flag: Exclude<Flag, 1 | 2>; findings: number }[]
  states: { state: FindingState; findings: number }[]
}

/** The order of a page; what is null comes last either way. */
const ORDER: Readonly<Record<Sort, readonly string[]>> = {
  from: ['f.from_ms'],
  station: ['(SELECT s.name_key FROM station s WHERE s.id = f.station_id)', 'f.station_id', 'f.from_ms'],
  rule: ['f.rule', 'f.from_ms'],
  // QARTOD's order of precedence: missing, suspect, fail.
  flag: ['iif(f.flag = 9, 0, f.flag)', 'f.from_ms'],
  m3: ['f.m3', 'f.from_ms'],
  duration: [LASTED_MS, 'f.from_ms'],
  state: ['f.state', 'f.from_ms'],
}

/** How many filters keep their counts. */
const KEPT = 8

/** Findings of all stations, by filter. */
export function findingPagesIn(book: Context) {
  const { statement, versions } = book
  const ownersOf = findingOwnersIn(book)
  const counted = answersFor<FindingCounts>(versions.any, KEPT)
  const totals = answersFor<number>(versions.any, KEPT)

  const totalOf = (filter: FindingQuestion) =>
    totals(JSON.stringify(filter), () => {
      const { sql, values } = conditionOf(filter)
      return statement<number>(`SELECT count(*) FROM finding f WHERE ${sql}`, 'pluck').get(values) ?? 0
    })

  /** How many findings each rule leads or is a part of: what choosing it would show. */
  function byRule(filter: FindingQuestion) {
    const { sql, values } = conditionOf(filter, 'rules')
    return statement<FindingCounts['rules'][number]>(
      `SELECT rule, count(*) AS findings, count(DISTINCT station_id) AS stations FROM (
         SELECT f.rule, f.station_id FROM finding f WHERE ${sql}
         UNION ALL SELECT rule, station_id FROM (
           SELECT DISTINCT o.rule, f.station_id, f.id FROM finding_part o JOIN finding f ON f.id = o.part_of
           WHERE o.rule <> f.rule AND ${sql}))
       GROUP BY rule ORDER BY findings DESC, rule`,
    ).all(values)
  }

  function count(filter: FindingQuestion): FindingCounts {
    const grouped = <T>(facet: 'flags' | 'states', column: string) => {
      const { sql, values } = conditionOf(filter, facet)
      return statement<T>(`SELECT f.${column}, count(*) AS findings FROM finding f WHERE ${sql} GROUP BY 1 ORDER BY 1`).all(values)
    }
    return {
      ...ownersOf(filter),
      total: totalOf(filter),
      rules: byRule(filter),
      flags: grouped('flags', 'flag'),
      states: grouped('states', 'state'),
    }
  }

  /** The ids of the findings that pass, in order. */
  function ordered(filter: FindingQuestion, { sort = 'from', desc = true }: PageQuery) {
    const { sql, values } = conditionOf(filter)
    const way = desc ? 'DESC' : 'ASC'
    const order = (ORDER[sort] ?? ORDER.from).map((term) => `${term} ${way} NULLS LAST`).join(', ')
    return { sql: `SELECT f.id FROM finding f WHERE ${sql} ORDER BY ${order}, f.id ${way}`, values }
  }

  return {
    /** A window of the findings that pass, and how many do. */
    page(filter: FindingQuestion, { offset = 0, limit = 100, ...order }: PageQuery = {}): { total: number; rows: FindingRow[] } {
      const { sql, values } = ordered(filter, order)
      // Rows are read for the window alone.
      const rows = statement<Row>(
        `WITH shown (id, place) AS MATERIALIZED (
           SELECT id, row_number() OVER () FROM (${sql} LIMIT @limit OFFSET @offset))
         ${FINDING_SELECT} JOIN shown ON shown.id = f.id ORDER BY shown.place`,
      ).all({ ...values, limit, offset })
      return { total: totalOf(filter), rows: rows.map(rowOf) }
    },

    /** All that pass, in order. */
    ids(filter: FindingQuestion, order: Pick<PageQuery, 'sort' | 'desc'> = {}): string[] {
      const { sql, values } = ordered(filter, order)
      return statement<string>(sql, 'pluck').all(values)
    },

    /** How many stations have findings that pass. */
    stationsWith(filter: FindingQuestion): number {
      const { sql, values } = conditionOf(filter)
      const counts = `SELECT count(DISTINCT f.station_id) FROM finding f WHERE ${sql}`
      return statement<number>(counts, 'pluck').get(values) ?? 0
    },

    /** How many have each value of each facet, as the rest of the filter leaves them. */
    counts: (filter: FindingQuestion): FindingCounts => counted(JSON.stringify(filter), () => count(filter)),
  }
}

export interface PageQuery {
  sort?: Sort
  desc?: boolean
  offset?: number
  /** -1: all. */
  limit?: number
}
