import { columnsOf, listed, type Transfer } from './transfer.ts'

/** When a note was last written, changed or deleted. */
const said = (of: string) => `max(${of}.written_at_ms, coalesce(${of}.edited_at_ms, 0), coalesce(${of}.deleted_at_ms, 0))`

/**
 * Notes with their photographs: of two with one id the one said last holds, a deletion as any other change. A photograph
 * that either book took away stays away.
 */
export function mergeNotes({ db, tally, done, nowMs }: Transfer): void {
  const columns = columnsOf(db, 'note')
  // What is read at the meter is held against telemetry: these stations are judged again.
  db.exec(`DELETE FROM main.finding_run WHERE station_id IN (
    SELECT s.station_id FROM temp.src_note s LEFT JOIN main.note m ON m.id = s.id
    WHERE (s.reading IS NOT NULL OR m.reading IS NOT NULL) AND (m.id IS NULL OR ${said('s')} > ${said('m')}))`)
  const news = columns.filter((column) => column !== '"id"')
  const counts = db
    .prepare<[], { stationId: number; added: number; newer: number; total: number }>(
      `SELECT s.station_id AS stationId, count(*) AS total, sum(m.id IS NULL) AS added,
         sum(m.id IS NOT NULL AND ${said('s')} > ${said('m')}) AS newer
       FROM temp.src_note s LEFT JOIN main.note m ON m.id = s.id GROUP BY s.station_id`,
    )
    .all()
  for (const { stationId, added, newer, total } of counts) tally.count('notes', stationId, { added, newer, same: total - added - newer })
  db.prepare(
    `INSERT INTO main.merged_note (at_ms, note_id) SELECT ?, s.id FROM temp.src_note s LEFT JOIN main.note m ON m.id = s.id
     WHERE s.deleted_at_ms IS NULL AND (m.id IS NULL OR ${said('s')} > ${said('m')}) ON CONFLICT DO NOTHING`,
  ).run(nowMs)
  const photo = columnsOf(db, 'note_photo')
  db.exec(`
    UPDATE main.note_photo AS m SET position = s.position FROM temp.src_note_photo s, temp.src_note n, main.note o
      WHERE s.id = m.id AND n.id = s.note_id AND o.id = n.id AND ${said('n')} > ${said('o')};
    UPDATE main.note AS m SET ${news.map((column) => `${column} = s.${column}`).join(', ')}
      FROM temp.src_note s WHERE s.id = m.id AND ${said('s')} > ${said('m')};
    INSERT INTO main.note (${listed(columns)}) SELECT ${listed(columns)} FROM temp.src_note WHERE true
      ON CONFLICT DO NOTHING;
    UPDATE main.note_photo AS m SET removed_at_ms = s.removed_at_ms, thumb = NULL, jpeg = NULL, name = ''
      FROM temp.src_note_photo s WHERE s.id = m.id AND s.removed_at_ms IS NOT NULL AND m.removed_at_ms IS NULL;
    INSERT INTO main.note_photo (${listed(photo)}) SELECT ${listed(photo)} FROM temp.src_note_photo WHERE true
      ON CONFLICT DO NOTHING`)
  done(counts.reduce((sum, { total }) => sum + total, 0))
}

/** Merges the marks on findings: all of both books; one that was taken away in either is taken away. */
export function mergeMarks({ db, tally }: Transfer): void {
  const columns = columnsOf(db, 'finding_mark')
  const total = db.prepare<[], number>('SELECT count(*) FROM temp.src_finding_mark').pluck().get() ?? 0
  const newer = db
    .prepare(
      `UPDATE main.finding_mark AS m SET removed_at_ms = s.removed_at_ms FROM temp.src_finding_mark s
       WHERE s.id = m.id AND s.removed_at_ms IS NOT NULL AND coalesce(m.removed_at_ms > s.removed_at_ms, true)`,
    )
    .run().changes
  const added = db
    .prepare(
      `INSERT INTO main.finding_mark (${listed(columns)}) SELECT ${listed(columns)} FROM temp.src_finding_mark WHERE true
       ON CONFLICT DO NOTHING`,
    )
    .run().changes
  tally.count('marks', null, { added, newer, same: total - added - newer })
  if (added + newer === 0) return
  // The state of a finding follows from its marks when its station is judged, so these are to be judged again.
  db.exec(`DELETE FROM main.finding_run WHERE station_id IN (SELECT station_id FROM temp.src_finding_mark)`)
}

/** Merges the records that could not be understood: each once, with the latest time and reason. */
export function mergeRejected({ db, tally, done }: Transfer): void {
  const total = db.prepare<[], number>('SELECT count(*) FROM temp.src_rejected').pluck().get() ?? 0
  const newer = db
    .prepare(
      `UPDATE main.rejected AS m SET reason = iif(s.received_at_ms > m.received_at_ms, s.reason, m.reason),
         times = max(s.times, m.times), received_at_ms = max(s.received_at_ms, m.received_at_ms)
       FROM temp.src_rejected s WHERE s.resource = m.resource AND s.digest = m.digest
         AND (s.received_at_ms > m.received_at_ms OR s.times > m.times)`,
    )
    .run().changes
  const added = db
    .prepare(
      `INSERT INTO main.rejected (resource, reason, raw, digest, times, received_at_ms)
       SELECT resource, reason, raw, digest, times, received_at_ms FROM temp.src_rejected WHERE true ORDER BY id
       ON CONFLICT DO NOTHING`,
    )
    .run().changes
  tally.count('rejected', null, { added, newer, same: total - added - newer })
  done(total)
}
