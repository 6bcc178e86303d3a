import type { CoverageState } from '../../electron/contract/device.ts'
import type { Span } from '../../electron/contract/records.ts'

/** Calendar days `yyyy-mm-dd`, counted without any zone. */
const DAY_MS = 86_400_000

export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
export const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayText(dayNumber(day) + days)
/** Days in a closed span. */
export const daysIn = (span: Span): number => dayNumber(span.to) - dayNumber(span.from) + 1

/** A run of days that are alike, as `coverage.calendar` gives them; days between runs were never asked. */
export interface CoverageRun extends Span {
  state: CoverageState
  fetchedAtMs: number
}

/** States of a day of which the service may have more than the book. */
const LACKING: readonly CoverageState[] = ['never', 'failed', 'partial', 'not_transmitted']

/** The parts of a span that the book lacks: days never asked, failed, or of which more is to come. In order, joined. */
export function lackingSpans(runs: readonly CoverageRun[], span: Span): Span[] {
  const lacking: Span[] = []
  let next = dayNumber(span.from)
  const end = dayNumber(span.to)
  const add = (from: number, to: number) => {
    if (from > to) return
    const last = lacking[lacking.length - 1]
    if (last && dayNumber(last.to) + 1 === from) last.to = dayText(to)
    else lacking.push({ from: dayText(from), to: dayText(to) })
  }
  for (const run of runs) {
    const from = Math.max(next, dayNumber(run.from))
    const to = Math.min(end, dayNumber(run.to))
    if (from > to) continue
    add(next, from - 1)
    if (LACKING.includes(run.state)) add(from, to)
    next = to + 1
  }
  add(next, end)
  return lacking
}

/** Runs cut to a span. */
export function runsWithin(runs: readonly CoverageRun[], span: Span): CoverageRun[] {
  return runs
    .filter((run) => run.from <= span.to && run.to >= span.from)
    .map((run) => ({
      ...run,
      from: run.from > span.from ? run.from : span.from,
      to: run.to < span.to ? run.to : span.to,
    }))
}

/** The state of a day; `never` between runs. */
export function stateOfDay(runs: readonly CoverageRun[], day: string): CoverageRun | null {
  let low = 0
  let high = runs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle] as CoverageRun
    if (day < run.from) high = middle - 1
    else if (day > run.to) low = middle + 1
    else return run
  }
  return null
}
