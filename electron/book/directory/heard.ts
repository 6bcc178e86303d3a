import type { Context } from '../context.ts'

/** What the book has of a station besides the lists. */
export interface Heard {
  /** The newest time at which the station reported, Unix ms; null where none is known. */
  heardMs: number | null
  /** Whether there are records of its device or its telemetry unit. */
  hasData: boolean
}

/**
 * What the book has of many stations, in one question: a table asks it of a hundred at once, and again with each change.
 * The list, the station's own answer and its sessions are fetched at different times: the newest of them counts.
 */
export function heardIn({ db }: Context) {
  const many = db
    .prepare<[string], [number, number | null, number | null, number | null, 0 | 1]>(
      `SELECT s.id, s.last_seance_event_ms,
         (SELECT l.last_seance_event_ms FROM last_session l WHERE l.station_id = s.id),
         (SELECT max(n.at_ms) FROM session n WHERE n.telemetry_id = s.telemetry_id),
         EXISTS (SELECT 1 FROM series a WHERE a.equipment_id = s.equipment_id AND a.records > 0)
           OR EXISTS (SELECT 1 FROM session n WHERE n.telemetry_id = s.telemetry_id)
       FROM station s WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .raw()

  return {
    /** By station id; a station that is not in the book has none. */
    heard(ids: readonly number[]): Map<number, Heard> {
      const rows = many.all(JSON.stringify(ids)).map(([id, ...cells]): [number, Heard] => {
        const [listed, own, session, hasData] = cells
        const known = [listed, own, session].filter((atMs) => atMs !== null)
        return [id, { heardMs: known.length === 0 ? null : Math.max(...known), hasData: hasData === 1 }]
      })
      return new Map(rows)
    },
  }
}
