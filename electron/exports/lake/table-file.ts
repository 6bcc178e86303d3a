import { dayNumber } from '../../contract/time/day.ts'
import { SECOND_MS } from '../../contract/time/units.ts'
import { numberOf } from '../../book/index.ts'
import type { LakeEvent, LakeKind, LakeReadings, ViewValue } from '../../book/lake/lake.ts'
import { GROUP_ROWS, type ColumnKind, type NumberColumn, type TextColumn } from '../parquet/column.ts'
import { ParquetFile, type ParquetColumn } from '../parquet/parquet-file.ts'

/** Tables of the lake as Parquet: each begins with the book's id. Generators yield bytes, or null between two parts. */
export type Bytes = Generator<Uint8Array | null, number>

const KIND: Record<Exclude<LakeKind, 'mixed'>, ColumnKind> = {
  whole: 'whole',
  double: 'double',
  time: 'time',
  day: 'day',
  text: 'text',
}
type Columns = readonly (readonly [name: string, kind: LakeKind])[]

function columnsOf(columns: Columns): ParquetColumn[] {
  return columns.flatMap(([name, kind]): ParquetColumn[] =>
    kind === 'mixed'
      ? [
          { name, kind: 'double' },
          { name: `${name}_text`, kind: 'text' },
        ]
      : [{ name, kind: KIND[kind] }],
  )
}

/** The number that a value is, or that its text says (with a point or a comma): what the program itself counts with. */
function numberIn(value: ViewValue): number | null {
  const number = numberOf(value)
  return Number.isFinite(number) ? number : null
}

/** Puts a value of a view into its column, or its two columns. */
type Put = (value: ViewValue) => void

function putters(columns: Columns, file: ParquetFile): Put[] {
  let next = 0
  const number = () => file.columns[next++] as NumberColumn
  const text = () => file.columns[next++] as TextColumn
  const addText = (column: TextColumn, value: ViewValue) => (value === null ? column.addNone() : column.add(String(value)))
  return columns.map(([, kind]): Put => {
    switch (kind) {
      case 'mixed': {
        const [double, words] = [number(), text()]
        return (value) => {
          double.add(numberIn(value))
          addText(words, typeof value === 'number' ? null : value)
        }
      }
      case 'text': {
        const column = text()
        return (value) => addText(column, value)
      }
      case 'time': {
        const column = number()
        return (value) => column.add(typeof value === 'number' ? Math.round(value * SECOND_MS) : null)
      }
      case 'day': {
        const column = number()
        return (value) => column.add(typeof value === 'string' ? dayNumber(value) : null)
      }
      default: {
        const column = number()
        return (value) => column.add(typeof value === 'number' ? value : null)
      }
    }
  })
}

const BOOK: Columns = [['book', 'text']]

/** A public view. `rows` come as the view shows them. */
export function* tableBytes(book: string, columns: Columns, rows: Iterable<readonly ViewValue[] | null>): Bytes {
  const all: Columns = [...BOOK, ...columns]
  const file = new ParquetFile(columnsOf(all))
  const [putBook, ...put] = putters(all, file)
  yield file.head()
  for (const row of rows) {
    if (row === null) {
      yield null
      continue
    }
    putBook?.(book)
    for (let at = 0; at < put.length; at++) put[at]?.(row[at] ?? null)
    if (file.isFull) yield* file.takeGroup()
  }
  yield* file.takeGroup()
  yield file.footer()
  return file.rows
}

const READING: Columns = [
  ['book', 'text'],
  ['equipment_id', 'whole'],
  ['archive_type', 'text'],
  ['view', 'text'],
  ['event_time', 'time'],
  ['channel', 'text'],
  ['value', 'mixed'],
  ['fetched_at', 'time'],
  ['source', 'text'],
]

/** v_reading of one archive and month, by device, view, channel and time. */
export function* readingBytes(book: string, archiveType: string, series: Iterable<LakeReadings | null>): Bytes {
  const file = new ParquetFile(columnsOf(READING))
  const [books, equipment, archives, views, times, channels, values, texts, fetched, sources] = file.columns as [
    TextColumn,
    NumberColumn,
    TextColumn,
    TextColumn,
    NumberColumn,
    TextColumn,
    NumberColumn,
    TextColumn,
    NumberColumn,
    TextColumn,
  ]
  yield file.head()
  for (const one of series) {
    if (one === null) {
      yield null
      continue
    }
    for (let at = 0; at < one.atMs.length; at++) {
      const value = one.values[at] ?? null
      books.add(book)
      equipment.add(one.equipmentId)
      archives.add(archiveType)
      views.add(one.view)
      times.add(one.atMs[at] ?? null)
      channels.add(one.channel)
      values.add(numberIn(value))
      if (typeof value === 'string') texts.add(value)
      else texts.addNone()
      fetched.add(one.fetchedAtMs[at] ?? null)
      const source = one.sources[at] ?? null
      if (source === null) sources.addNone()
      else sources.add(source)
      if (file.isFull) yield* file.takeGroup()
    }
  }
  yield* file.takeGroup()
  yield file.footer()
  return file.rows
}

const EVENT: Columns = [
  ['book', 'text'],
  ['equipment_id', 'whole'],
  ['archive_type', 'text'],
  ['event_time', 'time'],
  ['code', 'text'],
  ['code_description', 'text'],
  ['val_code', 'mixed'],
  ['izm', 'text'],
  ['entries', 'text'],
  ['fetched_at', 'time'],
  ['source', 'text'],
]

/** v_event of one archive and month, by device and time. */
export function* eventBytes(book: string, archiveType: string, events: Iterable<LakeEvent | null>): Bytes {
  const file = new ParquetFile(columnsOf(EVENT))
  const put = putters(EVENT, file)
  yield file.head()
  let rows = 0
  for (const one of events) {
    if (one === null) {
      yield null
      continue
    }
    const { code, description, valCode, izm, entries } = one.content
    const fetchedAt = one.fetchedAtMs === null ? null : one.fetchedAtMs / SECOND_MS
    const row = [book, one.equipmentId, archiveType, one.atMs / SECOND_MS, code, description, valCode, izm, entries, fetchedAt, one.source]
    for (let at = 0; at < put.length; at++) put[at]?.(row[at] ?? null)
    if (++rows % GROUP_ROWS === 0) yield* file.takeGroup()
  }
  yield* file.takeGroup()
  yield file.footer()
  return file.rows
}
