import type { Context } from '../context.ts'

/**
 * All SQL that touches `trip_stop`, but for sharing. A trip is said as a whole, later than any word before: of two books'
 * stations those of the later word come first, in its order.
 */
export function tripIn({ db, atOnce }: Context) {
  const ids = db.prepare<[], number>('SELECT station_id FROM v_trip ORDER BY place').pluck()
  const newest = db.prepare<[], number | null>('SELECT max(said_at_ms) FROM trip_stop').pluck()
  const put = db.prepare<[number, number, number]>(
    `INSERT INTO trip_stop (station_id, place, said_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (station_id) DO UPDATE SET place = excluded.place, said_at_ms = excluded.said_at_ms, removed_at_ms = NULL`,
  )
  const take = db.prepare<{ at: number; ids: string }>(
    `UPDATE trip_stop SET removed_at_ms = @at, said_at_ms = @at
     WHERE removed_at_ms IS NULL AND station_id NOT IN (SELECT value FROM json_each(@ids))`,
  )

  return {
    /** The stations in the order in which they are visited. */
    stationIds: (): number[] => ids.all(),
    /** @param nowMs when it is said, Unix ms */
    say: (stationIds: readonly number[], nowMs: number): void =>
      atOnce(() => {
        const at = Math.max(nowMs, (newest.get() ?? 0) + 1)
        take.run({ at, ids: JSON.stringify(stationIds) })
        for (const [place, id] of stationIds.entries()) put.run(id, place, at)
      }),
  }
}
