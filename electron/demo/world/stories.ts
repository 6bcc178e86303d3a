import type { ChannelCode } from './catalogue.ts'
import { stationId } from './keys.ts'
import type { Silence, Silences } from './silence.ts'
import { CONTRACT_START_MS, DAY_MS, HOUR_MS } from './time.ts'

/**
 * What has gone wrong at a few stations, so that each finding has a case to be looked at. All else is sound. Times count
 * back from the day on which the world was made, so that the same past is told as long as the service runs.
 */
export interface Story {
  /** Gas beside the usual: its share of what flows in that span; −1 stops it. */
  flows?: readonly Surge[]
  /** The jumps of a counter beside its counting, m³. */
  counters?: readonly { atMs: number; m3: number }[]
  /** A channel that shows a value, or this many times the true one, for a while. */
  channels?: readonly Shown[]
  /** The daily record says so many times what flowed. */
  dailyVolumes?: { fromMs: number; toMs: number; times: number }
  /** The device closes its days so many hours before the contract hour. */
  closesEarlierHours?: number
  /** Records between the hours, Unix ms. */
  extras?: readonly number[]
  /** Settings by their Russian name, where they differ from those of a sound device. */
  settings?: Readonly<Record<string, string>>
  /** Settings that are others from a moment on, and no event tells of it. */
  settingsLater?: { from: number; values: Readonly<Record<string, string>> }
  /** The events of a station's life beside the everyday. */
  events?: readonly StoryEvent[]
  /** Minutes that a summary of situations says too much on the gas days of this span. */
  summaryOff?: { fromMs: number; toMs: number; minutes: number }
  silence?: Silence
  brand?: string
}

interface Surge {
  fromMs: number
  toMs: number
  share: number
}

interface Shown {
  code: ChannelCode
  fromMs: number
  toMs: number
  /** The pressure that the device shows, in MPa; absent: the true value, so many times and so much more. */
  value?: number
  times?: number
  add?: number
  /** It goes on to show what it measured at the beginning. */
  stands?: boolean
}

interface StoryEvent {
  atMs: number
  archive: 'nesht' | 'changes' | 'valve'
  /** The kind's Russian name, and the channel that it is about. */
  kind: string
  channel?: ChannelCode
  value?: string
}

/** Stations of stories; with fewer stations the world has fewer stories. */
const AT = {
  silent: 57,
  fallen: 70,
  frozen: 98,
  risk: 82,
  valve: 80,
  range: 75,
  clock: 56,
  contractHour: 84,
  substitute: 105,
  conversion: 112,
  sums: 119,
  hour: 147,
  exchanged: 94,
} as const

/** Where stories are told, and what of these stations has to be fetched to see them. */
export interface StoryStations {
  /** Keys of stations; of the last `days` everything. */
  stations: number[]
  days: number
  /** Keys of stations whose device keeps 35 days of hours: fetched until so many days ago, so that they are at risk. */
  atRisk: number[]
  unfetchedDays: number
}

export function storyStations(count: number): StoryStations {
  const [atRisk, others] = [[AT.risk], Object.values(AT).filter((index) => index !== AT.risk)].map((some) =>
    some.filter((index) => index < count).map(stationId),
  )
  return { stations: others ?? [], days: 120, atRisk: atRisk ?? [], unfetchedDays: 28 }
}

/** Where one device was taken out and, some hours later, another one put in; Unix ms. */
export interface DeviceExchange {
  index: number
  endMs: number
  beginMs: number
}

/** The one that happened before the world was made; none in a world without that station. */
export function exchangeIn(count: number, madeDay: number): DeviceExchange | null {
  if (AT.exchanged >= count) return null
  const endMs = (madeDay - 12) * DAY_MS + CONTRACT_START_MS + 3 * HOUR_MS
  return { index: AT.exchanged, endMs, beginMs: endMs + 6 * HOUR_MS }
}

/** The story of the n-th station; undefined for all but a few. */
export function storyOf(index: number, madeDay: number): Story | undefined {
  /** The beginning of a gas day so many days before the world was made, and hours later. */
  const ago = (days: number, hours = 0): number => (madeDay - days) * DAY_MS + CONTRACT_START_MS + hours * HOUR_MS
  const span = (days: number, hours: number, length: number) => ({
    fromMs: ago(days, hours),
    toMs: ago(days, hours + length),
  })
  switch (index) {
    case AT.silent:
      return { silence: { fromMs: ago(9, 5), toMs: Number.MAX_SAFE_INTEGER } }
    case AT.fallen:
      return {
        counters: [{ atMs: ago(15, 6), m3: -20_000 }],
        // The day after: the next download of the settings finds it.
        settingsLater: { from: ago(-1), values: { 'Договорной расход': '1200', 'Плотность газа': '0.9100' } },
      }
    case AT.frozen:
      return {
        channels: [{ code: 'P', ...span(12, 3, 71), stands: true }],
        settings: { 'Дата очередной поверки': dayText(madeDay - 40) },
      }
    case AT.risk:
      return { brand: 'ROC809' }
    case AT.valve:
      return {
        events: [
          { atMs: ago(6, 2.3), archive: 'valve', kind: 'Клапан закрыт', value: '1' },
          { atMs: ago(3, 4.6), archive: 'valve', kind: 'Клапан открыт', value: '1' },
        ],
      }
    case AT.range:
      return {
        channels: [
          { code: 'P', ...span(8, 9, 5), value: 0.92 },
          { code: 'T', ...span(33, 5, 1), add: 24 },
        ],
      }
    case AT.clock:
      return {
        extras: [ago(20, 5) + 1_260_000],
        events: [{ atMs: ago(20, 5) + 1_260_000, archive: 'changes', kind: 'Коррекция времени', value: '2820' }],
        // Not within a day of the clock, of which nobody could say how long it was.
        flows: [{ ...span(23, 0, 24), share: 2.4 }],
      }
    case AT.contractHour:
      return { closesEarlierHours: 2 }
    case AT.substitute:
      return {
        channels: [{ code: 'P', ...span(18, 6, 30), value: 0.3 }],
        settings: { 'Давление: подстановочное значение': '0.3000' },
        events: [
          { atMs: ago(18, 6) + 60_000, archive: 'nesht', kind: 'Отказ датчика', channel: 'P', value: '1' },
          { atMs: ago(18, 36) - 60_000, archive: 'nesht', kind: 'Окончание: Отказ датчика', channel: 'P', value: '0' },
        ],
        summaryOff: { ...span(17, 0, 24), minutes: 95 },
      }
    case AT.conversion:
      return {
        channels: [{ code: 'P', ...span(40, 4, 190), times: 1.06 }],
        flows: [{ ...span(10, 3, 70), share: -1 }],
      }
    case AT.sums:
      return { dailyVolumes: { ...span(14, 0, 24), times: 1.05 }, flows: [{ ...span(27, 3, 6), share: -0.99 }] }
    case AT.hour:
      return { counters: [{ atMs: ago(12, 8), m3: 900 }], flows: [{ ...span(24, 5, 3), share: 3 }] }
    default:
      return undefined
  }
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The exceptions: stories, and the silences that tests switch while the service runs. */
export interface Peculiar {
  /** The day on which the world was made; undefined: no stories. */
  madeDay: number
  silences: Silences | undefined
}
