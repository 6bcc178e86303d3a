import { meterReadingsIn } from '../../../analysis/answers/meter-readings.ts'
import { dialDecimals } from '../../../analysis/kernel/meter-verdict.ts'
import type { Note, StationRow } from '../../../book/index.ts'
import { stationCalled } from '../../../contract/called.ts'
import { lastDigitOf } from '../../../contract/decimal.ts'
import { METER_QUANTITIES, type MeterReading } from '../../../contract/meter-reading.ts'
import type { ReadAtMeter } from '../../../contract/meter-readings.ts'
import { wordsOf } from '../../../words/program.ts'
import { meterUnitText, sealTexts } from '../../meter-words.ts'
import { clockOfStation } from '../clock.ts'
import type { ContentOf, FormColumn, FormContent, FormRow, FormSource } from '../content.ts'
import { headsOf } from '../heads.ts'
import { onlyStation } from '../only-station.ts'
import { spanOfPart } from '../part.ts'
import { printedIn, type Printed } from '../printed.ts'
import { exchangesSaid } from '../statements/exchanges.ts'
import { findingsSaid } from '../statements/findings.ts'
import { unlessStopped } from '../stopped.ts'

/** Control readings of a station: what was read at the meter, seals, who was there, and telemetry beside each number. */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { book, language, request, usual, signal } = source
  const station = onlyStation(source, stationIds)
  const gas = clockOfStation(source, station.id)
  await unlessStopped(signal)
  const all = meterReadingsIn(book, station, usual)
  const [first, last] = [all[0], all.at(-1)]
  const span = spanOfPart(request, gas, first && last ? { fromMs: first.atMs, toMs: last.atMs } : null)
  const taken = all.filter(({ atMs }) => span && atMs >= span.fromMs && atMs < span.toMs)
  const notes = new Map(book.notes.some(taken.flatMap(({ id }) => id ?? [])).map((note) => [note.id, note]))
  const printed = printedIn(language, gas.zone)
  const rows = taken.flatMap((one) => {
    const note = notes.get(one.id ?? '')
    return note?.reading ? rowsOf(source, one, note, note.reading, printed) : []
  })
  const words = wordsOf(language).formData.reading
  const newest = notes.get(taken.at(-1)?.id ?? '')?.reading
  return {
    stationId: station.id,
    timeZone: gas.zone,
    title: stationCalled(station),
    heads: headsOf(source, { station, span, completeness: null }),
    columns: columnsOf(source, printed),
    rows,
    expected: rows.length,
    totals: [],
    pictures: [],
    ...signedBy(newest),
    statements: [
      ...(taken.length === 0 ? [words.none] : [words.rule, words.copies]),
      ...photographsSaid(source, [...notes.values()]),
      ...deviceSaid(source, station),
      ...exchangesSaid(source, station, span),
      ...findingsSaid(source, station, span),
    ],
  }
}

/** Who was there for each side, as it was written down. */
function signedBy(newest: MeterReading | null | undefined): Pick<FormContent, 'signed'> {
  if (!newest) return {}
  return { signed: { for_supplier: { name: newest.supplier, post: '' }, for_consumer: { name: newest.consumer, post: '' } } }
}

function columnsOf({ language }: FormSource, printed: Printed): FormColumn[] {
  const { column } = wordsOf(language).formData.reading
  /** The digits that the dial showed; in a spreadsheet a number. */
  const digits = (key: 'read' | 'telemetry' | 'difference' | 'allowed', weight: number): FormColumn => ({
    key,
    header: column[key],
    kind: 'text',
    weight,
    align: 'right',
    show(cell) {
      const text = String(cell ?? '')
      return NUMBER.test(text) ? printed.number(Number(text), dialDecimals(lastDigitOf(text))) : text
    },
    inSheets: [{ key, header: column[key], of: (cell) => (NUMBER.test(String(cell)) ? Number(cell) : cell) }],
  })
  return [
    { key: 'parameter', header: column.parameter, kind: 'text', weight: 30 },
    digits('read', 20),
    { key: 'unit', header: column.unit, kind: 'text', weight: 7 },
    digits('telemetry', 17),
    digits('difference', 12),
    digits('allowed', 11),
    { key: 'verdict', header: column.verdict, kind: 'text', weight: 20 },
  ]
}
const NUMBER = /^-?\d+(?:\.\d+)?$/

function rowsOf({ language }: FormSource, beside: ReadAtMeter, note: Note, reading: MeterReading, printed: Printed): FormRow[] {
  const { meter, findings, formData } = wordsOf(language)
  const words = formData.reading
  const numbers = METER_QUANTITIES.flatMap((quantity): FormRow[] => {
    const digits = reading.values[quantity]
    if (digits === null) return []
    const compared = beside.quantities.find((one) => one.quantity === quantity)
    const verdict = compared?.verdict ? meter.verdict[compared.verdict] : compared?.why ? meter.why[compared.why] : null
    const told = [compared?.telemetry?.value, compared?.difference, compared?.tolerance]
    const cells = [...told.map((value) => value?.toFixed(compared?.decimals) ?? null), verdict]
    const isOff = compared?.verdict === 'beyond' || compared?.verdict === 'far'
    return [
      {
        cells: [findings.quantity[quantity], digits, meterUnitText(quantity, reading, language), ...cells],
        ...(isOff ? { tone: 'strong' as const } : {}),
      },
    ]
  })
  const texts = [
    [meter.serial, reading.serial],
    [meter.seals, sealTexts(reading, language).join('; ')],
    [meter.violations, reading.violations],
    [words.remarks, note.text],
    [meter.supplier, reading.supplier],
    [meter.consumer, reading.consumer],
    [words.author, note.author],
  ].flatMap(([name, text]): FormRow[] => (text ? [{ cells: [name, text, null, null, null, null, null] }] : []))
  const group = words.taken(printed.time(beside.atMs), beside.deviceSerial)
  return [...numbers, ...texts].map((row, nth) => (nth === 0 ? { ...row, group } : row))
}

function photographsSaid({ language }: FormSource, notes: readonly Note[]): string[] {
  const count = notes.reduce((sum, { photos }) => sum + photos.length, 0)
  return count === 0 ? [] : [wordsOf(language).formData.reading.photographs(count)]
}

const deviceSaid = ({ language }: FormSource, { equipmentId }: StationRow): string[] =>
  equipmentId === null ? [wordsOf(language).formData.passport.noDevice] : []
