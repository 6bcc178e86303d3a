import type { Book } from '../../../electron/book/index.ts'
import type { DeviceEvent, Reading, ReadingView, Setting, Verbatim } from '../../../electron/contract/records.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import type { GasClock } from '../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { NO_VALUES_READ } from '../../../electron/contract/meter-reading.ts'
import { consumer, session, station } from '../../unit/book/fixtures.ts'
import { mulberry } from './world.ts'

/**
 * A station with everything that a form can say of it, whose device is exchanged after the period that is looked at: once as the book
 * had it before, once as it has it after. What is told of the period must be the same.
 */

export const PAST_STATION = 7
/** A neighbour that keeps its device: both are in the branch. */
const PAST_NEIGHBOUR = 8
export const PAST_BRANCH = 'b1'
/** Both included: the clocks of all three zones change in it, or beside it. */
export const PERIOD = { from: '2026-10-03', to: '2026-11-03' } as const
export const PAST_NOW = Date.UTC(2026, 11, 20, 9)
const BEGIN = Date.UTC(2026, 7, 25)
const ZONES: readonly GasClock[] = [
  { zone: 'Europe/Berlin', contractHour: 6 },
  { zone: 'America/New_York', contractHour: 9 },
  { zone: 'Australia/Sydney', contractHour: 0 },
]
const FORMER = 1_007
const PRESENT = 1_008
const KNOWN_TYPE = 1
const OTHER_TYPE = 2

const EXCHANGES = ['listed alone', 'fetched', 'another type', 'counts working volume alone', 'no device now'] as const

export interface Past {
  gas: GasClock
  views: readonly ReadingView[]
  exchange: (typeof EXCHANGES)[number]
  /** Writes what was known before the exchange was. */
  before: (book: Book) => void
  /** Writes what the exchange brought. */
  after: (book: Book) => void
}

const NAMES = {
  Vpriv: ['Стандартный объём', 'м³'],
  Vwork: ['Рабочий объём', 'м³'],
  VNakpriv: ['Накопленный стандартный объём', 'м³'],
  VNakwork: ['Накопленный рабочий объём', 'м³'],
  P: ['Давление абсолютное', 'МПа'],
  T: ['Температура газа', '°C'],
} as const
const UNIFIED: Readonly<Record<string, string>> = { Vpriv: 'gas_consume', VNakpriv: 'reading_value' }

export function pastOf(seed: number): Past {
  const random = mulberry(seed * 31 + 5)
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const gas = ZONES[seed % ZONES.length] as GasClock
  const views = ([['general', 'unified'], ['general'], ['unified']] as const)[Math.floor(seed / ZONES.length) % 3] as readonly ReadingView[]
  const exchange = EXCHANGES[(seed + Math.floor(seed / EXCHANGES.length)) % EXCHANGES.length] as Past['exchange']
  // Weeks after the period, or in the first days of the next one.
  const endMs = seed % 4 === 0 ? Date.UTC(2026, 10, 5, whole(0, 47)) : Date.UTC(2026, 10, whole(22, 27), whole(0, 23))
  const hours = hoursFrom(BEGIN, endMs, { random, whole, first: 1_000_000 })
  const next = hoursFrom(endMs + whole(1, 30) * HOUR_MS, PAST_NOW - HOUR_MS, { random, whole, first: 5 })
  const isTypedBefore = Math.floor(seed / 2) % 2 === 0
  const listed = (more: Parameters<typeof station>[0]) => station({ name: 'ГРП № 7', customerId: 7, telemetryId: 2_007, ...more })
  const formerListed = listed({ id: PAST_STATION, equipmentId: FORMER, equipmentTypeId: KNOWN_TYPE, equipmentSerialNumber: '5550001' })
  return {
    gas,
    views,
    exchange,
    before(book) {
      book.consumers.put([consumer(7, 'АО «Хлебозавод № 3»', '5260000001')], { energyId: null })
      const word = { equipmentKindName: null, telemetryTypeName: null, resourceName: null, description: null }
      book.equipmentTypes.put([
        { id: KNOWN_TYPE, name: 'Флоугаз', ...word },
        { id: OTHER_TYPE, name: 'EK270', ...word },
      ])
      for (const [typeId, codes] of [
        [KNOWN_TYPE, Object.keys(NAMES)],
        [OTHER_TYPE, ['Vwork', 'VNakwork']],
      ] as const)
        book.channels.put(
          ['hourly', 'daily'].flatMap((archiveTypeVarname) =>
            codes.map((channelVarname) => ({
              equipmentTypeId: typeId,
              archiveTypeName: null,
              archiveTypeVarname,
              telemetryTypeName: null,
              channelName: NAMES[channelVarname as keyof typeof NAMES][0],
              channelVarname,
              unitName: NAMES[channelVarname as keyof typeof NAMES][1],
            })),
          ),
        )
      book.stations.put([formerListed], BEGIN + DAY_MS)
      book.stations.put([formerListed], endMs - HOUR_MS)
      put(book, FORMER, hours, { views, endMs })
      const neighbour = { id: PAST_NEIGHBOUR, name: 'ГРП № 8', customerId: 7, equipmentTypeId: KNOWN_TYPE }
      book.stations.put([station(neighbour)], BEGIN + DAY_MS)
      book.stations.put([station(neighbour)], endMs - HOUR_MS)
      put(book, 1_000 + PAST_NEIGHBOUR, hours, { views, endMs })
      book.branches.say(
        PAST_BRANCH,
        {
          name: 'Ввод',
          timeZone: gas.zone,
          contractHour: gas.contractHour,
          members: [
            { stationId: PAST_NEIGHBOUR, side: 'in' },
            { stationId: PAST_STATION, side: 'out' },
          ],
          author: 'me',
        },
        BEGIN,
      )
      for (const atMs of [Date.UTC(2026, 9, 8, 9, 20), Date.UTC(2026, 10, 1, 10, 40)])
        book.notes.add(PAST_STATION, readAt(hours, atMs, '5550001'), [], atMs)
      book.settings.putSnapshot(FORMER, BEGIN + 2 * DAY_MS, settings('77001', '0.55'))
      book.settings.putSnapshot(FORMER, Date.UTC(2026, 9, whole(10, 25)), settings('77001', '0.60'))
      logs(book, FORMER, { fromMs: BEGIN, toMs: endMs }, { whole })
      book.sessions.put(
        Array.from({ length: 120 }, (_, nth) => session({ id: nth + 1, telemetryId: 2_007, atMs: endMs - (120 - nth) * 18 * HOUR_MS })),
      )
      if (isTypedBefore) book.typed.write(PAST_STATION, [{ fact: 'next_verification', value: '2026-10-20' }], 'me', BEGIN + 9 * DAY_MS)
    },
    after(book) {
      book.notes.add(PAST_STATION, readAt(next, PAST_NOW - 5 * DAY_MS, '9990002'), [], PAST_NOW - 5 * DAY_MS)
      if (!isTypedBefore) book.typed.write(PAST_STATION, [{ fact: 'next_verification', value: '2030-01-01' }], 'me', PAST_NOW - DAY_MS)
      const now = {
        ...{ id: PAST_STATION, equipmentId: PRESENT, equipmentTypeId: KNOWN_TYPE, equipmentSerialNumber: '9990002' },
        equipmentBrandName: 'Другой',
      }
      switch (exchange) {
        case 'no device now':
          book.stations.put([listed({ ...now, equipmentId: null, equipmentTypeId: null, equipmentSerialNumber: null })], PAST_NOW - DAY_MS)
          return
        case 'another type':
        case 'counts working volume alone':
          book.stations.put([listed({ ...now, equipmentTypeId: OTHER_TYPE, equipmentTypeVarname: 'ek270' })], PAST_NOW - 20 * DAY_MS)
          break
        default:
          book.stations.put([listed(now)], PAST_NOW - 20 * DAY_MS)
      }
      if (exchange === 'listed alone' || exchange === 'another type') return
      const codes = exchange === 'fetched' ? null : ['Vwork', 'VNakwork']
      put(book, PRESENT, next, { views: ['general'], endMs: PAST_NOW - HOUR_MS, codes })
      book.settings.putSnapshot(PRESENT, PAST_NOW - 10 * DAY_MS, settings('88002', '0.30'))
      logs(book, PRESENT, { fromMs: endMs + 3 * DAY_MS, toMs: PAST_NOW - DAY_MS }, { whole })
    },
  }
}

/** What an engineer read at the meter: the counter of the record before. */
const readAt = (hours: readonly Hour[], atMs: number, serial: string) => ({
  ...{ fromMs: atMs, toMs: null, kind: 'reading' as const, author: 'Ольга', text: '' },
  reading: {
    serial,
    values: { ...NO_VALUES_READ, standardCounter: String(hours.findLast((hour) => hour.atMs <= atMs)?.values['VNakpriv'] ?? 1) },
    pressureUnit: 'bar' as const,
    ...{ seals: [], violations: '', supplier: 'Ольга', consumer: 'Иван' },
  },
})

interface Hour {
  atMs: number
  values: Record<string, Verbatim>
}

/** Hours of a boiler with holes, a spike, a fall of the counter and a substitute. */
function hoursFrom(
  fromMs: number,
  toMs: number,
  { random, whole, first }: { random: () => number; whole: (least: number, most: number) => number; first: number },
): Hour[] {
  const count = Math.floor((toMs - fromMs) / HOUR_MS)
  const hole = { from: whole(200, 1_200), hours: whole(2, 40) }
  const [spike, fall, frozen] = [whole(900, 1_600), whole(900, 1_600), whole(900, 1_500)]
  let [counter, working] = [first, first * 0.3]
  return Array.from({ length: count }, (_, nth) => {
    const size = 40 + 22 * Math.sin(((nth % 24) / 24) * 2 * Math.PI) + 8 * random()
    const m3 = Math.round(size * (nth === spike ? 30 : 1) * 1000) / 1000
    const isFrozen = nth >= frozen && nth < frozen + 14
    const P = isFrozen ? 0.3 : Math.round((0.41 + 0.03 * Math.sin(nth / 5) + 0.004 * random()) * 1000) / 1000
    const T = Math.round((8 + 6 * Math.sin(nth / 30) + random()) * 10) / 10
    const work = Math.round(((m3 * 0.101325 * (T + 273.15)) / (P * 293.15)) * 1000) / 1000
    counter = Math.round((counter + m3 - (nth === fall ? 300 : 0)) * 1000) / 1000
    working = Math.round((working + work) * 1000) / 1000
    return { atMs: fromMs + (nth + 1) * HOUR_MS, values: { Vpriv: m3, Vwork: work, VNakpriv: counter, VNakwork: working, P, T } }
  }).filter((_, nth) => nth < hole.from || nth >= hole.from + hole.hours)
}

function put(
  book: Book,
  equipmentId: number,
  hours: readonly Hour[],
  { views, endMs, codes = null }: { views: readonly ReadingView[]; endMs: number; codes?: readonly string[] | null },
): void {
  const days = hours.filter((_, nth) => nth % 24 === 23)
  for (const view of views)
    for (const [archiveType, records] of [
      ['hourly', hours],
      ['daily', days],
    ] as const) {
      const key = { equipmentId, archiveType, view }
      const read = (values: Hour['values']): Reading['values'] =>
        Object.fromEntries(
          Object.entries(values).flatMap(([code, value]) => {
            if (codes && !codes.includes(code)) return []
            // A day has the counters alone.
            if (archiveType === 'daily' && (code === 'Vpriv' || code === 'Vwork')) return []
            return [[view === 'unified' ? (UNIFIED[code] ?? code) : code, value]]
          }),
        )
      book.readings.put(
        key,
        records.map(({ atMs, values }) => ({ atMs, values: read(values) })),
      )
      book.coverage.mark(key, { from: dayAt(BEGIN), to: dayAt(endMs) }, { fetchedAtMs: endMs + HOUR_MS, state: 'fetched' })
    }
}

const setting = (channelName: string, channelDataValue: string, unitName: string | null = null): Setting => ({
  channelName,
  channelDataValue,
  unitName,
})
const settings = (serial: string, limit: string): Setting[] => [
  setting('Заводской номер счётчика', serial),
  setting('Тип давления', 'абсолютное'),
  setting('Стандартное давление', '0.101325', 'МПа'),
  setting('Стандартная температура', '20', '°C'),
  setting('Давление: подстановочное значение', '0.300', 'МПа'),
  setting('Верхняя уставка P', limit, 'МПа'),
]

const told = (atMs: number, code: string, text: string, value = ''): DeviceEvent => ({
  atMs,
  entries: { Code: code, CodeDescription: text, ValCode: value, Izm: '' },
})

function logs(
  book: Book,
  equipmentId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { whole }: { whole: (least: number, most: number) => number },
): void {
  const nesht: DeviceEvent[] = []
  const changes: DeviceEvent[] = []
  for (let atMs = fromMs + 2 * DAY_MS; atMs < toMs - DAY_MS; atMs += whole(2, 9) * DAY_MS + whole(0, 900) * MINUTE_MS) {
    nesht.push(told(atMs, '013', 'Начало НС: P выше верхнего предела', '1'))
    nesht.push(told(atMs + whole(3, 300) * MINUTE_MS, '113', 'Окончание НС: P выше верхнего предела', '0'))
    changes.push(told(atMs + 7 * HOUR_MS, '035', 'Изменена уставка: P', '0.55->0.60'))
  }
  for (const [archiveType, events] of [
    ['nesht', nesht],
    ['changes', changes],
  ] as const) {
    book.events.add({ equipmentId, archiveType }, events)
    const days = { from: dayAt(BEGIN), to: dayAt(toMs) }
    book.coverage.mark({ equipmentId, archiveType, view: 'general' }, days, { fetchedAtMs: toMs + HOUR_MS, state: 'fetched' })
  }
}
