import type { EventContent } from '../../../electron/analysis/kernel/data.ts'
import type { HoleState } from '../../../electron/book/coverage/holes.ts'
import type { SettingMeaning } from '../../../electron/contract/meaning.ts'
import type { Quantity } from '../../../electron/contract/quantities.ts'
import type { EventArchive } from '../../../electron/contract/records.ts'
import type { GasClock } from '../../../electron/contract/time/gas-day.ts'
import type { UnitId } from '../../../electron/contract/units.ts'
import type { Calendar, GasDay, Wall } from './calendar.ts'
import type { DeviceKind } from './device-kind.ts'
import type { Echo, Fault, PlantedStation } from './fault.ts'
import type { Moments } from './noise/moments.ts'
import type { Stamps } from './noise/stamps.ts'
import type { Random } from './random.ts'
import type { Profile } from './shape.ts'

/** A station while it is made: what truly happens there, hour by hour; `records.ts` makes its archives of it. */
export interface Site {
  index: number
  chance: Random
  calendar: Calendar
  gas: GasClock
  profile: Profile
  days: readonly GasDay[]
  wall: Wall
  device: Device
  /** The kinds of noise it has, by name. */
  noise: string[]
  /** Working volume of each hour, m³. */
  flow: Float64Array
  /** Pressure of the gas as the device has it, absolute, kPa. */
  pressure: Float64Array
  /** °C, as the device has it. */
  temperature: Float64Array
  /** Where P and T of a record are readings at its moment: how far from the means of the hour. Null: they are means. */
  moments: Moments | null
  /** What the device multiplies its conversion factor by: 1 in a sound one. */
  factor: Float64Array
  /** Hours and days whose record is not in the book, and why. */
  lostHours: Map<number, HoleState>
  lostDays: Map<number, HoleState>
  /** Hours within which there is another record, by its distance from the hour's beginning, ms. */
  extras: Map<number, readonly number[]>
  /** The hour's own record holds what flowed after its last extra record; else it holds the whole hour. */
  extrasArePart: boolean
  /** When hourly records are stamped. */
  stamps: Stamps
  /** What happens to a counter at the beginning of an hour. */
  counters: Map<number, CounterStep[]>
  /** By day: what its record's volumes are multiplied by. */
  dayFactor: Map<number, number>
  /** Days whose record is summed up to another hour: so many hours later. */
  otherHour: { fromDay: number; toDay: number; shift: number } | null
  settings: SiteSetting[]
  /** Changes of settings by those on site. */
  settingChanges: SettingChange[]
  events: Partial<Record<EventArchive, SiteEvent[]>>
  /** What `nesht` tells of by a beginning and an end, and `nesht_svod` sums up; told only where `events` has the archives. */
  situations: Situation[]
  /** How often the device reports, and until when it has. */
  sessions: { everyMs: number; lastMs: number; tellsNext: boolean }
  /** Until when the hourly archive was asked for. */
  hoursAskedToMs: number
  entered: PlantedStation['entered']
  /** What somebody typed in of its contract. */
  contract: 'exceeded' | 'wide' | null
  faults: Fault[]
  echoes: Echo[]
}

export interface Device {
  kind: DeviceKind
  /** Without working volume, P and T a meter tells of consumption alone. */
  corrects: boolean
  /** Some correctors archive the volumes alone: P and T are in the device, not in its records. */
  tellsState: boolean
  volumeStep: number
  pressureUnit: UnitId
  pressureUnitText: string
  pressureStep: number
  /** kPa; null: the pressure is absolute. */
  barometric: number | null
  /** What the regulator holds, absolute, kPa. */
  held: number
  standardKelvin: number
  /** Counters go back to zero here, m³. */
  rollsAt: number
  /** m³ at the beginning. */
  counterAt: number
}

export type CounterStep = { channel: 'standard' | 'working' | 'both' } & ({ add: number } | { set: number })

export interface SiteSetting {
  channelName: string
  value: string
  unit: string | null
  meaning: SettingMeaning
}

interface Situation {
  fromMs: number
  toMs: number
  quantity: Quantity
  name: string
  /** The device reckons with the substitute meanwhile. */
  substitutes: boolean
}

interface SettingChange {
  atMs: number
  channelName: string
  value: string
}

export interface SiteEvent extends EventContent {
  atMs: number
}

export const HOURLY = 'hourly'
export const DAILY = 'daily'
