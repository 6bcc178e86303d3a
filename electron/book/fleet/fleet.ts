import { RULE_CODES, type RuleCode } from '../../contract/rules.ts'
import type { Context } from '../context.ts'

/** What a list of all stations shows of each. */
export interface StationBrief {
  id: number
  name: string | null
  consumerId: number | null
  consumerName: string | null
  equipmentTypeId: number | null
  equipmentId: number | null
  brand: string | null
}

type BriefRow = [
  id: number,
  name: string | null,
  consumerId: number | null,
  consumerName: string | null,
  equipmentTypeId: number | null,
  equipmentId: number | null,
  brand: string | null,
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
export function fleetIn({ db, statement }: Context) {
  const briefs = db
    .prepare<[], BriefRow>(
      `SELECT s.id, nullif(s.name, ''), s.customer_id, c.name, s.equipment_type_id, s.equipment_id,
         iif(typeof(s.equipment_brand_name) = 'text', nullif(s.equipment_brand_name, ''), NULL)
       FROM station s LEFT JOIN consumer c ON c.id = s.customer_id`,
    )
    .raw()
  const visits = db
    .prepare<[], [number, number]>(
      `SELECT station_id, max(coalesce(from_ms, written_at_ms)) FROM note
       WHERE kind = 'visit' AND deleted_at_ms IS NULL GROUP BY station_id`,
    )
    .raw()
  // Prepared when it is asked: a reader's own findings lie in temporary tables, which come later.
  const ofRule = () =>
    statement<[number, 3 | 4 | 9, number, number]>(
      `SELECT station_id, flag, count(*), min(from_ms) FROM finding
       WHERE rule = @rule AND state IN ('new', 'seen') AND (to_ms IS NULL OR to_ms >= @endedAfterMs)
       GROUP BY station_id, flag`,
      'raw',
    )

  return {
    /**
     * Findings that still last or ended after a moment, and that nobody has explained or called wrong; those of one rule
     * at a time, so that other work can have its turn.
     */
    *findings(endedAfterMs: number): Generator<CountedFindings[]> {
      for (const rule of RULE_CODES)
        yield ofRule()
          .all({ rule, endedAfterMs })
          .map(([stationId, flag, findings, sinceMs]) => ({ stationId, rule, flag, findings, sinceMs }))
    },

    /** Every station of the book. */
    briefs: (): StationBrief[] =>
      briefs.all().map(([id, name, consumerId, consumerName, equipmentTypeId, equipmentId, brand]) => ({
        id,
        name,
        consumerId,
        consumerName,
        equipmentTypeId,
        equipmentId,
        brand,
      })),
    /** When each station was visited last, by its notes; Unix ms. */
    lastVisits: (): Map<number, number> => new Map(visits.all()),
  }
}
