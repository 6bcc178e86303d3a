import type { QuestionAnswer, QuestionValue } from '../../../electron/contract/question-words.ts'
import { isDay, utcMidnight } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../electron/contract/time/units.ts'

/** What the columns of an answer are, by their names and values, and what can be drawn of them. */

/** Columns of the views that hold Unix seconds are called so. */
const TIME_NAME = /(?:^|_)(?:time|at|earliest|latest)$/i
/** From 1973 to 2286: a smaller number is no moment, whatever its column is called. */
const SECONDS = { least: 1e8, most: 1e10 }
const ID_NAME = /(?:^|_)(?:id|place|rank)$/i
/** Columns of the views whose texts are called so name something, also where they are written with digits alone. */
const NAMING_NAME = /(?:^|_)(?:name|number|code|inn|serial|version|phone)$/i
/** A number as devices write it: values of the unified view and of readings are such texts. A leading zero makes it a name. */
const DECIMAL = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/

export type ColumnUse = 'time' | 'day' | 'number' | 'id' | 'text'

/** True for a column of numbers that could all be moments. */
const isTime = (rows: Rows, at: number): boolean =>
  rows.every((row) => {
    const value = row[at] ?? null
    return value === null || (typeof value === 'number' && value >= SECONDS.least && value < SECONDS.most)
  })

/** True for a column of texts, and numbers among them, that are all plain decimals. */
function isDecimals(name: string, rows: Rows, at: number): boolean {
  return !ID_NAME.test(name) && !NAMING_NAME.test(name) && rows.every((row) => row[at] === null || numberOrNull(row[at]) !== null)
}

type Columns = Pick<QuestionAnswer, 'columns' | 'rows'>
/** An answer is never changed: the table, the chart and the foot ask for the uses of one answer. */
const known = new WeakMap<QuestionAnswer['columns'], ColumnUse[]>()

/** What each column of an answer is. */
export function usesOf({ columns, rows }: Columns): ColumnUse[] {
  const found = known.get(columns) ?? columns.map((column, at) => useOf(column, rows, at))
  known.set(columns, found)
  return found
}
function useOf({ name, kind }: QuestionAnswer['columns'][number], rows: Rows, at: number): ColumnUse {
  if (kind === 'empty') return 'text'
  if (kind === 'number') {
    if (!TIME_NAME.test(name)) return ID_NAME.test(name) ? 'id' : 'number'
    return isTime(rows, at) ? 'time' : 'number'
  }
  const isDays = kind === 'text' && rows.every((row) => row[at] === null || (typeof row[at] === 'string' && isDay(row[at])))
  if (isDays) return 'day'
  return isDecimals(name, rows, at) ? 'number' : 'text'
}

/** A line over time. */
export interface AnswerLine {
  name: string
  /** Unix ms, ascending; NaN where there is no number. */
  times: Float64Array
  values: Float64Array
}
/** What is drawn of an answer. */
export type AnswerPlot =
  | { kind: 'lines'; lines: AnswerLine[]; all: number }
  /** `columns` beside each other for each name. */
  | { kind: 'bars'; labels: string[]; columns: { name: string; values: (number | null)[] }[]; all: number }

const MOST_LINES = 8
/** More bars could be neither told apart nor named. */
const MOST_BARS = 60

/** The chart of an answer: its times, else its names, against its numbers. Null: there is neither. */
export function plotOfAnswer({ columns, rows }: Columns): AnswerPlot | null {
  const uses = usesOf({ columns, rows })
  const numbers = uses.flatMap((use, at) => (use === 'number' ? [at] : []))
  const time = uses.findIndex((use) => use === 'time' || use === 'day')
  const called = calling(columns)
  if (numbers.length === 0) return null
  if (time >= 0) {
    const msOf = momentsOf(rows, time, uses[time] ?? 'time')
    const splits = uses.findIndex((use, at) => at !== time && (use === 'text' || use === 'id') && rows.some((row) => row[at] !== null))
    const drawn = { rows, msOf, numbers: numbers.slice(0, MOST_LINES), called }
    if (splits < 0 || !hasTwice(msOf)) return { kind: 'lines', lines: plainLines(drawn), all: numbers.length }
    const { lines, names } = splitLines({ ...drawn, splits })
    return { kind: 'lines', lines, all: names * numbers.length }
  }
  const name = uses.findIndex((use) => use === 'text')
  const by = name >= 0 ? name : uses.indexOf('id')
  if (by < 0) return null
  const shown = rows.slice(0, MOST_BARS)
  return {
    kind: 'bars',
    labels: shown.map((row) => String(row[by] ?? '—')),
    columns: numbers.slice(0, MOST_LINES).map((at) => ({ name: called(at), values: shown.map((row) => numberOrNull(row[at])) })),
    all: rows.length,
  }
}

/** Twenty years: more days could not be told apart. */
const MOST_CARPET_MS = 20 * 366 * DAY_MS

/**
 * The one column of times and the one of numbers that a carpet is drawn of; null: there is not one of each, times come twice, or
 * they lie further apart than a carpet reaches.
 */
export function carpetOfAnswer({ columns, rows }: Columns): AnswerLine | null {
  const uses = usesOf({ columns, rows })
  const numbers = uses.flatMap((use, at) => (use === 'number' ? [at] : []))
  const time = uses.indexOf('time')
  const [number] = numbers
  if (time < 0 || number === undefined || numbers.length > 1) return null
  const msOf = momentsOf(rows, time, 'time')
  if (hasTwice(msOf) || !isHourly(msOf)) return null
  const line = plainLines({ rows, msOf, numbers: [number], called: calling(columns) })[0]
  // A single far stamp would make a cell of each hour of centuries.
  return line && (line.times.at(-1) ?? 0) - (line.times[0] ?? 0) <= MOST_CARPET_MS ? line : null
}

/** Steps between records are hours, for the most part. */
function isHourly(msOf: readonly number[]): boolean {
  const times = msOf.filter((ms) => !Number.isNaN(ms)).toSorted((a, b) => a - b)
  const steps = times.slice(1).map((ms, at) => ms - (times[at] ?? ms))
  const hours = steps.filter((step) => step > 0 && step < 1.5 * HOUR_MS).length
  return steps.length > 0 && hours > steps.length / 2
}

type Rows = QuestionAnswer['rows']

/** The number that a value is or writes. */
const numberOrNull = (value: QuestionValue | undefined): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' && DECIMAL.test(value) ? Number(value) : null

/** Unix ms of each row; NaN where it has none. */
function momentsOf(rows: Rows, at: number, use: ColumnUse): number[] {
  return rows.map((row) => {
    const value = row[at]
    if (use === 'day') return typeof value === 'string' ? utcMidnight(value) : Number.NaN
    return typeof value === 'number' ? value * SECOND_MS : Number.NaN
  })
}
const hasTwice = (msOf: readonly number[]): boolean => new Set(msOf).size < msOf.length

function lineOf(name: string, points: readonly (readonly [ms: number, value: number])[]): AnswerLine {
  const sorted = points.filter(([ms]) => !Number.isNaN(ms)).toSorted(([a], [b]) => a - b)
  return { name, times: Float64Array.from(sorted, ([ms]) => ms), values: Float64Array.from(sorted, ([, value]) => value) }
}

interface Drawn {
  rows: Rows
  msOf: readonly number[]
  numbers: readonly number[]
  called: (at: number) => string
}

/** What a column is called in a chart; of several with one name the later ones are numbered. */
function calling(columns: QuestionAnswer['columns']): (at: number) => string {
  const seen = new Map<string, number>()
  const names = columns.map(({ name }) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return nth === 1 ? name : `${name} (${nth})`
  })
  return (at) => names[at] ?? ''
}

/** A line for each column of numbers. */
const plainLines = ({ rows, msOf, numbers, called }: Drawn): AnswerLine[] =>
  numbers.map((at) =>
    lineOf(
      called(at),
      rows.map((row, nth) => [msOf[nth] ?? Number.NaN, numberOrNull(row[at]) ?? Number.NaN]),
    ),
  )

/** Lines of the first names, one for each column of numbers, and how many names there are. */
function splitLines({ rows, msOf, numbers, splits, called }: Drawn & { splits: number }): { lines: AnswerLine[]; names: number } {
  const rowsOf = Map.groupBy(rows.keys(), (nth) => String(rows[nth]?.[splits] ?? '—'))
  const shown = [...rowsOf].slice(0, Math.ceil(MOST_LINES / numbers.length))
  const lines = shown.flatMap(([name, its]) =>
    numbers.map((at) =>
      lineOf(
        numbers.length > 1 ? `${name}, ${called(at)}` : name,
        its.map((nth) => [msOf[nth] ?? Number.NaN, numberOrNull(rows[nth]?.[at]) ?? Number.NaN]),
      ),
    ),
  )
  return { lines: lines.slice(0, MOST_LINES), names: rowsOf.size }
}

/** Compares rows by a column: numbers before texts, and what is absent last. */
export function comparing(at: number, desc: boolean, collator: Intl.Collator): (one: AnswerRow, other: AnswerRow) => number {
  const sign = desc ? -1 : 1
  const rank = (value: QuestionValue) => (value === null ? 2 : typeof value === 'number' ? 0 : 1)
  return (one, other) => {
    const [a, b] = [one.cells[at] ?? null, other.cells[at] ?? null]
    if (a === null || b === null || typeof a !== typeof b) return rank(a) - rank(b)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  }
}

/** A row with its place in the answer. */
export interface AnswerRow {
  place: number
  cells: readonly QuestionValue[]
}

/** The column of an answer that names stations; −1: none. */
export function stationColumn({ columns, views }: Pick<QuestionAnswer, 'columns' | 'views'>): number {
  const named = columns.findIndex(({ name, kind }) => name === 'station_id' && kind === 'number')
  if (named >= 0) return named
  const isOfStations = views.length === 1 && ['v_station', 'v_characteristics', 'v_last_session'].includes(views[0] ?? '')
  return isOfStations ? columns.findIndex(({ name, kind }) => name === 'id' && kind === 'number') : -1
}
