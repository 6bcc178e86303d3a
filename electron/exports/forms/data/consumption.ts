import { peaksOf } from '../../../analysis/answers/consumption/peaks.ts'
import { stationCalled } from '../../../contract/called.ts'
import { gasDaySpan } from '../../../contract/time/gas-day.ts'
import { wordsOf } from '../../../words/program.ts'
import type { Cell } from '../../table.ts'
import { clockOfStation } from '../clock.ts'
import { consumptionDays, counterOf, isWhole, measuredConsumption, type Consumption } from '../consumption/measured.ts'
import { consumptionPictures } from '../consumption/pictures.ts'
import { consumptionRows, periodCells } from '../consumption/rows.ts'
import { consumptionStatements } from '../consumption/statements.ts'
import type { ContentOf, FormColumn, FormRow, FormSource } from '../content.ts'
import { headsOf } from '../heads.ts'
import { onlyStation } from '../only-station.ts'
import { spanOfPart } from '../part.ts'
import { unlessStopped } from '../stopped.ts'
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
  const found = span ? await measuredConsumption(source, { station, span, gas, usual, step: form.step, nowMs, signal }) : 'no_records'
  const consumption = typeof found === 'string' ? null : found
  await unlessStopped(signal)
  const peaks =
    consumption && span ? await peaksOf(book, { stationIds: [station.id], from: span.from, to: span.to, gas, usual, nowMs }) : null
  const said = consumptionStatements(source, station, { consumption, peaks, why: typeof found === 'string' ? found : null, span, gas })
  const rows = consumption && span ? consumptionRows(source, consumption, { span, gas }) : []
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

/** Hours of a period: how many records were received, of how many in all. */
const partsOfHours = ['received', 'due'] as const

function hoursIn(cell: Cell, part: (typeof partsOfHours)[number]): number | null {
  const hours = typeof cell === 'object' && cell !== null && !Array.isArray(cell) ? cell[part] : null
  return typeof hours === 'number' ? hours : null
}

function columnsOf({ language, form }: FormSource, consumption: Consumption | null): FormColumn[] {
  const { column, over } = wordsOf(language).formConsumption
  const m3 = wordsOf(language).units.m3
  const { pressure, temperature } = consumption?.gauges ?? {}
  const counter = consumption && counterOf(consumption)
  const inUnit = (name: string, unit: string | null | undefined) => (unit ? `${name}, ${unit}` : name)
  const units: Record<string, string | null | undefined> = {
    counter: counter?.isM3 === false ? counter.unitName : m3,
    pressure: pressure?.unitName,
    temperature: temperature?.unitName,
  }
  const overs: Record<string, string> = {
    counter: inUnit(consumption && !consumption.channels.standard ? over.workingCounter : over.counter, units.counter),
    pressure: inUnit(over.pressure, units.pressure),
    temperature: inUnit(over.temperature, units.temperature),
  }
  const more: Record<string, Partial<FormColumn>> = {
    period: { kind: form.step === 'day' ? 'day' : 'text', weight: 1.5, align: 'left', header: column[form.step] },
    standard: { weight: 1.45, decimals: DECIMALS.volume, unit: m3, header: inUnit(column.standard, m3) },
    working: { weight: 1.35, decimals: DECIMALS.volume, unit: m3, header: inUnit(column.working, m3) },
    counter_from: { weight: 1.55, decimals: DECIMALS.counter },
    counter_to: { weight: 1.55, decimals: DECIMALS.counter },
    hours: {
      kind: 'text',
      weight: 1.1,
      show: (cell) => partsOfHours.map((part) => hoursIn(cell, part) ?? '').join('/'),
      inSheets: partsOfHours.map((part) => ({ key: `hours_${part}`, header: column[`hours_${part}`], of: (cell) => hoursIn(cell, part) })),
    },
    abnormal: { kind: 'duration', weight: 1.05, align: 'right' },
    abnormal_volume: { weight: 1.25, decimals: DECIMALS.volume, unit: m3, header: inUnit(column.abnormal_volume, m3) },
    substitutes: { kind: 'duration', weight: 1.6, align: 'right' },
    note: { kind: 'text', weight: 4, align: 'left' },
  }
  return COLUMNS.consumption.map((key): FormColumn => {
    const [group = ''] = key.split('_')
    const isGauge = group === 'pressure' || group === 'temperature'
    const above = key === 'counter_from' || key === 'counter_to' || isGauge ? overs[group] : undefined
    return {
      key,
      header: key === 'period' ? column.day : column[key],
      kind: 'value',
      weight: isGauge ? 0.85 : 1,
      align: 'right',
      ...(isGauge ? { decimals: DECIMALS[group] } : {}),
      ...more[key],
      ...(above === undefined ? {} : { over: above, unit: units[group] ?? undefined }),
    }
  })
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
    { cells: periodCells(source, whole, forms.total, null), tone: 'strong' },
    {
      cells: [forms.mean, mean(over.map(({ standard }) => standard)), mean(over.map(({ working }) => working)), ...none.slice(3)],
    },
  ]
}
