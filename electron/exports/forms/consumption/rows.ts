import { hoursIn } from '../../../contract/known-hours.ts'
import type { Extremes } from '../../../analysis/answers/consumption/gauges.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { MINUTE_MS } from '../../../contract/time/units.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormRow, FormSource } from '../content.ts'
import type { PartSpan } from '../part.ts'
import { inForm, printedIn, type Printed } from '../printed.ts'
import { COLUMNS } from '../vocabulary.ts'
import { unmeteredHours, type ExchangeRow, type ShownCounter } from '../../../analysis/station/settings/life-exchanges.ts'
import type { BetweenHole } from './between-rows.ts'
import { findingNotes } from './finding-notes.ts'
import type { Consumption, Measured } from './measured.ts'

/** The rows of the consumption forms: a period each, and between them what no period holds whole. */

interface Facts {
  span: PartSpan
  gas: GasClock
}

/** By time: a hole, or an exchange, stands behind the period in which it begins. */
export function consumptionRows(source: FormSource, consumption: Consumption, { span, gas }: Facts): FormRow[] {
  const printed = printedIn(source.language, gas.zone)
  const { periods, holes, exchanges, findings, shareOf, byMonths } = consumption
  const between = [
    ...exchanges.map((exchange) => ({ fromMs: exchange.sinceMs ?? exchange.atMs, row: exchangeRow(source, exchange, printed) })),
    ...holes.map((hole) => ({ fromMs: hole.fromMs, row: holeRow(source, hole, { printed, byMonths }) })),
  ].sort((a, b) => a.fromMs - b.fromMs)
  const rows: FormRow[] = []
  let next = 0
  const upTo = (ms: number) => {
    for (; next < between.length && (between[next]?.fromMs ?? Infinity) < ms; next++) rows.push(between[next]?.row as FormRow)
  }
  for (const period of periods) {
    const name = source.form.step === 'day' ? period.step.day : inForm(source).month(period.step.day)
    const notes = [...notesOf(source, period, printed), ...findingNotes(source, findings, { period: period.step, span, shareOf, printed })]
    rows.push({
      cells: periodCells(source, period, name, notes.join('; ') || null),
      ...((period.standard ?? period.working) === null ? { tone: 'weak' as const } : {}),
    })
    upTo(period.step.toMs)
  }
  upTo(Infinity)
  return rows
}

/** The cells of a period or of the whole span. */
export function periodCells(source: FormSource, period: Measured, name: string, note: string | null): FormRow['cells'] {
  const of = (extremes: Extremes | null) => [extremes?.min ?? null, extremes?.mean ?? null, extremes?.max ?? null]
  const { hours, abnormalMinutes, substituteMinutes } = period
  return [
    name,
    period.standard,
    period.working,
    period.counterFrom,
    period.counterTo,
    ...of(period.pressure),
    ...of(period.temperature),
    { received: hours.received, due: hoursIn(hours) },
    abnormalMinutes * MINUTE_MS,
    period.abnormalVolume,
    substituteMinutes === null ? wordsOf(source.language).formConsumption.notEvaluated : substituteMinutes * MINUTE_MS,
    note,
  ]
}

/** What is out of the ordinary about a period's number. */
function notesOf({ language }: FormSource, period: Measured, printed: Printed): string[] {
  const { hours, isRunning, isCut, step, standard, working, workingUnknown } = period
  const { note } = wordsOf(language).formConsumption
  return [
    ...((standard ?? working) === null ? [note.noNumber] : hours.unknown > 0 ? [note.lacks(hours.unknown)] : []),
    ...(working !== null && workingUnknown > 0 ? [note.workingLacks(workingUnknown)] : []),
    ...(hours.byDaily > 0 ? [note.daily(hours.byDaily)] : []),
    ...(hours.byCounter > 0 ? [note.counter(hours.byCounter)] : []),
    ...(isCut ? [note.partOf(printed.day(step.from), printed.day(step.to))] : []),
    ...(isRunning ? [note.notOver] : []),
  ]
}

/** Cells of a row that is no period: those that are not named stay empty. */
function cellsOf(cells: Partial<Record<(typeof COLUMNS.consumption)[number], string | number | null>>): FormRow['cells'] {
  return COLUMNS.consumption.map((key) => cells[key] ?? null)
}

function holeRow(
  { language }: FormSource,
  { fromMs, toMs, hours, standard, working, counterFrom, counterTo }: BetweenHole,
  { printed, byMonths }: { printed: Printed; byMonths: boolean },
): FormRow {
  const { row } = wordsOf(language).formConsumption
  const said = byMonths ? row.byMonth : row.byCounter
  return {
    cells: cellsOf({
      period: byMonths ? row.month : row.hole,
      standard,
      working,
      counter_from: counterFrom,
      counter_to: counterTo,
      note: said(printed.time(fromMs), printed.time(toMs), hours),
    }),
  }
}

function exchangeRow({ language }: FormSource, exchange: ExchangeRow, printed: Printed): FormRow {
  const { formConsumption, forms } = wordsOf(language)
  const { row } = formConsumption
  const { atMs, sinceMs, serialBefore, serialAfter, last, first } = exchange
  const moment =
    sinceMs === null || unmeteredHours(exchange) === 0 ? printed.time(atMs) : row.between(printed.time(sinceMs), printed.time(atMs))
  const counter = (shown: ShownCounter | null) => {
    if (shown === null) return forms.none
    const value = printed.number(shown.value)
    return shown.recordMs === null ? value : row.ofRecord(value, printed.time(shown.recordMs))
  }
  return {
    cells: cellsOf({
      period: row.exchange,
      counter_from: last?.value ?? null,
      counter_to: first?.value ?? null,
      note: row.exchanged(
        moment,
        { serial: serialBefore ?? forms.none, counter: counter(last) },
        { serial: serialAfter ?? forms.none, counter: counter(first) },
      ),
    }),
  }
}
