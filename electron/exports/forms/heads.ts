import { detailOf } from '../../analysis/answers/directory.ts'
import { sharedGround } from '../../analysis/station/load/ground.ts'
import { heldByStation } from '../../analysis/station/thresholds/of-station.ts'
import type { StationRow } from '../../book/index.ts'
import { bookInFiles } from '../../contract/book-name.ts'
import { calledBy, stationCalled } from '../../contract/called.ts'
import type { Day } from '../../contract/records.ts'
import { hourSaid, zoneSaid } from '../../contract/clock-text.ts'
import { gasDaySpan, type TimeSpan } from '../../contract/time/gas-day.ts'
import { converted, type UNITS } from '../../contract/units.ts'
import { wordsOf } from '../../words/program.ts'
import { clockOfStation } from './clock.ts'
import { conditionsText, pressureBasisText, verificationText } from './conditions.ts'
import type { FormSource, Head } from './content.ts'
import { inForm } from './printed.ts'
import type { HeadKey } from './vocabulary.ts'

/** The facts in the lines above a form's table of one station. `completeness` in words: 'x of y hours'. */
export interface HeadFacts {
  station: StationRow
  /** The gas days that the form shows; null where it is of now. */
  span: { from: Day; to: Day } | null
  completeness: string | null
}

/** The title block of a station, of the lines that the form asks for. '—' stands where the book does not say it. */
export function headsOf(source: FormSource, facts: HeadFacts): Head[] {
  const { heads: names, none } = wordsOf(source.language).forms
  const values = valuesOf(source, facts)
  return source.form.heads.flatMap((key) => {
    const value = values[key]()
    return value === undefined ? [] : [{ key, name: names[key], value: value === null || value === '' ? none : value }]
  })
}

function valuesOf(source: FormSource, { station, span, completeness }: HeadFacts): Record<HeadKey, () => string | null | undefined> {
  const { book, letterhead, language, contracts } = source
  const { consumer, providerPath } = detailOf(station, book)
  const { forms } = wordsOf(language)
  const printed = inForm(source)
  const gas = clockOfStation(source, station.id)
  /** Settings are those at the end of what the form shows. */
  const atMs = span === null ? source.nowMs : gasDaySpan(span.to, span.to, gas).toMs
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)
  const typeName = ({ equipmentTypeId }: StationRow) =>
    equipmentTypeId === null ? null : text(book.equipmentTypes.get(equipmentTypeId)?.name)
  const devices = devicesIn(source, station, span && gasDaySpan(span.from, span.to, gas))
  return {
    supplier: () => letterhead.supplier || (providerPath.at(-1) ?? null),
    consumer: () => (consumer ? calledBy(consumer.name, consumer.id) : null),
    inn: () => (consumer ? text(consumer.inn) : null),
    contract() {
      const contract = consumer && contracts.get(consumer.id)
      if (!contract) return null
      return contract.contractDay === null ? contract.number : forms.contractOf(contract.number, printed.day(contract.contractDay))
    },
    unit: () => stationCalled(station),
    device: () => listed(devices.map((row) => text(row.equipmentBrandName) ?? text(row.equipmentTypeVarname) ?? typeName(row))),
    serial: () => listed(devices.map(({ equipmentSerialNumber }) => text(equipmentSerialNumber))),
    limits: () => limitsOf(source, station, atMs),
    pressure_basis: () => pressureBasisText(source, station, atMs),
    conditions: () => conditionsText(source, station, atMs),
    verification: () => verificationText(source, station, atMs),
    contract_hour: () => hourSaid(language, gas.contractHour, gas.hourFrom),
    zone: () => zoneSaid(language, gas.zone, gas.zoneFrom),
    period: () => (span === null ? undefined : forms.span(printed.day(span.from), printed.day(span.to))),
    completeness: () => completeness ?? undefined,
    book: () => bookOf(source),
  }
}

/** The devices that the station had in a span, the oldest first. */
function devicesIn({ book }: FormSource, station: StationRow, span: TimeSpan | null): StationRow[] {
  const life = book.stations.life(station.id)
  return span ? life.filter(({ time }) => (time?.afterMs ?? -Infinity) < span.toMs && (time?.toMs ?? Infinity) > span.fromMs) : [station]
}

/** Each once; null: nobody says any. */
const listed = (names: readonly (string | null)[]): string | null =>
  [...new Set(names.flatMap((name) => (name === null || name === '' ? [] : name)))].join(', ') || null

/** What the book is called on paper. */
export const bookOf = ({ book }: FormSource): string => bookInFiles(book)

/** Digits that a limit is printed with. */
const LIMIT_DIGITS = 6

/** 'P 0.1–1.6 MPa; T −23–60 °C; Qmin 10 m³/h; Q 1,000 m³/h': those that somebody has set or the device said itself then. */
function limitsOf(source: FormSource, station: StationRow, untilMs: number): string | null {
  const printed = inForm(source)
  const meanings = () => sharedGround(source.book, source.usual).meanings(station.equipmentTypeId)
  const held = new Map(heldByStation(source.book, station, { meanings, untilMs }).map(({ rule, key, value }) => [`${rule}.${key}`, value]))
  const of = (key: string, factor = 1) => {
    const value = held.get(key)
    return value === null || value === undefined
      ? null
      : printed.number(Number(converted(value, { factor, offset: 0 }).toPrecision(LIMIT_DIGITS)))
  }
  const unit = (id: keyof typeof UNITS) => wordsOf(source.language).units[id]
  const range = (name: string, low: string | null, high: string | null, unitText: string) =>
    low === null
      ? high === null
        ? []
        : [`${name} ≤ ${high} ${unitText}`]
      : [high === null ? `${name} ≥ ${low} ${unitText}` : `${name} ${low}…${high} ${unitText}`]
  const KPA_TO_MPA = 0.001
  return [
    ...range('P', of('range.pressureMin', KPA_TO_MPA), of('range.pressureMax', KPA_TO_MPA), unit('MPa')),
    ...range('T', of('range.temperatureMin'), of('range.temperatureMax'), unit('celsius')),
    ...range('Q', of('below_qmin.qmin'), of('range.flowMax'), unit('m3h')),
  ].join('; ')
}
