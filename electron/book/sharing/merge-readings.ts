import { recordPeriod } from '../../contract/archives.ts'

import { decodeRecord, encodeRecord, unknownChannels } from '../archives/reading-record.ts'
import { minuteCountsIn, seriesCountIn } from '../archives/reading-counts.ts'
import { keeperIn } from './keep-twice.ts'
import type { MappedSeries } from './series-map.ts'
import type { Transfer } from './transfer.ts'

/** Records that are translated at a time, where two books list the channels of an archive in different orders. */
const AT_ONCE = 2_000

interface Range {
  own: number
  other: number
  fromMs: number
  toMs: number
}

/**
 * Readings. Where both books list an archive's channels in the same order, which is nearly everywhere, records go over as
 * they are stored, a series in one statement; elsewhere each is written anew in the own order.
 */
export function readingsMergerIn(transfer: Transfer) {
  const { db, book, tally, stationOfDevice, done } = transfer
  const keep = keeperIn(transfer)
  const channelsOf = (table: string) =>
    db.prepare<[number], string>(`SELECT name FROM ${table} WHERE series_id = ? ORDER BY position`).pluck()
  const [ownChannels, otherChannels] = [channelsOf('main.series_channel'), channelsOf('temp.src_series_channel')]
  const within = 'r.series_id = @other AND r.at_ms BETWEEN @fromMs AND @toMs'
  const both = `FROM temp.src_reading r CROSS JOIN main.reading m ON m.series_id = @own AND m.at_ms = r.at_ms WHERE ${within}`
  const shared = db.prepare<Range, [there: number, differ: number]>(`SELECT count(*), total(m.record <> r.record) ${both}`).raw()
  const differing = db.prepare<Range, [atMs: number, record: string]>(`SELECT r.at_ms, r.record ${both} AND m.record <> r.record`).raw()
  const copy = db.prepare<Range>(
    `INSERT INTO main.reading SELECT @own, r.at_ms, r.record FROM temp.src_reading r WHERE ${within} ORDER BY r.at_ms`,
  )
  const copyNew = db.prepare<Range>(
    `INSERT INTO main.reading SELECT @own, r.at_ms, r.record FROM temp.src_reading r WHERE ${within} ORDER BY r.at_ms
     ON CONFLICT DO NOTHING`,
  )
  const some = db
    .prepare<Range, [atMs: number, record: string]>(
      `SELECT r.at_ms, r.record FROM temp.src_reading r WHERE ${within} ORDER BY r.at_ms LIMIT ${AT_ONCE}`,
    )
    .raw()
  const one = db.prepare<[number, number], string>('SELECT record FROM main.reading WHERE series_id = ? AND at_ms = ?').pluck()
  const add = db.prepare<[number, number, string]>('INSERT INTO main.reading VALUES (?, ?, ?)')
  const recount = seriesCountIn(db)
  const count = minuteCountsIn(db)
  const ends = db.prepare<[number], [number, number]>('SELECT first_ms, last_ms FROM main.series WHERE id = ? AND records > 0').raw()

  function asStored(series: MappedSeries, range: Range, channels: readonly string[]) {
    if (series.isFresh) return { added: copy.run(range).changes, same: 0, twice: 0 }
    const [there, differ] = shared.get(range) ?? [0, 0]
    if (differ > 0) for (const [atMs, record] of differing.all(range)) keep.reading(series, atMs, decodeRecord(record, channels))
    return { added: copyNew.run(range).changes, same: there - differ, twice: differ }
  }

  function translated(series: MappedSeries, range: Range, from: readonly string[]) {
    let own: readonly string[] = ownChannels.all(range.own)
    const counts = { added: 0, same: 0, twice: 0 }
    for (let next: Range | null = range; next !== null;) {
      const rows: [atMs: number, record: string][] = some.all(next)
      for (const [atMs, record] of rows) {
        const values = decodeRecord(record, from)
        const unknown = unknownChannels(values, own)
        for (const name of unknown) own = book.series.addChannel(range.own, name)
        const encoded = encodeRecord(values, own) as string
        const there = one.get(range.own, atMs)
        if (there === undefined) {
          add.run(range.own, atMs, encoded)
          counts.added++
        } else if (there === encoded) counts.same++
        else {
          keep.reading(series, atMs, values)
          counts.twice++
        }
      }
      const last = rows.at(-1)
      next = last && rows.length === AT_ONCE ? { ...range, fromMs: last[0] + 1 } : null
    }
    return counts
  }

  return function mergeReadings(series: MappedSeries): void {
    const { ownId: own, otherId: other, fromMs, toMs, equipmentId } = series
    const range = { own, other, fromMs, toMs }
    const [mine, theirs] = [ownChannels.all(own), otherChannels.all(other)]
    const isSame = mine.every((name, at) => at >= theirs.length || theirs[at] === name)
    // Records end before the place of a channel that came later, so a longer list reads them all the same.
    if (isSame) for (const name of theirs.slice(mine.length)) book.series.addChannel(own, name)
    const counts = isSame ? asStored(series, range, theirs) : translated(series, range, theirs)
    done(counts.added + counts.same + counts.twice)
    tally.count('readings', stationOfDevice.get(equipmentId ?? NaN), counts)
    if (counts.added === 0 && counts.twice === 0) return
    recount(own, counts.added)
    if (counts.added > 0 && recordPeriod(series.archiveType) === 'hour') count(own)
    const [firstMs, lastMs] = ends.get(own) ?? [fromMs, toMs]
    if (equipmentId !== null) book.changed.note('readings', equipmentId, { fromMs: firstMs, toMs: lastMs })
  }
}
