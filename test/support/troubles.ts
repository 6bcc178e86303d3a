import type { Book } from '../../electron/book/index.ts'
import { dayAt } from '../../electron/contract/time/day.ts'
import { gasDaySpan } from '../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../electron/contract/time/units.ts'

/** Troubles of the field, each a station with an hour or a day that is not believed, or that is told otherwise; and what really passed. */

export const CLOCK = { zone: 'Europe/Moscow', contractHour: 10 }
export const NOW = Date.parse('2026-11-20T21:00:00Z')
export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }
export const { fromMs: BEGIN_MS, toMs: END_MS } = gasDaySpan(OCTOBER.from, OCTOBER.to, CLOCK)
const HOURS = (END_MS - BEGIN_MS) / HOUR_MS
/** Hours of the archive before and after the month. */
const [BEFORE, AFTER] = [1800, 480]

/** m³ of an hour, counted from the month's begin: a day's pattern, and digits that no two hours share. */
export function m3Of(hour: number): number {
  const digits = Math.abs(Math.trunc(hour) * 7919 + 104_729) % 8191
  return Number((40 + 6 * Math.sin((hour / 24) * 2 * Math.PI) + (digits / 8191 - 0.5) * 8).toFixed(3))
}
const START_M3 = 18_350
const COUNTER: number[] = []
let sum = START_M3
for (let hour = -BEFORE; hour < HOURS + AFTER; hour++) COUNTER.push((sum = Number((sum + m3Of(hour)).toFixed(3))))
const counterAt = (hour: number): number => COUNTER[hour + BEFORE] as number
const passed = (from = 0, to = HOURS): number => Number((counterAt(to - 1) - counterAt(from - 1)).toFixed(3))

/** A counter's pulses of 0.01 m³. */
const pulses = (hour: number): number => Math.round(counterAt(hour) * 100)

type Values = Record<string, number | string>
export interface Trouble {
  name: string
  /** The values of an hour's record; null: there is none. */
  hourly: (hour: number) => Values | null
  /** The same hours in the unified view. */
  unified?: (hour: number) => Values | null
  /** The values of the record that ends a gas day. */
  daily?: (endHour: number) => Values | null
  m3: number
  /** Hours of the month that their own record tells, those told otherwise, and those that nothing tells. */
  received: number
  otherwise: number
  unknown: number
}

const both = (hour: number): Values => ({ Vpriv: m3Of(hour), VNakpriv: counterAt(hour) })
const counter = (hour: number): Values => ({ VNakpriv: counterAt(hour) })
export const four = (hour: number): Values => {
  const [m3, count] = [m3Of(hour), counterAt(hour)]
  return { ...both(hour), Vwork: Number((m3 / 3.9).toFixed(3)), VNakwork: Number((count / 3.9).toFixed(3)), P: 0.4, T: 9.1 }
}
export const unified = (hour: number): Values => {
  const { Vpriv, VNakpriv, ...same } = four(hour)
  return Object.fromEntries(
    Object.entries({ gas_consume: Vpriv, reading_value: VNakpriv, ...same }).map(([code, value]) => [code, String(value)]),
  )
}
const dayOf = (endHour: number): Values => ({
  Vpriv: Number((counterAt(endHour) - counterAt(endHour - 24)).toFixed(3)),
  VNakpriv: counterAt(endHour),
})
export const but =
  (hours: readonly number[], usual: (hour: number) => Values | null, other: (hour: number) => Values | null) => (hour: number) =>
    hours.includes(hour) ? other(hour) : usual(hour)
export const whole = { m3: passed(), received: HOURS, otherwise: 0, unknown: 0 }
export const SENTINEL = 186_227.087

export const TROUBLES: readonly Trouble[] = [
  { name: 'nothing is wrong', hourly: both, daily: dayOf, ...whole },
  {
    name: 'the volume is the counter from one hour on (case 03)',
    hourly: (hour) => (hour < 240 ? both(hour) : { Vpriv: counterAt(hour), VNakpriv: counterAt(hour) }),
    daily: dayOf,
    ...whole,
    received: 240,
    otherwise: HOURS - 240,
  },
  {
    name: 'a counter of 16 bits (case 10)',
    hourly: (hour) => ({ VNakpriv: (pulses(hour) % 65_536) / 100 }),
    ...whole,
    m3: (pulses(HOURS - 1) - pulses(-1)) / 100,
  },
  {
    name: 'a number that stands for no value, and a counter (case 14)',
    hourly: but([100, 101, 300], both, (hour) => ({ ...both(hour), Vpriv: SENTINEL })),
    ...whole,
    received: HOURS - 3,
    otherwise: 3,
  },
  {
    name: 'a number that stands for no value, and nothing beside it (case 14)',
    hourly: but(
      [100, 101, 150],
      (hour) => ({ Vpriv: m3Of(hour) }),
      () => ({ Vpriv: SENTINEL }),
    ),
    m3: passed() - m3Of(100) - m3Of(101) - m3Of(150),
    received: HOURS - 3,
    otherwise: 0,
    unknown: 3,
  },
  {
    name: 'a counter that is too high in one record (case 24)',
    hourly: but([222], counter, (hour) => ({ VNakpriv: counterAt(hour) + 1800 })),
    ...whole,
    received: HOURS - 1,
    otherwise: 1,
  },
  {
    name: 'a counter that is 0 in one record (case 25)',
    hourly: but([222], counter, () => ({ VNakpriv: 0 })),
    ...whole,
    received: HOURS - 1,
    otherwise: 1,
  },
  { name: 'two views (case 22)', hourly: four, unified, ...whole },
  {
    name: 'two views, and a single record less in one of them (case 23)',
    hourly: but([-900], four, () => null),
    unified,
    ...whole,
  },
  {
    name: 'two views, and a record of the month less in one of them',
    hourly: but([333], four, () => null),
    unified,
    ...whole,
  },
  {
    name: 'three days of gas in the record of the third',
    hourly: () => null,
    daily: (endHour) =>
      endHour === 24 * 11 - 1 || endHour === 24 * 12 - 1
        ? null
        : { Vpriv: Number((counterAt(endHour) - counterAt(endHour - (endHour === 24 * 13 - 1 ? 72 : 24))).toFixed(3)) },
    ...whole,
    received: HOURS - 72,
    otherwise: 72,
  },
]

const STATION = {
  equipmentTypeVarname: 'flougas',
  equipmentBrandName: 'Флоугаз',
  phone: '',
  telemetryId: null,
  customerId: 5,
  statusNameValue: null,
  volumeValue: null,
  volumeUnit: 'м3',
  pressureValue: null,
  pressureUnit: '',
  temperatureValue: null,
  temperatureUnit: '°C',
  lastSeanceEventMs: null,
  uid: null,
}

/** Writes one of them as a station of a book. */
export function writeTrouble(book: Book, id: number, { hourly, unified: inUnified, daily }: Trouble): void {
  const equipmentId = id + 1000
  const equipmentTypeId = id
  book.page(() => {
    const owner = { id: 5, name: 'Пекарня', subdivisionTypeName: 'Предприятие', inn: null, contactNumber: null }
    book.consumers.put([owner], { energyId: null })
    book.stations.put([{ ...STATION, id, name: named(id), equipmentId, equipmentTypeId, equipmentSerialNumber: String(10_000 + id) }], NOW)
    const codes = [...new Set([...Object.keys(hourly(0) ?? {}), ...(daily ? ['Vpriv', 'VNakpriv'] : [])])]
    const unitOf = (code: string) => (code === 'P' ? 'МПа' : code === 'T' ? '°C' : 'м3')
    book.channels.put(
      ['hourly', ...(daily ? ['daily'] : [])].flatMap((archiveTypeVarname) =>
        codes.map((channelVarname) => ({
          equipmentTypeId,
          archiveTypeName: null,
          archiveTypeVarname,
          telemetryTypeName: null,
          channelName: NAMES[channelVarname] ?? null,
          channelVarname,
          unitName: unitOf(channelVarname),
        })),
      ),
    )
    const records = (of: (hour: number) => Values | null, every: number) => {
      const made: { atMs: number; values: Values }[] = []
      for (let hour = -BEFORE + every - 1; hour < HOURS + AFTER; hour += every) {
        const values = of(hour)
        if (values) made.push({ atMs: BEGIN_MS + (hour + 1) * HOUR_MS, values })
      }
      return made
    }
    const span = { from: dayAt(BEGIN_MS - BEFORE * HOUR_MS), to: dayAt(NOW) }
    const put = (archiveType: string, view: 'general' | 'unified', made: ReturnType<typeof records>) => {
      const key = { equipmentId, archiveType, view }
      book.readings.put(key, made)
      book.coverage.mark(key, span, { state: 'fetched', fetchedAtMs: NOW })
    }
    const hours = records(hourly, 1)
    if (hours.length > 0) put('hourly', 'general', hours)
    if (inUnified) put('hourly', 'unified', records(inUnified, 1))
    if (daily) put('daily', 'general', records(daily, 24))
    book.clocks.setOfStations([id], { timeZone: CLOCK.zone, contractHour: CLOCK.contractHour })
  })
}
const NAMES: Readonly<Record<string, string>> = {
  Vpriv: 'Стандартный объём за период',
  VNakpriv: 'Накопленный стандартный объём',
  Vwork: 'Рабочий объём за период',
  VNakwork: 'Накопленный рабочий объём',
  P: 'Давление',
  T: 'Температура',
}
export const named = (id: number) => `Узел-${id}`
