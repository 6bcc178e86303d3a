import { eventCountsIn } from '../archives/event-counts.ts'
import type { MappedSeries } from './series-map.ts'
import type { Transfer } from './transfer.ts'

/** Adds the texts and contents of events that the own book lacks, and puts both books' ids of them side by side. */
export function mapContents({ db, done }: Transfer): void {
  db.exec(`
    CREATE TEMP TABLE used (id INTEGER PRIMARY KEY);
    INSERT INTO temp.used SELECT DISTINCT e.content_id FROM temp.series_map m CROSS JOIN temp.src_event e
      ON e.series_id = m.other_id AND e.at_ms BETWEEN m.from_ms AND m.to_ms WHERE m.kind = 'events'`)
  done(0)
  const isKnown = 'x.code IS t.code AND x.description IS t.description'
  db.exec(`
    CREATE TEMP VIEW used_text AS SELECT * FROM temp.src_event_text WHERE id IN (
      SELECT c.text_id FROM temp.used u JOIN temp.src_event_content c ON c.id = u.id);
    INSERT INTO main.event_text (code, description, folded) SELECT code, description, min(folded) FROM temp.used_text t
      WHERE NOT EXISTS (SELECT 1 FROM main.event_text x WHERE ${isKnown}) GROUP BY code, description ORDER BY min(t.id);
    CREATE TEMP TABLE text_map (other_id INTEGER PRIMARY KEY, own_id INTEGER NOT NULL);
    INSERT INTO temp.text_map SELECT t.id, (SELECT min(x.id) FROM main.event_text x WHERE ${isKnown}) FROM temp.used_text t`)
  done(0)
  db.exec(`
    INSERT INTO main.event_content (text_id, digest, entries, detail)
      SELECT t.own_id, c.digest, c.entries, c.detail FROM temp.used u CROSS JOIN temp.src_event_content c ON c.id = u.id
      CROSS JOIN temp.text_map t ON t.other_id = c.text_id WHERE true ORDER BY u.id ON CONFLICT (digest) DO NOTHING;
    CREATE TEMP TABLE content_map (other_id INTEGER PRIMARY KEY, own_id INTEGER NOT NULL);
    INSERT INTO temp.content_map SELECT u.id, x.id FROM temp.used u CROSS JOIN temp.src_event_content c ON c.id = u.id
      CROSS JOIN main.event_content x ON x.digest = c.digest`)
  done(0)
}

/** Events: the content is part of the key, so that none is ever kept twice. Counts are made anew where any came. */
export function eventsMergerIn({ db, book, tally, stationOfDevice, done }: Transfer) {
  const range = 'e.series_id = @other AND e.at_ms BETWEEN @fromMs AND @toMs'
  const all = db.prepare<object, number>(`SELECT count(*) FROM temp.src_event e WHERE ${range}`).pluck()
  const copy = db.prepare<object>(`
    INSERT INTO main.event SELECT @own, e.at_ms, c.own_id FROM temp.src_event e
    CROSS JOIN temp.content_map c ON c.other_id = e.content_id WHERE ${range} ORDER BY e.at_ms ON CONFLICT DO NOTHING`)
  const { recount } = eventCountsIn(db)
  const ends = db.prepare<[number], [number, number]>('SELECT first_ms, last_ms FROM main.series WHERE id = ?').raw()

  return function mergeEvents({ ownId: own, otherId: other, equipmentId, fromMs, toMs }: MappedSeries): void {
    const asked = { own, other, fromMs, toMs }
    const total = all.get({ other, fromMs, toMs }) ?? 0
    const added = copy.run(asked).changes
    done(total)
    tally.count('events', stationOfDevice.get(equipmentId ?? NaN), { added, same: total - added })
    if (added === 0) return
    recount(own)
    const [firstMs, lastMs] = ends.get(own) ?? [fromMs, toMs]
    if (equipmentId !== null) book.changed.note('events', equipmentId, { fromMs: firstMs, toMs: lastMs })
  }
}
