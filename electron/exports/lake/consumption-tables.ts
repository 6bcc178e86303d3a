import { clockOf } from '../../analysis/clock.ts'
import { longAmounts, silentDays } from '../../analysis/consumption-beyond-days.ts'
import type { Book } from '../../book/book.ts'
import type { LakeTable, ViewValue } from '../../book/lake/lake.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { SECOND_MS } from '../../contract/time/units.ts'
import { tableBytes, type Bytes } from './table-file.ts'

/** What the lake says of consumption beyond the days that the book keeps, so that sums and denominators are whole. */

export interface LakeClock {
  /** Of stations and books that say nothing of theirs. */
  usual: GasClock
  /** Unix ms: days that are not over by then are not said to be silent. */
  nowMs: number
}

export const CONSUMPTION_DAY = 'consumption_day'
/** The table of what no gas day has. */
export const CONSUMPTION_SPAN = 'consumption_span'

type Row = readonly ViewValue[]

/** Stations that are looked at between two pauses. */
const STEP = 50

/** Rows of `consumption_day`: those of the view, then those of silent stations, without a volume, with the hours that were due. */
export function* consumptionDays(book: Book, table: LakeTable, { usual, nowMs }: LakeClock): Generator<Row | null> {
  yield* book.lake.rows(table)
  for (const stationId of stationsOf(book)) {
    if (stationId === null) {
      yield null
      continue
    }
    for (const { day, channel, unit, hoursExpected } of silentDays(
      book,
      stationId,
      clockOf(book, [stationId], usual),
      nowMs,
    )) {
      const said = new Map<string, ViewValue>([['station_id', stationId], ['day', day], ['channel', channel], ['unit', unit], ['hours_expected', hoursExpected]]) // oxfmt-ignore
      yield table.columns.map(([name, kind]) => said.get(name) ?? (kind === 'whole' || kind === 'double' ? (name === 'volume' ? null : 0) : null)) // oxfmt-ignore
    }
  }
}

/** `consumption_span`: amounts that reach over a day's end, and are in the volume of no day. */
export const consumptionSpanBytes = (book: Book, { usual }: LakeClock): Bytes =>
  tableBytes(
    book.bookId,
    [
      ['station_id', 'whole'],
      ['from_time', 'time'],
      ['to_time', 'time'],
      ['first_day', 'day'],
      ['last_day', 'day'],
      ['channel', 'text'],
      ['volume', 'double'],
      ['unit', 'text'],
      ['hours', 'double'],
    ],
    spanRows(book, usual),
  )

function* spanRows(book: Book, usual: GasClock): Generator<Row | null> {
  for (const stationId of stationsOf(book)) {
    if (stationId === null) {
      yield null
      continue
    }
    for (const { fromMs, toMs, firstDay, lastDay, channel, m3, unit, hours } of longAmounts(
      book,
      stationId,
      clockOf(book, [stationId], usual),
    ))
      // oxfmt-ignore
      yield [stationId, fromMs / SECOND_MS, toMs / SECOND_MS, firstDay, lastDay, channel, m3, unit, hours]
  }
}

/** Stations by their number; null where other work may have its turn. */
function* stationsOf(book: Book): Generator<number | null> {
  for (const [at, id] of book.stations
    .ids()
    .toSorted((a, b) => a - b)
    .entries()) {
    if (at % STEP === STEP - 1) yield null
    yield id
  }
}
