import { inDeviceTime } from '../../contract/device-time.ts'
import type { Verbatim } from '../../contract/records.ts'
import { believedPart } from '../../contract/time/stamps.ts'
import type { Context } from '../context.ts'
import { parseRecord, registerOf } from './reading-record.ts'
import type { ReadingKey, TimeRange } from './reading-key.ts'
import { NOT_PLAIN, putNumbers } from './record-numbers.ts'

/** Readings as columns, for charts and sums: NaN where a record has no number. */
export interface Columns {
  channels: string[]
  timesMs: Float64Array
  /** One array per channel, each as long as timesMs. */
  values: Float64Array[]
}

/** One channel of an archive. */
export interface Column {
  timesMs: Float64Array
  /** As long as timesMs; NaN where a record has no number. */
  values: Float64Array
}

/** Some rows: their times, and the numbers of each channel that is wanted. */
interface Part {
  timesMs: Float64Array
  values: (Float64Array | undefined)[]
}

/** Records that are read as one text: some MB. */
const AT_ONCE = 20_000

/**
 * Reads archives as numbers, for whatever computes with them: records whose stamps are not believed are left out, so that no
 * loop over hours or days is bounded by a stamp alone. SQLite hands over the records of many rows as one text: as rows, their creation costs more
 * than the reading of their numbers (8 archives of 8,760 records, on a busy machine: 45 ms of CPU time where rows take 80).
 */
export function readingsColumnsIn({ db, series, believed }: Context) {
  const some = 'FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms LIMIT ?'
  const joined = db
    .prepare<[number, number, number, number], [string | null, string | null]>(
      `SELECT group_concat(at_ms, ','), group_concat(record, '') FROM (SELECT at_ms, record ${some})`,
    )
    .raw()
  const stamps = db
    .prepare<[number, number, number], string | null>(
      `SELECT group_concat(at_ms, ',') FROM
         (SELECT at_ms FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms)`,
    )
    .pluck()
  const rows = db.prepare<[number, number, number, number], [number, string]>(`SELECT at_ms, record ${some}`).raw()

  /** @param wanted of each channel in the order of the list: are its numbers asked for */
  function read(id: number, range: TimeRange, wanted: readonly boolean[]): Part {
    const { fromMs, toMs } = believedPart(range, believed())
    const parts: Part[] = []
    for (let from = fromMs; ;) {
      const [times, records] = joined.get(id, from, toMs, AT_ONCE) ?? [null, null]
      if (times === null || records === null) break
      const part = plain(times, records, wanted) ?? parsed(rows.all(id, from, toMs, AT_ONCE), wanted)
      parts.push(part)
      if (part.timesMs.length < AT_ONCE) break
      from = (part.timesMs.at(-1) as number) + 1
    }
    return together(parts, wanted)
  }

  return {
    /** An archive's numbers, by time. */
    columns(key: ReadingKey, range: TimeRange = {}): Columns {
      const id = series.find(key)
      if (id === undefined) return { channels: [], timesMs: new Float64Array(0), values: [] }
      const channels = series.channels(id)
      const { timesMs, values } = read(
        id,
        inDeviceTime(range, key.time),
        channels.map(() => true),
      )
      return { channels, timesMs, values: values as Float64Array[] }
    },

    /** The times of records, Unix ms, ascending. */
    stamps(key: ReadingKey, range: TimeRange = {}): Float64Array {
      const { fromMs, toMs } = believedPart(inDeviceTime(range, key.time), believed())
      const id = series.find(key)
      const text = id === undefined ? null : stamps.get(id, fromMs, toMs)
      // SQLite does not promise the order of a concatenation.
      return Float64Array.from(JSON.parse(`[${text ?? ''}]`) as number[]).sort()
    },

    /** The numbers of one channel, by time: the others are not looked at. Empty where the archive does not have it. */
    column(key: ReadingKey, channelVarname: string, range: TimeRange = {}): Column {
      const id = series.find(key)
      const place = id === undefined ? -1 : series.channels(id).indexOf(channelVarname)
      if (id === undefined || place < 0) return { timesMs: new Float64Array(0), values: new Float64Array(0) }
      const { timesMs, values } = read(
        id,
        inDeviceTime(range, key.time),
        Array.from({ length: place + 1 }, (_, at) => at === place),
      )
      return { timesMs, values: values[place] as Float64Array }
    },
  }
}

const columnsOf = (length: number, wanted: readonly boolean[]) =>
  wanted.map((one) => (one ? new Float64Array(length).fill(Number.NaN) : undefined))

/** Null where a record is not plain, or where the times do not ascend: SQLite does not promise the order of a concatenation. */
function plain(times: string, records: string, wanted: readonly boolean[]): Part | null {
  const timesMs = Float64Array.from(JSON.parse(`[${times}]`) as number[])
  const values = columnsOf(timesMs.length, wanted)
  let at = 0
  for (let row = 0; row < timesMs.length; row++) {
    if (row > 0 && !((timesMs[row] as number) > (timesMs[row - 1] as number))) return null
    at = putNumbers(records, at, row, values)
    if (at === NOT_PLAIN) return null
  }
  return at === records.length ? { timesMs, values } : null
}

/** Record by record, whatever they hold. */
function parsed(found: readonly (readonly [number, string])[], wanted: readonly boolean[]): Part {
  const timesMs = Float64Array.from(found, ([atMs]) => atMs)
  const values = columnsOf(found.length, wanted)
  found.forEach(([, json], row) => {
    const record = parseRecord(json)
    if (Array.isArray(record)) {
      for (let place = 0; place < record.length; place++) put(values[place], row, record[place])
    } else {
      for (const place in record) put(values[Number(place)], row, record[place])
    }
  })
  return { timesMs, values }
}

function put(column: Float64Array | undefined, row: number, value: Verbatim | undefined): void {
  if (column) column[row] = registerOf(value)
}

function together(parts: readonly Part[], wanted: readonly boolean[]): Part {
  const [only, second] = parts
  if (only && !second) return only
  const length = parts.reduce((sum, { timesMs }) => sum + timesMs.length, 0)
  const whole: Part = { timesMs: new Float64Array(length), values: columnsOf(length, wanted) }
  let from = 0
  for (const { timesMs, values } of parts) {
    whole.timesMs.set(timesMs, from)
    values.forEach((column, place) => column && whole.values[place]?.set(column, from))
    from += timesMs.length
  }
  return whole
}
