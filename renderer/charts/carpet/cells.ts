import { addDays, dayNumber, firstOfMonth } from '../../../electron/contract/time/day.ts'
import { gasDaysOf, gasDaySpan, gasPeriods, type GasClock, type TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import type { Day } from '../../../electron/contract/records.ts'
import { CELL_KINDS, type CellKind } from '../../places/readings.ts'

/** A picture beside which others stand: all of a short span, or one calendar year of a long one. */
export interface CarpetBlock {
  /** Null where there is one block only. */
  year: number | null
  columns: number
  /** The gas day at the top of its first column: a day of hours, the Monday of a week, 1 January. */
  firstDay: Day
}

/** A gas day whose clocks changed, with the hours that it has. */
interface ClockChange {
  block: number
  column: number
  hours: number
  /** Rows whose hour the clock skipped. */
  skipped: readonly number[]
}

/**
 * The cells of a carpet in the order of time. Hours: a column a gas day, a row an hour of the clock, the contract hour on
 * top; an hour that comes twice is two cells in one place. Days: a column a week, Monday on top. Months: a column a
 * month, a row a year.
 */
export interface CarpetCells {
  kind: CellKind
  gas: GasClock
  blocks: readonly CarpetBlock[]
  /** Rows of each block. */
  rows: number
  length: number
  /** Beginning and end of each cell, Unix ms. */
  fromMs: Float64Array
  toMs: Float64Array
  block: Uint16Array
  column: Uint16Array
  row: Uint16Array
  /** 0: the cell has its place for itself; 1 and 2: the first and the second of an hour that comes twice. */
  half: Uint8Array
  /** The first cell of each column, in the order of time. */
  starts: Uint32Array
  changes: readonly ClockChange[]
}

/** Longer spans are one block a calendar year: 53 weeks. */
const MOST_DAYS = 371
const MONTHS = 12
const WEEK = 7
const HOURS = 24

/** The cells of the gas days, or months of gas days, that a span touches, each whole. */
export function cellsOf(kind: CellKind, span: TimeSpan, gas: GasClock): CarpetCells {
  if (kind === 'month') return monthCells(span, gas)
  const [first, last] = gasDaysOf(span, gas)
  const days = gasPeriods(gasDaySpan(first, last, gas), 'day', gas)
  const isLong = dayNumber(last) - dayNumber(first) >= MOST_DAYS
  const yearOf = (day: Day) => Number(day.slice(0, 4))
  const years = isLong ? Array.from({ length: yearOf(last) - yearOf(first) + 1 }, (_, at) => yearOf(first) + at) : [null]
  const blockOf = kind === 'hour' ? blockOfDays : blockOfWeeks
  const blocks = years.map((year) => (year === null ? blockOf(null, first, last) : blockOf(year, ...endsOf(year))))
  const into = collector(kind, gas, blocks, kind === 'hour' ? HOURS : WEEK)
  for (const { day, ...period } of days) {
    const block = isLong ? yearOf(day) - yearOf(first) : 0
    const since = dayNumber(day) - dayNumber(blocks[block]?.firstDay ?? day)
    if (kind === 'hour') into.hours(period, block, since)
    else into.add(period, block, Math.floor(since / WEEK), since % WEEK)
  }
  return into.cells()
}

/** The spans that an archive's cells may cover, the finest first: not less than one of its records. */
export function cellKindsOf(covers: CellKind): readonly CellKind[] {
  return CELL_KINDS.slice(CELL_KINDS.indexOf(covers))
}

const endsOf = (year: number): [Day, Day] => {
  const text = String(year).padStart(4, '0')
  return [`${text}-01-01`, `${text}-12-31`]
}
const blockOfDays = (year: number | null, first: Day, last: Day): CarpetBlock => ({
  year,
  columns: dayNumber(last) - dayNumber(first) + 1,
  firstDay: first,
})
function blockOfWeeks(year: number | null, first: Day, last: Day): CarpetBlock {
  const monday = addDays(first, -weekdayOf(first))
  return { year, columns: Math.floor((dayNumber(last) - dayNumber(monday)) / WEEK) + 1, firstDay: monday }
}
/** Monday is 0. Day number 0, 1 January 1970, was a Thursday. */
const weekdayOf = (day: Day): number => (((dayNumber(day) + 3) % WEEK) + WEEK) % WEEK

function monthCells(span: TimeSpan, gas: GasClock): CarpetCells {
  const [first, last] = gasDaysOf(span, gas)
  const whole = gasDaySpan(firstOfMonth(first), addDays(firstOfMonth(last, 1), -1), gas)
  const firstYear = Number(first.slice(0, 4))
  const rows = Number(last.slice(0, 4)) - firstYear + 1
  const into = collector('month', gas, [{ year: null, columns: MONTHS, firstDay: `${first.slice(0, 4)}-01-01` }], rows)
  for (const { day, ...period } of gasPeriods(whole, 'month', gas))
    into.add(period, 0, Number(day.slice(5, 7)) - 1, Number(day.slice(0, 4)) - firstYear)
  return into.cells()
}

/** True for a cell in another column than the one before it. */
function isFirst(list: readonly { block: number; column: number }[], at: number): boolean {
  const [cell, before] = [list[at], list[at - 1]]
  return !before || cell?.column !== before.column || cell.block !== before.block
}

/** Collects cells; they come in the order of time. */
function collector(kind: CellKind, gas: GasClock, blocks: readonly CarpetBlock[], rows: number) {
  const list: (TimeSpan & { block: number; column: number; row: number; half: number })[] = []
  const changes: ClockChange[] = []
  const { wallMs } = zoneClock(gas.zone)
  const add = ({ fromMs, toMs }: TimeSpan, block: number, column: number, row: number, half = 0) =>
    list.push({ fromMs, toMs, block, column, row, half })

  /** The hours of a gas day: by the clock, so that a row is the same hour of every day. */
  function hours(day: TimeSpan, block: number, column: number): void {
    const begun = list.length
    for (let fromMs = day.fromMs; fromMs < day.toMs; fromMs += HOUR_MS) {
      const row = (((Math.floor(wallMs(fromMs) / HOUR_MS) - gas.contractHour) % HOURS) + HOURS) % HOURS
      const before = list.length > begun ? list[list.length - 1] : undefined
      const again = before?.row === row
      if (before && again) before.half = 1
      add({ fromMs, toMs: Math.min(fromMs + HOUR_MS, day.toMs) }, block, column, row, again ? 2 : 0)
    }
    const length = (day.toMs - day.fromMs) / HOUR_MS
    if (length === HOURS) return
    const there = new Set(list.slice(begun).map(({ row }) => row))
    const skipped = Array.from({ length: HOURS }, (_, row) => row).filter((row) => !there.has(row))
    changes.push({ block, column, hours: length, skipped })
  }

  const cells = (): CarpetCells => ({
    kind,
    gas,
    blocks,
    rows,
    length: list.length,
    fromMs: Float64Array.from(list, ({ fromMs }) => fromMs),
    toMs: Float64Array.from(list, ({ toMs }) => toMs),
    block: Uint16Array.from(list, ({ block }) => block),
    column: Uint16Array.from(list, ({ column }) => column),
    row: Uint16Array.from(list, ({ row }) => row),
    half: Uint8Array.from(list, ({ half }) => half),
    starts: Uint32Array.from(list.keys().filter((at) => isFirst(list, at))),
    changes,
  })
  return { add, hours, cells }
}
