import { setImmediate as breath } from 'node:timers/promises'
import { MeterbookError } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import { ALL_SERIES } from './event-buckets.ts'
import { packedContentsIn, type PackedContents } from './packed-contents.ts'
import { packedSeriesIn, type PackedSeries } from './packed-series.ts'

/**
 * All events of a book as columns, in order of time, series and content: 16 bytes an event. One walk over them answers in
 * milliseconds what SQLite would need an index for each way of asking for. What is handed out never changes.
 */
export interface PackedEvents {
  length: number
  /** Unix ms. */
  atMs: Float64Array
  series: Uint32Array
  content: Uint32Array
  seriesOf: PackedSeries
  contentOf: PackedContents
}

type Row = [atMs: number, series: number, content: number]
type Columns = Pick<PackedEvents, 'length' | 'atMs' | 'series' | 'content'>

/** Rows that are read before other work of the thread has its turn: some milliseconds. */
const AT_ONCE = 4_000

/** Packs the events of a book when they are first asked for; events that this program adds later are merged in. */
export function packedEventsIn(book: Context) {
  const { db, onRollback } = book
  const changedByOthers = book.versions.othersData
  const seriesOf = packedSeriesIn(book)
  const contentOf = packedContentsIn(book)
  const count = db.prepare<[number], number>('SELECT total(events) FROM event_bucket WHERE series_id = ?').pluck()
  const next = db
    .prepare<[number, number, number, number], Row>(
      `SELECT at_ms, series_id, content_id FROM event INDEXED BY event_by_time
       WHERE (at_ms, series_id, content_id) > (?, ?, ?) ORDER BY at_ms, series_id, content_id LIMIT ?`,
    )
    .raw()

  let packed: PackedEvents | null = null
  /** The version that others had written when the columns were begun. */
  let version = ''
  let added: Row[] = []
  let packing: Promise<PackedEvents> | null = null
  /** Increases when what was read no longer holds. */
  let age = 0

  function forget(): void {
    packed = null
    packing = null
    added = []
    age++
    seriesOf.forget()
    contentOf.forget()
  }
  onRollback(forget)

  async function pack(): Promise<PackedEvents> {
    const mine = age
    version = changedByOthers()
    let columns = emptyColumns(Math.ceil((count.get(ALL_SERIES) ?? 0) * 1.05) + AT_ONCE)
    let last: Row = [Number.MIN_SAFE_INTEGER, 0, 0]
    for (;;) {
      const rows = next.all(...last, AT_ONCE)
      columns = withRoom(columns, rows.length)
      for (const row of rows) put(columns, row)
      last = rows.at(-1) ?? last
      if (rows.length < AT_ONCE) break
      await breath()
      if (!db.open) throw new MeterbookError('NO_BOOK')
      if (mine !== age) return load()
    }
    await contentOf.readNew(breath)
    if (!db.open) throw new MeterbookError('NO_BOOK')
    if (mine !== age) return load()
    packing = null
    const fresh = whole(columns)
    packed = fresh
    return current() ?? fresh
  }

  const whole = (columns: Columns): PackedEvents => ({
    ...columns,
    seriesOf: seriesOf.now(),
    contentOf: contentOf.now(),
  })

  /** The columns, if they are packed and nobody else has written to the book since. */
  function current(): PackedEvents | null {
    if (!packed) return null
    if (changedByOthers() !== version) {
      forget()
      return null
    }
    if (added.length > 0) {
      packed = whole(merged(packed, added.sort(inOrder)))
      added = []
    }
    return packed
  }

  /** The columns; packs them first if need be, a few milliseconds at a time. Rejects with NO_BOOK when the book is closed meanwhile. */
  function load(): Promise<PackedEvents> {
    const now = current()
    if (now) return Promise.resolve(now)
    packing ??= pack().catch((error: unknown) => {
      packing = null
      throw error
    })
    return packing
  }

  return {
    current,
    load,
    /** Notes an event that this program has added. */
    note(atMs: number, series: number, content: number): void {
      // Nobody may ask for the log during a long download: what comes is merged in parts.
      if (added.length >= AT_ONCE_ADDED) current()
      if (packed || packing) added.push([atMs, series, content])
    },
  }
}

function emptyColumns(room: number): Columns {
  return {
    length: 0,
    atMs: new Float64Array(room),
    series: new Uint32Array(room),
    content: new Uint32Array(room),
  }
}

function put(columns: Columns, [atMs, series, content]: Row): void {
  const at = columns.length++
  columns.atMs[at] = atMs
  columns.series[at] = series
  columns.content[at] = content
}

function withRoom(columns: Columns, rows: number): Columns {
  if (columns.length + rows <= columns.atMs.length) return columns
  const larger = emptyColumns(Math.ceil((columns.length + rows) * 1.5))
  larger.length = columns.length
  larger.atMs.set(columns.atMs)
  larger.series.set(columns.series)
  larger.content.set(columns.content)
  return larger
}

/** Events that are kept beside the columns before they are merged with them. */
const AT_ONCE_ADDED = 50_000
const inOrder = (a: Row, b: Row) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** The columns with more rows, which are in order; a row that is there already is left out. */
function merged(columns: Columns, rows: readonly Row[]): Columns {
  const all = emptyColumns(columns.length + rows.length)
  const { atMs, series, content } = columns
  let from = 0
  /** Copies the old rows before `end`. */
  const copyTo = (end: number) => {
    all.atMs.set(atMs.subarray(from, end), all.length)
    all.series.set(series.subarray(from, end), all.length)
    all.content.set(content.subarray(from, end), all.length)
    all.length += end - from
    from = end
  }
  let before: Row | null = null
  for (const row of rows) {
    const place = placeOf(columns, row, from)
    copyTo(place)
    const isThere = place < columns.length && compare(columns, place, row) === 0
    if (!isThere && !(before && inOrder(before, row) === 0)) put(all, row)
    before = row
  }
  copyTo(columns.length)
  return all
}

const compare = ({ atMs, series, content }: Columns, at: number, row: Row): number =>
  inOrder([atMs[at] ?? 0, series[at] ?? 0, content[at] ?? 0], row)

/** The first place at or after `from` whose row is not before `row`. */
function placeOf(columns: Columns, row: Row, from: number): number {
  let low = from
  let high = columns.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(columns, middle, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
