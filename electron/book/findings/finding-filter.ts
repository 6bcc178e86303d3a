import type { FindingFilter } from '../../contract/findings.ts'

/** The parts of a filter that are facets: counts of each leave its own part out. */
const FINDING_FACETS = ['rules', 'flags', 'states'] as const
type Facet = (typeof FINDING_FACETS)[number]
export type FindingQuestion = Partial<FindingFilter>

interface Condition {
  sql: string
  values: Record<string, string | number>
}

const COLUMN: Readonly<Record<Facet, string>> = { rules: 'f.rule', flags: 'f.flag', states: 'f.state' }
const listed = (column: string, name: string) => `${column} IN (SELECT value FROM json_each(@${name}))`

/** The condition on `finding f`, and the values that it names. */
export function conditionOf(filter: FindingQuestion, without?: Facet): Condition {
  const values: Record<string, string | number> = {}
  const parts: string[] = []
  for (const facet of FINDING_FACETS) {
    const wanted = filter[facet]
    if (!wanted || facet === without) continue
    values[facet] = JSON.stringify(wanted)
    const own = listed(COLUMN[facet], facet)
    // A rule that is asked for by its name finds what it says as a part of another's finding, too.
    parts.push(facet === 'rules' ? `(${own} OR f.id IN (SELECT p.part_of FROM finding_part p WHERE ${listed('p.rule', facet)}))` : own)
  }
  if (filter.stationIds) {
    values.stationIds = JSON.stringify(filter.stationIds)
    parts.push(listed('f.station_id', 'stationIds'))
  }
  const ofStation = stationCondition(filter, values)
  if (ofStation !== '') parts.push(`f.station_id IN (SELECT s.id FROM station s WHERE ${ofStation})`)
  if (filter.fromMs !== undefined) {
    values.fromMs = filter.fromMs
    parts.push('(f.to_ms IS NULL OR f.to_ms >= @fromMs)')
  }
  if (filter.toMs !== undefined) {
    values.toMs = filter.toMs
    parts.push('f.from_ms <= @toMs')
  }
  return { sql: parts.length > 0 ? parts.join(' AND ') : 'true', values }
}

/** A provider stands for all below it. */
function stationCondition(filter: FindingQuestion, values: Record<string, string | number>): string {
  const parts: string[] = []
  if (filter.providerIds) {
    values.providerIds = JSON.stringify(filter.providerIds)
    parts.push(`s.customer_id IN (
      WITH RECURSIVE below (id) AS (
        SELECT value FROM json_each(@providerIds) UNION SELECT p.id FROM provider p JOIN below ON p.parent_id = below.id)
      SELECT cp.consumer_id FROM below JOIN consumer_provider cp ON cp.provider_id = below.id)`)
  }
  if (filter.consumerIds) {
    values.consumerIds = JSON.stringify(filter.consumerIds)
    parts.push(listed('s.customer_id', 'consumerIds'))
  }
  if (filter.equipmentTypeIds) {
    values.equipmentTypeIds = JSON.stringify(filter.equipmentTypeIds)
    parts.push(listed('s.equipment_type_id', 'equipmentTypeIds'))
  }
  return parts.join(' AND ')
}
