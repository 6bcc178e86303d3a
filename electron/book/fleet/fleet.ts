import { RULE_CODES, type RuleCode } from '../../contract/rules.ts'
import type { Context } from '../context.ts'
import { LASTED_MS, MEASURED_MS } from '../findings/finding-rows.ts'
import { LASTS, ofSilence } from '../findings/silent-holes.ts'

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

/** Findings of one rule and flag at one station. Times in Unix ms. */
export interface CountedFindings {
  stationId: number
  rule: RuleCode
  flag: 3 | 4 | 9
  findings: number
  /** The first of them. */
  sinceMs: number
  /** The first of those that last: without an end, or with nothing newer in their archive. Null: all are over. */
  lastsSinceMs: number | null
  /** When the last one ended; null: none has. */
  endedMs: number | null
  /** The longest of those that are over, ms; null: the rule says of none how long it lasted. */
  longestMs: number | null
  /** For how long all that are over had something amiss, ms: where the rule does not say it, the time that it judged. */
  totalMs: number
  /** The m³ of those findings that have any; null where none has. */
  m3: number | null
  /** The channel, where all are of one. */
  channel: string | null
}

/** A finding in which somebody saw no fault: 'explained' or 'wrong'. */
type Answered = [stationId: number, rule: RuleCode]

type Counted = [
  stationId: number,
  flag: 3 | 4 | 9,
  findings: number,
  sinceMs: number,
  lastsSinceMs: number | null,
  endedMs: number | null,
  longestMs: number | null,
  totalMs: number,
  m3: number | null,
  channel: string | null,
]

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
    statement<Counted>(
      `WITH own AS (
         SELECT f.station_id, f.flag, f.from_ms, f.to_ms, f.m3 - coalesce(${ofSilence(['new', 'seen'])}, 0) AS m3, f.channel, ${MEASURED_MS} AS measured, ${LASTED_MS} AS lasted,
           ${LASTS} AS lasts
         FROM finding f WHERE f.rule = @rule AND f.state IN ('new', 'seen') AND (${ofSilence(['new', 'seen'])} IS NULL OR f.m3 > ${ofSilence(['new', 'seen'])}))
       SELECT station_id, flag, count(*), min(from_ms), min(iif(lasts, from_ms, NULL)), max(iif(lasts, NULL, to_ms)),
         max(iif(lasts AND lasted IS NOT NULL, coalesce(measured, 0), lasted)),
         sum(iif(lasts, 0, coalesce(measured, to_ms - from_ms))), sum(m3),
         iif(min(channel) = max(channel), min(channel), NULL)
       FROM own WHERE lasts OR @endedAfterMs IS NULL OR to_ms >= @endedAfterMs
       GROUP BY station_id, flag`,
      'raw',
    )
  const answered = () =>
    statement<Answered>(`SELECT station_id, rule FROM finding WHERE state IN ('explained', 'wrong') AND to_ms IS NULL`, 'raw')

  return {
    /**
     * Findings that nobody has explained or called wrong, of one rule at a time, so that other work can have its turn. The
     * hole behind the last record of a silent station is left out: its silence tells the same. Of one that was there long before
     * the station fell silent, the rest is told.
     * @param endedAfterMs by rule: what was over before that moment is left out; null: nothing is
     */
    *findings(endedAfterMs: (rule: RuleCode) => number | null): Generator<CountedFindings[]> {
      for (const rule of RULE_CODES) {
        const rows = ofRule().all({ rule, endedAfterMs: endedAfterMs(rule) })
        yield rows.map((row): CountedFindings => {
          const [stationId, flag, findings, sinceMs, lastsSinceMs, endedMs, longestMs, totalMs, m3, channel] = row
          return { stationId, rule, flag, findings, sinceMs, lastsSinceMs, endedMs, longestMs, totalMs, m3, channel }
        })
      }
    },

    /** By station: the rules of which somebody has explained, or called wrong, what still lasts. */
    answered: (): Map<number, Set<RuleCode>> => {
      const rules = new Map<number, Set<RuleCode>>()
      for (const [stationId, rule] of answered().all({})) {
        const known = rules.get(stationId)
        if (known) known.add(rule)
        else rules.set(stationId, new Set([rule]))
      }
      return rules
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
