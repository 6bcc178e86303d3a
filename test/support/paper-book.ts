import type { Book } from '../../electron/book/index.ts'
import type { DeviceEvent, EventArchive, Setting } from '../../electron/contract/records.ts'
import { HOUR_MS, MINUTE_MS } from '../../electron/contract/time/units.ts'
import { consumer, session, station } from '../unit/book/fixtures.ts'

/**
 * A station to which in one October happens what a sheet of paper has to tell: the meter is exchanged, the counter falls
 * without a reason, records are missing over the end of a gas day, a substitute stands for the pressure, the device writes
 * between the hours. Gas days begin at 10:00 in Moscow.
 */

export const PAPER_CLOCK = { zone: 'Europe/Moscow', contractHour: 10 }
/** 10:00 in Moscow on 24 September: the first record. */
export const PAPER_FROM_MS = Date.UTC(2026, 8, 24, 7)
const HOURS = 40 * 24
export const PAPER_NOW_MS = Date.UTC(2026, 10, 3, 12)
export const PAPER_STATION = 7
export const PAPER_DEVICE = 1007

/** The end of an hour of October, by Moscow's clock. */
export const october = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 9, day, hour - 3, minute)

/** The next meter begins at `first`. */
export const EXCHANGE = { atMs: october(16, 14, 20), first: 12.5, before: '77001', after: '88002' }
/** Hours without records, over the ends of the gas days of 11 and 12 October. */
export const HOLE = { fromMs: october(12, 5), toMs: october(12, 18) }
/** An hour that closes a gas day and is missing, while the daily record of the same moment is there. */
const LONE_MS = october(5, 10)
export const FALL = { atMs: october(21, 3), m3: 300 }
export const SUBSTITUTED = { fromMs: october(25, 12), toMs: october(26, 2), value: 0.3 }
const OFF_GRID_MS = october(18, 13, 27)

export interface PaperHour {
  atMs: number
  m3: number
  counter: number
}

const hourly = { equipmentId: PAPER_DEVICE, archiveType: 'hourly', view: 'general' } as const
const daily = { ...hourly, archiveType: 'daily' } as const
const CHANNELS = [
  ['Vpriv', 'Стандартный объём', 'м³'],
  ['Vwork', 'Рабочий объём', 'м³'],
  ['VNakpriv', 'Накопленный стандартный объём', 'м³'],
  ['P', 'Давление абсолютное', 'МПа'],
  ['T', 'Температура газа', '°C'],
] as const

const told = (atMs: number, code: string, text: string, value = '', unit = '', more: Record<string, string> = {}): DeviceEvent => ({
  atMs,
  entries: { Code: code, CodeDescription: text, ValCode: value, Izm: unit, ...more },
})
const setting = (channelName: string, channelDataValue: string, unitName: string | null = null): Setting => ({
  channelName,
  channelDataValue,
  unitName,
})
const settings = (serial: string, limit: string): Setting[] => [
  setting('Заводской номер счётчика', serial),
  setting('Заводской номер корректора', '5550001'),
  setting('Тип давления', 'абсолютное'),
  setting('Стандартное давление', '0.101325', 'МПа'),
  setting('Стандартная температура', '20', '°C'),
  setting('Дата следующей поверки', '15.05.2027'),
  setting('Давление: подстановочное значение', '0.300', 'МПа'),
  setting('Верхняя уставка P', limit, 'МПа'),
]

const round = (value: number): number => Math.round(value * 1000) / 1000

/**
 * Fills an empty book.
 * @returns what flowed hour by hour with the counter at the end of each, and what the old meter showed last
 */
export function fillPaperBook(book: Book): { hours: PaperHour[]; lastCounter: number } {
  book.consumers.put([consumer(7, 'АО «Хлебозавод № 3»', '5260000001')], { energyId: null })
  book.stations.put(
    [station({ id: PAPER_STATION, name: 'ГРП № 7', customerId: 7, equipmentId: PAPER_DEVICE, equipmentSerialNumber: '5550001' })],
    PAPER_NOW_MS,
  )
  book.channels.put(
    ['hourly', 'daily'].flatMap((archiveTypeVarname) =>
      CHANNELS.map(([channelVarname, channelName, unitName]) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname,
        telemetryTypeName: null,
        channelName,
        channelVarname,
        unitName,
      })),
    ),
  )
  const hours = flowed()
  const whole = hours.findIndex(({ atMs }) => atMs > EXCHANGE.atMs)
  const lastCounter = round((hours[whole - 1]?.counter ?? 0) + (hours[whole]?.m3 ?? 0) / 3)
  const records = hours
    .filter(({ atMs }) => atMs !== LONE_MS && !(atMs >= HOLE.fromMs && atMs <= HOLE.toMs))
    .map(({ atMs, m3, counter }) => ({ atMs, values: { Vpriv: m3, Vwork: workingOf(m3, atMs), VNakpriv: counter, ...gauges(atMs) } }))
  const between = {
    atMs: OFF_GRID_MS,
    values: { Vpriv: 3.25, Vwork: workingOf(3.25, OFF_GRID_MS), VNakpriv: null, P: 0.41, T: 9 },
  }
  book.readings.put(
    hourly,
    [...records, between].toSorted((a, b) => a.atMs - b.atMs),
  )
  book.readings.put(daily, daysOf(hours))
  const span = { from: '2026-09-24', to: '2026-11-03' }
  for (const key of [hourly, daily]) book.coverage.mark(key, span, { fetchedAtMs: PAPER_NOW_MS, state: 'fetched' })
  const logs: Partial<Record<EventArchive, DeviceEvent[]>> = {
    nesht: [
      told(SUBSTITUTED.fromMs, '012', 'Начало НС: отказ датчика давления', '1'),
      told(SUBSTITUTED.toMs, '112', 'Окончание НС: отказ датчика давления', '0'),
      told(october(28, 11, 30), '013', 'Начало НС: P выше верхнего предела', '1'),
      told(october(28, 13, 15), '113', 'Окончание НС: P выше верхнего предела', '0'),
      told(HOLE.fromMs + 30 * MINUTE_MS, '014', 'Начало НС: отказ датчика температуры', '1'),
      told(HOLE.fromMs + 150 * MINUTE_MS, '114', 'Окончание НС: отказ датчика температуры', '0'),
      // Less than half a minute: no minute of its day, and m³ all the same.
      told(october(29, 14, 20), '016', 'Начало НС: обратный поток', '1'),
      told(october(29, 14, 20) + 25_000, '116', 'Окончание НС: обратный поток', '0'),
      // Nothing has ended it.
      told(october(30, 20), '015', 'Начало НС: T ниже нижнего предела', '1'),
    ],
    changes: [
      told(EXCHANGE.atMs, '034', 'Замена счётчика', `${lastCounter.toFixed(3)}->${EXCHANGE.first.toFixed(3)}`, 'м³', {
        User: 'Сидоров',
      }),
      told(october(20, 9), '035', 'Изменена уставка: P', '0.55->0.60', 'МПа'),
      told(october(22, 9), '036', 'Изменён параметр: код связи', '1234567890123.456789->9876543210987.654321'),
      told(october(23, 9, 1), '037', 'Коррекция времени', '12', 'с'),
    ],
  }
  for (const [archiveType, events] of Object.entries(logs) as [EventArchive, DeviceEvent[]][]) {
    book.events.add({ equipmentId: PAPER_DEVICE, archiveType }, events)
    book.coverage.mark({ equipmentId: PAPER_DEVICE, archiveType, view: 'general' }, span, { fetchedAtMs: PAPER_NOW_MS, state: 'fetched' })
  }
  book.settings.putSnapshot(PAPER_DEVICE, october(2, 12), settings(EXCHANGE.before, '0.55'))
  book.settings.putSnapshot(PAPER_DEVICE, october(17, 12), settings(EXCHANGE.after, '0.55'))
  book.settings.putSnapshot(PAPER_DEVICE, october(21, 12), settings(EXCHANGE.after, '0.60'))
  book.sessions.put(
    Array.from({ length: 80 }, (_, nth) => session({ id: nth + 1, telemetryId: 2007, atMs: PAPER_NOW_MS - (80 - nth) * 12 * HOUR_MS })),
  )
  return { hours, lastCounter }
}

/** A bakery: more by day than at night, never quite the same. */
function flowed(): PaperHour[] {
  let counter = 1_000_000
  let state = 7
  return Array.from({ length: HOURS + 1 }, (_, nth) => {
    const atMs = PAPER_FROM_MS + nth * HOUR_MS
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const day = 40 + 22 * Math.sin(((nth % 24) / 24) * 2 * Math.PI)
    const m3 = nth === 0 ? 0 : round(day + 8 * (state / 2_147_483_648))
    // The hour of the exchange is counted by both meters: 20 minutes by the old one.
    if (atMs - HOUR_MS < EXCHANGE.atMs && atMs > EXCHANGE.atMs) counter = round(EXCHANGE.first + (m3 * 2) / 3)
    else counter = round(counter + m3 - (atMs === FALL.atMs ? FALL.m3 : 0))
    return { atMs, m3, counter }
  })
}

function gauges(atMs: number): { P: number; T: number } {
  const nth = (atMs - PAPER_FROM_MS) / HOUR_MS
  const isSubstituted = atMs > SUBSTITUTED.fromMs && atMs <= SUBSTITUTED.toMs
  const P = isSubstituted ? SUBSTITUTED.value : round(0.41 + 0.03 * Math.sin(nth / 5) + 0.004 * Math.sin(nth * 1.7))
  return { P, T: Math.round((8 + 6 * Math.sin(nth / 30) + Math.sin(nth * 2.3)) * 10) / 10 }
}

/** What m³ at 0.101325 MPa and 20 °C were at the pressure and the temperature of the hour. */
function workingOf(m3: number, atMs: number): number {
  const { P, T } = gauges(atMs)
  return round((m3 * 0.101325 * (T + 273.15)) / (P * 293.15))
}

/** A record a gas day, but for the two whose end lies in the hole. */
function daysOf(hours: readonly PaperHour[]) {
  return hours.flatMap(({ atMs, counter }, nth) => {
    const isMissing = atMs >= october(12, 10) && atMs <= october(13, 10)
    if (nth === 0 || nth % 24 !== 0 || isMissing) return []
    const m3 = round(hours.slice(nth - 23, nth + 1).reduce((sum, hour) => sum + hour.m3, 0))
    return [{ atMs, values: { Vpriv: m3, VNakpriv: counter, P: 0.41, T: 9 } }]
  })
}
