import type { Database } from 'better-sqlite3'
import { groupsOf, type FacetColumn } from './facet-column.ts'

/** No rule found anything at the station. */
const NONE = ''

/** The stations by place. */
interface Places {
  ids: ArrayLike<number>
}

/**
 * Which rules found something at each station that nobody has explained or called wrong, as a part of another's finding too. Stations with the same rules are
 * one group.
 */
export function findingColumn(db: Database, { ids }: Places): FacetColumn {
  const rows = db
    .prepare<[], [number, string]>(
      `SELECT station_id, rule FROM finding WHERE state IN ('new', 'seen')
       UNION SELECT f.station_id, p.rule FROM finding_part p JOIN finding f ON f.id = p.part_of WHERE f.state IN ('new', 'seen')
       ORDER BY rule`,
    )
    .raw()
    .all()
  const values = [NONE]
  const codes = new Map<string, number>()
  const rulesOf = new Map<number, number[]>()
  for (const [stationId, rule] of rows) {
    const code = codes.get(rule) ?? values.push(rule) - 1
    codes.set(rule, code)
    const known = rulesOf.get(stationId)
    if (known) known.push(code)
    else rulesOf.set(stationId, [code])
  }
  const groups = new Map<string, number>([['', 0]])
  const valuesOf: number[][] = [[0]]
  const ofPlaces = groupsOf(Array.from(ids), (id) => {
    const rules = rulesOf.get(id)
    if (!rules) return 0
    const key = rules.join()
    const group = groups.get(key) ?? valuesOf.push(rules) - 1
    groups.set(key, group)
    return group
  })
  return { values: values.map((value) => ({ value, name: null })), groups: ofPlaces, valuesOf }
}
