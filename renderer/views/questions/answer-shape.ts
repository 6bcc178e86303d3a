import type { QuestionAnswer, QuestionValue } from '../../../electron/contract/question-words.ts'
import { isDay, utcMidnight } from '../../../electron/contract/time/day.ts'
import { HOUR_MS, SECOND_MS } from '../../../electron/contract/time/units.ts'

/** What the columns of an answer are, by their names and values, and what can be drawn of them. */

/** Columns of the views that hold Unix seconds are called so. */
const TIME_NAME = /(?:^|_)(?:time|at|earliest|latest)$/i
/** From 1973 to 2286: a smaller number is no moment, whatever its column is called. */
const SECONDS = { least: 1e8, most: 1e10 }
const ID_NAME = /(?:^|_)(?:id|place|rank)$/i

export type ColumnUse = 'time' | 'day' | 'number' | 'id' | 'text'

/** True for a column of Unix seconds: it is called as one, and all its values could be moments. */
function isTime(name: string, values: readonly QuestionValue[]): boolean {
  if (!TIME_NAME.test(name)) return false
  const there = values.filter((value) => value !== null)
  return there.length > 0 && there.every((value) => typeof value === 'number' && value >= SECONDS.least && value < SECONDS.most)
}

/** What each column of an answer is. */
export function usesOf({ columns, rows }: Pick<QuestionAnswer, 'columns' | 'rows'>): ColumnUse[] {
  return columns.map(({ name, kind }, at) => {
    const values = rows.map((row) => row[at] ?? null)
    if (kind === 'number') return isTime(name, values) ? 'time' : ID_NAME.test(name) ? 'id' : 'number'
    const isDays = kind === 'text' && values.every((value) => value === null || (typeof value === 'string' && isDay(value)))
    return isDays ? 'day' : 'text'
  })
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
export function plotOfAnswer({ columns, rows }: Pick<QuestionAnswer, 'columns' | 'rows'>): AnswerPlot | null {
  const uses = usesOf({ columns, rows })
  const numbers = uses.flatMap((use, at) => (use === 'number' ? [at] : []))
  const time = uses.findIndex((use) => use === 'time' || use === 'day')
  const called = (at: number) => columns[at]?.name ?? ''
  if (numbers.length === 0) return null
  if (time >= 0) {
    const msOf = momentsOf(rows, time, uses[time] ?? 'time')
    const splits = uses.findIndex((use, at) => at !== time && (use === 'text' || use === 'id') && rows.some((row) => row[at] !== null))
    const lines =
      splits >= 0 && hasTwice(msOf) ? splitLines({ rows, msOf, numbers, splits, called }) : plainLines({ rows, msOf, numbers, called })
    return { kind: 'lines', lines: lines.slice(0, MOST_LINES), all: lines.length }
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

/** The one column of times and the one of numbers that a carpet is drawn of; null: there is not one of each, or times come twice. */
export function carpetOfAnswer({ columns, rows }: Pick<QuestionAnswer, 'columns' | 'rows'>): AnswerLine | null {
  const uses = usesOf({ columns, rows })
  const numbers = uses.flatMap((use, at) => (use === 'number' ? [at] : []))
  const time = uses.indexOf('time')
  const [number] = numbers
  if (time < 0 || number === undefined || numbers.length > 1) return null
  const msOf = momentsOf(rows, time, 'time')
  if (hasTwice(msOf) || !isHourly(msOf)) return null
  return plainLines({ rows, msOf, numbers: [number], called: (at) => columns[at]?.name ?? '' })[0] ?? null
}

/** Steps between records are hours, for the most part. */
function isHourly(msOf: readonly number[]): boolean {
  const times = msOf.filter((ms) => !Number.isNaN(ms)).toSorted((a, b) => a - b)
  const steps = times.slice(1).map((ms, at) => ms - (times[at] ?? ms))
  const hours = steps.filter((step) => step > 0 && step < 1.5 * HOUR_MS).length
  return steps.length > 0 && hours > steps.length / 2
}

type Rows = QuestionAnswer['rows']

const numberOrNull = (value: QuestionValue | undefined): number | null => (typeof value === 'number' ? value : null)

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

/** A line for each column of numbers. */
const plainLines = ({ rows, msOf, numbers, called }: Drawn): AnswerLine[] =>
  numbers.map((at) =>
    lineOf(
      called(at),
      rows.map((row, nth) => [msOf[nth] ?? Number.NaN, numberOrNull(row[at]) ?? Number.NaN]),
    ),
  )

/** A line for each name and each column of numbers. */
function splitLines({ rows, msOf, numbers, splits, called }: Drawn & { splits: number }): AnswerLine[] {
  const names = [...new Set(rows.map((row) => String(row[splits] ?? '—')))]
  return names.flatMap((name) =>
    numbers.map((at) =>
      lineOf(
        numbers.length > 1 ? `${name}, ${called(at)}` : name,
        rows.flatMap((row, nth) =>
          String(row[splits] ?? '—') === name ? [[msOf[nth] ?? Number.NaN, numberOrNull(row[at]) ?? Number.NaN] as const] : [],
        ),
      ),
    ),
  )
}

/** Rows in the order of a column: numbers before texts, and what is absent last. */
export function inOrder(rows: readonly AnswerRow[], at: number, desc: boolean, collator: Intl.Collator): AnswerRow[] {
  const sign = desc ? -1 : 1
  const rank = (value: QuestionValue) => (value === null ? 2 : typeof value === 'number' ? 0 : 1)
  return rows.toSorted((one, other) => {
    const [a, b] = [one.cells[at] ?? null, other.cells[at] ?? null]
    if (a === null || b === null || typeof a !== typeof b) return rank(a) - rank(b)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
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
