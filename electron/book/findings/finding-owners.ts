import type { Context } from '../context.ts'
import { conditionOf, type FindingQuestion } from './finding-filter.ts'

/** Findings by what their stations belong to. */
export interface OwnerCounts {
  /** Stations with any that pass. */
  stations: number
  /** By consumer; of those that pass all but the filter's own consumers. */
  consumers: { id: number; findings: number }[]
  /** By consumer too, for the providers whose lists name them: those that pass all but the filter's own providers. */
  ofProviders: { id: number; findings: number }[]
  /** By device type; 0 for none. */
  types: { id: number; name: string | null; findings: number }[]
}

/** Counts findings by consumer and device type, each as the rest of the filter leaves them. */
export function findingOwnersIn({ statement }: Context) {
  function byConsumer(filter: FindingQuestion) {
    const { sql, values } = conditionOf(filter)
    return statement<{ id: number; findings: number }>(
      `SELECT s.customer_id AS id, count(*) AS findings FROM finding f JOIN station s ON s.id = f.station_id
       WHERE s.customer_id IS NOT NULL AND ${sql} GROUP BY 1 ORDER BY findings DESC, id`,
    ).all(values)
  }
  function byType(filter: FindingQuestion) {
    const { sql, values } = conditionOf(filter)
    return statement<OwnerCounts['types'][number]>(
      `SELECT coalesce(s.equipment_type_id, 0) AS id, t.name AS name, count(*) AS findings
       FROM finding f JOIN station s ON s.id = f.station_id LEFT JOIN equipment_type t ON t.id = s.equipment_type_id
       WHERE ${sql} GROUP BY 1 ORDER BY findings DESC, 1`,
    ).all(values)
  }
  return (filter: FindingQuestion): OwnerCounts => {
    const { sql, values } = conditionOf(filter)
    const { providerIds: _providers, ...butProviders } = filter
    const { consumerIds: _consumers, ...butConsumers } = filter
    const { equipmentTypeIds: _types, ...butTypes } = filter
    return {
      stations: statement<number>(`SELECT count(DISTINCT f.station_id) FROM finding f WHERE ${sql}`, 'pluck').get(values) ?? 0,
      consumers: byConsumer(butConsumers),
      ofProviders: byConsumer(butProviders),
      types: byType(butTypes),
    }
  }
}
