import type { Flag } from '../../contract/rules.ts'
import { latestMs } from '../../contract/time/stale.ts'
import type { Context } from '../context.ts'

/** What the book has of a station besides the lists. */
export interface Heard {
  /** The newest time at which the station reported, Unix ms; null where none is known. */
  heardMs: number | null
  /** Whether there are records of a device that it had, or of its telemetry unit. */
  hasData: boolean
  /** Findings that nobody has explained or called wrong, and the worst flag of them; null where there are none. */
  findings: number
  worstFlag: Flag | null
}

/**
 * What the book has of many stations, in one question: a table asks it of a hundred at once, and again with each change.
 * The list, the station's own answer and its sessions are fetched at different times: the newest of them counts that can be.
 */
export function heardIn({ db, now }: Context) {
  const many = db
    .prepare<{ ids: string; atMost: number }, [number, number | null, number | null, number | null, 0 | 1]>(
      `SELECT s.id, s.last_seance_event_ms,
         (SELECT l.last_seance_event_ms FROM last_session l WHERE l.station_id = s.id),
         (SELECT max(n.at_ms) FROM session n WHERE n.telemetry_id = s.telemetry_id AND n.at_ms <= @atMost),
         EXISTS (SELECT 1 FROM station_device d JOIN series a ON a.equipment_id = d.equipment_id WHERE d.station_id = s.id AND a.records > 0)
           OR EXISTS (SELECT 1 FROM session n WHERE n.telemetry_id = s.telemetry_id)
       FROM station s WHERE s.id IN (SELECT value FROM json_each(@ids))`,
    )
    .raw()

  // QARTOD's order of precedence: missing, suspect, fail.
  const found = db
    .prepare<[string], [number, number, 0 | 3 | 4]>(
      `SELECT f.station_id, count(*), max(iif(f.flag = 9, 0, f.flag)) FROM finding f
       WHERE f.station_id IN (SELECT value FROM json_each(?)) AND f.state IN ('new', 'seen') GROUP BY f.station_id`,
    )
    .raw()

  return {
    /** By station id; a station that is not in the book has none. */
    heard(ids: readonly number[]): Map<number, Heard> {
      const wanted = JSON.stringify(ids)
      const findings = new Map(found.all(wanted).map(([id, count, worst]) => [id, { count, worst }]))
      const atMost = latestMs(now())
      const rows = many.all({ ids: wanted, atMost }).map(([id, ...cells]): [number, Heard] => {
        const [listed, own, session, hasData] = cells
        const known = [listed, own, session].filter((atMs): atMs is number => atMs !== null && atMs <= atMost)
        const of = findings.get(id)
        const worstFlag = of ? (of.worst === 0 ? 9 : of.worst) : null
        const heardMs = known.length === 0 ? null : Math.max(...known)
        return [id, { heardMs, hasData: hasData === 1, findings: of?.count ?? 0, worstFlag }]
      })
      return new Map(rows)
    },
  }
}
