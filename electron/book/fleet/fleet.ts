import type { RuleCode } from '../../contract/rules.ts'
import type { Context } from '../context.ts'

/** What a list of all stations shows of each. */
export interface StationBrief {
  id: number
  name: string | null
  consumerId: number | null
  consumerName: string | null
  equipmentTypeId: number | null
  equipmentId: number | null
}

type BriefRow = [
  id: number,
  name: string,
  consumerId: number | null,
  consumerName: string | null,
  equipmentTypeId: number | null,
  equipmentId: number | null,
]

/** Findings of one rule and flag at one station. */
export interface CountedFindings {
  stationId: number
  rule: RuleCode
  flag: 3 | 4 | 9
  findings: number
  /** The first of them, Unix ms. */
  sinceMs: number
}

/** Questions about all stations at once, each a single statement: five thousand small ones would take seconds. */
export function fleetIn({ db }: Context) {
  const briefs = db
    .prepare<[], BriefRow>(
      `SELECT s.id, s.name, s.customer_id, c.name, s.equipment_type_id, s.equipment_id
       FROM station s LEFT JOIN consumer c ON c.id = s.customer_id`,
    )
    .raw()
  const visits = db
    .prepare<[], [number, number]>(
      `SELECT station_id, max(coalesce(from_ms, written_at_ms)) FROM note
       WHERE kind = 'visit' AND deleted_at_ms IS NULL GROUP BY station_id`,
    )
    .raw()

  return {
    /** Every station of the book; '' is no name. */
    briefs: (): StationBrief[] =>
      briefs.all().map(([id, name, consumerId, consumerName, equipmentTypeId, equipmentId]) => ({
        id,
        name: name === '' ? null : name,
        consumerId,
        consumerName,
        equipmentTypeId,
        equipmentId,
      })),
    /** When each station was visited last, by its notes; Unix ms. */
    lastVisits: (): Map<number, number> => new Map(visits.all()),
  }
}
