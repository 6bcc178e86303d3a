import type { FacetCondition } from '../../contract/station-facets.ts'

/** Which stations; a field that is left out does not restrict. */
export interface StationFilter {
  /** Every word must be in the station's or its consumer's texts, in any case. */
  text?: string
  /** The text means what it says: a script has no keyboard that could be switched to another language. */
  asTyped?: boolean
  /** Stations of the consumers named by the lists of this provider or of its descendants. */
  providerId?: number
  consumerId?: number
  equipmentTypeId?: number
  ids?: readonly number[]
  /** Conditions that the stations' facets must meet. */
  conditions?: readonly FacetCondition[]
  /** true: only stations that the service lists; false: only those it no longer lists. */
  listed?: boolean
}

/** The filter, but for its text and conditions, as a WHERE clause over `station s`, and the values it names. */
export function filterStations(filter: Omit<StationFilter, 'text' | 'asTyped' | 'conditions'>): {
  where: string
  values: Record<string, string | number>
} {
  const conditions: string[] = []
  const values: Record<string, string | number> = {}
  if (filter.providerId !== undefined) {
    conditions.push(`s.customer_id IN (
      WITH RECURSIVE below (id) AS (VALUES (@providerId) UNION SELECT p.id FROM provider p JOIN below ON p.parent_id = below.id)
      SELECT cp.consumer_id FROM below JOIN consumer_provider cp ON cp.provider_id = below.id)`)
    values.providerId = filter.providerId
  }
  if (filter.consumerId !== undefined) {
    conditions.push('s.customer_id = @consumerId')
    values.consumerId = filter.consumerId
  }
  if (filter.equipmentTypeId !== undefined) {
    conditions.push('s.equipment_type_id = @equipmentTypeId')
    values.equipmentTypeId = filter.equipmentTypeId
  }
  if (filter.ids !== undefined) {
    conditions.push('s.id IN (SELECT value FROM json_each(@ids))')
    values.ids = JSON.stringify(filter.ids)
  }
  if (filter.listed !== undefined) conditions.push(`s.unlisted_at_ms IS ${filter.listed ? '' : 'NOT '}NULL`)
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values }
}
