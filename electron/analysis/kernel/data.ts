import type { ComparedQuantity } from '../../contract/meter-readings.ts'
import type { ChannelMeaning, MessageMeaning, PressureBasis, SettingMeaning } from '../../contract/meaning.ts'
import type { HoleReason } from '../../book/completeness/due-records.ts'
import type { EventArchive, ReadingView } from '../../contract/records.ts'
import type { DaysOff } from '../../contract/time/days-off.ts'
import type { GasClock, TimeSpan } from '../../contract/time/gas-day.ts'
import type { Conversion } from '../../contract/units.ts'
import type { BalanceSum } from './balance/balance.ts'
import type { OwnerStands } from './limits/stands.ts'
import type { Rhythm } from '../../book/completeness/rhythm.ts'

/** The part of its readings that a station is shown with. */
interface Part {
  /** The readings that are here. */
  range: TimeSpan
  /** All that the station has. */
  whole: TimeSpan
  /** A rule had to look beyond the range: what it says of the part may be other than what it would say of the whole. */
  isShort: boolean
}

/** The basis of the pressure as the first records tell it, the last of them at `toMs`, Unix ms. */
export interface ToldBasis {
  basis: PressureBasis | null
  toMs: number
}

/**
 * What the rules look at: one station as columns, with the meaning of its channels, settings and messages already found
 * (docs/field-rules.md, section F). Nothing in here knows of SQL or of a screen. Times are Unix ms, UTC, ascending.
 */
export interface StationData {
  stationId: number
  /** Null: the station has no device, and no rule but those of sessions can judge it. */
  equipmentId: number | null
  equipmentTypeId: number | null
  /** The zone and the contract hour of the station. */
  gas: GasClock
  /** True where nobody said the contract hour of this station or its book, so that `gas` has the usual one. */
  gasIsUsual?: boolean
  /** True where nobody said the zone of this station or its book: then hours that the device names are of no known zone. */
  zoneIsUsual?: boolean
  /** Whose public holidays count as Sundays; absent: nobody's. */
  daysOff?: DaysOff
  /** Until when the world is known: what is due, silent or overdue is judged by it. */
  nowMs: number
  /** Each archive of readings in the view that speaks for the type, with what the other view alone has. */
  archives: readonly ArchiveData[]
  /** Set where `archives` have the readings of a part of the time alone. */
  part?: Part
  /** For a part of the readings: the basis of its pressure, where the first records of the whole tell it. */
  toldBasis?: ToldBasis | undefined
  /** From the first to the last record that the station has, whatever part is here; absent: of what is here. */
  whole?: TimeSpan
  /** Snapshots of the settings that differ from the one before, oldest first. */
  settings: readonly SettingsSnapshot[]
  /** The day of the next verification that somebody typed in for the device of now; absent: nobody did. */
  typedVerification?: { day: string; typedAtMs: number } | undefined
  /** Archives of events that were ever asked for; of one that is absent nothing is known. */
  events: Partial<Readonly<Record<EventArchive, EventColumns>>>
  /** Null: no session was ever asked for. */
  sessions: SessionColumns | null
  /** The newest session that the service has told of in any way; null: none. */
  lastSessionMs: number | null
  /**
   * The devices that the station had before, the oldest first, each as of when it was taken out: what is told of the station's
   * situations is theirs too. Absent where one device is looked at, as rules do.
   */
  former?: readonly StationData[]
  /** The balance of the branches that begin at this station, computed when it is asked for; absent: none does. */
  branches?: () => readonly BranchDays[]
  /** How the limits of contracts that are judged here stand, computed when it is asked; absent: there are none. */
  limits?: () => readonly OwnerStands[]
  /** Records that a merged book had with other content; absent: none. */
  keptTwice?: readonly KeptTwice[]
  /** What engineers read at the meter while the device was at the station; absent: nothing. */
  meterReadings?: readonly MeterReadingData[]
}

/** A reading at the meter beside what the device sent. */
export interface MeterReadingData {
  /** Of its note. */
  id: string
  /** Unix ms. */
  atMs: number
  quantities: readonly QuantityBeside[]
}

/** One number of it, in the unit of the reading. */
export interface QuantityBeside extends Pick<ComparedQuantity, 'quantity' | 'said' | 'decimals' | 'telemetry' | 'difference' | 'why'> {
  /** The coarser of the last digits that were read and sent. */
  step: number
  /** Of counters: what flowed since the last compared moment, else since the archive's begin; 0 where nothing is compared. */
  flowed: number
  /** Of counters: the most that flowed in a minute around the moment. */
  perMinute: number
}

/** A branch's balance by gas days, in order and without a gap. */
export interface BranchDays {
  id: string
  name: string
  days: readonly (TimeSpan & Omit<BalanceSum, 'differencePercent'>)[]
}

/** A record, or a session, that two books have with different content. */
export interface KeptTwice {
  archiveType: string
  view: ReadingView
  atMs: number
}

/** An archive of readings. */
export interface ArchiveData {
  /** `hourly`, `daily`, `monthly`, … */
  archiveType: string
  view: ReadingView
  /** A record is stamped with the end of the hour or the day that it covers. */
  timesMs: Float64Array
  channels: readonly ChannelData[]
  /** How often it writes, by all of its records; absent: by those that are here. */
  rhythm?: Rhythm
  /**
   * For an hourly archive: how many of all its records are stamped at each minute of the hour; absent: count those that
   * are here.
   */
  minutes?: ReadonlyMap<number, number>
  /** The records that should be there by now; null where the archive's rhythm is not known. */
  due: DueData | null
  /** Until when the archive has been asked for and answered, Unix ms; null: never. */
  fetchedToMs: number | null
}

export interface ChannelData {
  channelVarname: string
  /** As the service writes it. */
  unit: string | null
  meaning: ChannelMeaning
  /** From the unit as sent into the base unit of its dimension (m³, m³/h, kPa, °C); null where the unit is not known. */
  toBase: Conversion | null
  /** As sent, as long as the archive's `timesMs`; NaN: no number. */
  values: Float64Array
  /** The smallest step of all its values, in their unit; absent: of those that are here. See `channels/step.ts`. */
  step?: number
  /** Set of a volume that is what a counter rose by: it may be off by one step of it. */
  isCounted?: true
}

/** The records that are due, by the moment they are due. */
export interface DueData {
  /** Unix ms, ascending. */
  due: Float64Array
  /** 1 where the book has the record. */
  present: Uint8Array
  /** Why the record at a place of `due` is missing; `empty`: the service was asked and does not have it. */
  reasonAt: (place: number) => HoleReason
}

export interface SettingsSnapshot {
  takenAtMs: number
  /** When the same settings were last seen. */
  checkedAtMs: number
  items: readonly SettingData[]
}

export interface SettingData {
  channelName: string
  /** As sent, as text; '' where it is null. */
  value: string
  unit: string | null
  meaning: SettingMeaning
}

/** The events of one archive. */
export interface EventColumns {
  /** Unix ms with thousandths of a second where the device gives them. */
  atMs: Float64Array
  /** By event: its place in `contents`. */
  content: Int32Array
  contents: readonly EventContent[]
  /** The times that were asked for and answered, in order; absent: nobody knows, and all counts as asked. */
  asked?: readonly TimeSpan[]
}

/** What an event says; many events share one. */
export interface EventContent {
  code: string | null
  /** The reference's words, else the event's own. */
  text: string
  /** `ValCode` and `Izm` as sent. */
  value: string | null
  unit: string | null
  /** `OldValue` and the like, by name, where an event has more entries. */
  more: Readonly<Record<string, string>>
  meaning: MessageMeaning
}

/** Sessions; NaN where a field is null. Units of `btm`, `bsg`, `duration` and `traffic` are not known: as they came. */
export interface SessionColumns {
  atMs: Float64Array
  trycnt: Float64Array
  btm: Float64Array
  rssi: Float64Array
  bsg: Float64Array
  duration: Float64Array
  traffic: Float64Array
  /** `next_session_time`, Unix ms. */
  nextMs: Float64Array
}

/** How many days back a rule looks at what is due; null: not at all. */
export interface DueDays {
  hour: number | null
  day: number | null
}

/** All of the time that a `Date` holds, Unix ms. */
export const EVER: TimeSpan = { fromMs: -8.64e15, toMs: 8.64e15 }
