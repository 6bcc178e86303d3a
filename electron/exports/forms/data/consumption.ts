import type { Extremes } from '../../../analysis/consumption/gauges.ts'
import { stationCalled } from '../../../contract/called.ts'
import { hoursIn } from '../../../contract/known-hours.ts'
import { gasDaySpan } from '../../../contract/time/gas-day.ts'
import { MINUTE_MS } from '../../../contract/time/units.ts'
import { UNITS } from '../../../contract/units.ts'
import { wordsOf } from '../../../words/index.ts'
import { clockOfStation } from '../clock.ts'
import {
  consumptionDays,
  counterOf,
  isWhole,
  measuredConsumption,
  type Consumption,
  type Measured,
} from '../consumption/measured.ts'
import { consumptionPictures } from '../consumption/pictures.ts'
import { consumptionStatements } from '../consumption/statements.ts'
import type { ContentOf, FormColumn, FormRow, FormSource } from '../content.ts'
import { headsOf } from '../heads.ts'
import { onlyStation } from '../only-station.ts'
import { spanOfPart } from '../part.ts'
import { inForm } from '../printed.ts'
import { COLUMNS } from '../vocabulary.ts'

/** Consumption of a station by gas days or months, with what it was measured at and how complete it is. */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { book, request, form, usual, nowMs, signal } = source
  const station = onlyStation(source, stationIds)
  const gas = clockOfStation(source, station.id)
  const open = request.from === undefined || request.to === undefined
  const days = open ? await consumptionDays(book, station, { gas, usual, nowMs, signal }) : []
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const held = first !== undefined && last !== undefined ? gasDaySpan(first, last, gas) : null
  const span = spanOfPart(request, gas, held && { fromMs: held.fromMs, toMs: held.toMs - 1 })
  const found = span ? await measuredConsumption(book, { station, span, gas, usual, step: form.step, nowMs, signal }) : 'no_records' // oxfmt-ignore
  const consumption = typeof found === 'string' ? null : found
  const said = consumptionStatements(source, station, { consumption, why: typeof found === 'string' ? found : null, span, gas }) // oxfmt-ignore
  const rows = consumption ? consumption.periods.map((period) => rowOf(source, period)) : []
  return {
    stationId: station.id,
    timeZone: gas.zone,
    title: stationCalled(station),
    heads: headsOf(source, { station, span, completeness: said.head }),
    columns: columnsOf(source, consumption),
    rows,
    expected: rows.length,
    totals: consumption ? totalsOf(source, consumption) : [],
    pictures: consumption && span ? consumptionPictures(source, consumption, { span, gas }) : [],
    statements: said.sentences,
  }
}

/** Decimals of what is printed, unless a form says otherwise. */
const DECIMALS = { volume: 2, counter: 1, pressure: 3, temperature: 1 } as const

function columnsOf({ language, form }: FormSource, consumption: Consumption | null): FormColumn[] {
  const { column, over } = wordsOf(language).formConsumption
  const m3 = UNITS.m3.text[language]
  const { pressure, temperature } = consumption?.gauges ?? {}
  const counter = consumption && counterOf(consumption)
  const inUnit = (name: string, unit: string | null | undefined) => (unit ? `${name}, ${unit}` : name)
  const overs: Record<string, string> = {
    counter: inUnit(consumption && !consumption.channels.standard ? over.workingCounter : over.counter, counter?.isM3 === false ? counter.unitName : m3), // oxfmt-ignore
    pressure: inUnit(over.pressure, pressure?.unitName),
    temperature: inUnit(over.temperature, temperature?.unitName),
  }
  const more: Record<string, Partial<FormColumn>> = {
    period: { kind: form.step === 'day' ? 'day' : 'text', weight: 1.5, align: 'left', header: column[form.step] },
    standard: { weight: 1.45, decimals: DECIMALS.volume, header: inUnit(column.standard, m3) },
    working: { weight: 1.35, decimals: DECIMALS.volume, header: inUnit(column.working, m3) },
    counter_from: { weight: 1.55, decimals: DECIMALS.counter },
    counter_to: { weight: 1.55, decimals: DECIMALS.counter },
    hours: { kind: 'text', weight: 1.1, align: 'right' },
    abnormal: { kind: 'text', weight: 1.05, align: 'right' },
    abnormal_volume: { weight: 1.25, decimals: DECIMALS.volume, header: inUnit(column.abnormal_volume, m3) },
    substitutes: { kind: 'text', weight: 1.4, align: 'right' },
    note: { kind: 'text', weight: 2.2, align: 'left' },
  }
  return COLUMNS.consumption.map((key): FormColumn => {
    const [group = ''] = key.split('_')
    const isGauge = group === 'pressure' || group === 'temperature'
    const above = key === 'counter_from' || key === 'counter_to' || isGauge ? overs[group] : undefined
    return {
      key,
      header: key === 'period' ? column.day : column[key],
      kind: 'value',
      weight: 1,
      align: 'right',
      ...(isGauge ? { decimals: DECIMALS[group] } : {}),
      ...more[key],
      ...(above === undefined ? {} : { over: above }),
    }
  })
}

function rowOf(source: FormSource, period: Measured): FormRow {
  const { language, form } = source
  const { step } = period
  const name = form.step === 'day' ? step.day : inForm(source).month(step.day)
  const hasNumber = (period.standard ?? period.working) !== null
  return {
    cells: cellsOf(source, period, name, noteOf(language, period)),
    ...(hasNumber ? {} : { tone: 'weak' as const }),
  }
}

function cellsOf(source: FormSource, period: Measured, name: string | null, note: string | null): FormRow['cells'] {
  const printed = inForm(source)
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
    `${hours.received}/${hoursIn(hours)}`,
    printed.duration(abnormalMinutes * MINUTE_MS),
    period.abnormalVolume,
    printed.duration(substituteMinutes * MINUTE_MS),
    note,
  ]
}

/** What is out of the ordinary about a period's number. */
function noteOf(language: FormSource['language'], { part, hours, standard, working }: Measured) {
  const { note } = wordsOf(language).formConsumption
  const parts = [
    ...((standard ?? working) === null ? [note.noNumber] : hours.unknown > 0 ? [note.lacks(hours.unknown)] : []), // oxfmt-ignore
    ...(hours.byDaily > 0 ? [note.daily(hours.byDaily)] : []),
    ...(hours.byCounter > 0 ? [note.counter(hours.byCounter)] : []),
    ...(part ? [note.notOver] : []),
  ]
  return parts.join('; ') || null
}

function totalsOf(source: FormSource, { periods, whole }: Consumption): FormRow[] {
  const { forms } = wordsOf(source.language)
  const mean = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  }
  const over = periods.filter(isWhole)
  const none = Array.from({ length: COLUMNS.consumption.length }, () => null)
  return [
    { cells: cellsOf(source, whole, forms.total, null), tone: 'strong' },
    {
      cells: [
        forms.mean,
        mean(over.map(({ standard }) => standard)),
        mean(over.map(({ working }) => working)),
        ...none.slice(3),
      ],
    },
  ]
}
