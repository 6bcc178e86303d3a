import type { GasClock } from './gas-day.ts'

/** What a station or a book says of its own time; null where it says nothing and the next one down is asked. */
export interface ClockWish {
  /** IANA zone. */
  timeZone: string | null
  /** Hour of the zone's day at which a gas day begins. */
  contractHour: number | null
}
export const NO_WISH: ClockWish = { timeZone: null, contractHour: null }

/**
 * Where a zone or a contract hour comes from: what was asked for by name (on the command line) before the station itself (or
 * the branch of which a balance is told), before its book, before the preferences.
 */
export const CLOCK_SOURCES = ['argument', 'station', 'branch', 'book', 'preferences'] as const
export type ClockSource = (typeof CLOCK_SOURCES)[number]

/** The time that a station's records are counted in, and who says so. */
export interface StationClock extends GasClock {
  zoneFrom: ClockSource
  hourFrom: ClockSource
}

/**
 * The clock of a station, or of a whole book where no station is meant: zone and hour each from the first that has one.
 * @param usual of the preferences
 * @param asked what was asked for by name
 */
export function clockFor(
  own: ClockWish,
  book: ClockWish,
  usual: GasClock,
  asked: ClockWish = NO_WISH,
  whose: 'station' | 'branch' = 'station',
): StationClock {
  const sources = [
    ['argument', asked],
    [whose, own],
    ['book', book],
  ] as const
  const ofZone = sources.find(([, wish]) => wish.timeZone !== null)
  const ofHour = sources.find(([, wish]) => wish.contractHour !== null)
  return {
    zone: ofZone?.[1].timeZone ?? usual.zone,
    contractHour: ofHour?.[1].contractHour ?? usual.contractHour,
    zoneFrom: ofZone?.[0] ?? 'preferences',
    hourFrom: ofHour?.[0] ?? 'preferences',
  }
}

/** A clock as files and the command line state it. */
export interface StatedClock {
  timeZone: string
  timeZoneFrom: ClockSource
  contractHour: number
  contractHourFrom: ClockSource
}
export const statedClock = ({ zone, zoneFrom, contractHour, hourFrom }: StationClock): StatedClock => ({
  timeZone: zone,
  timeZoneFrom: zoneFrom,
  contractHour,
  contractHourFrom: hourFrom,
})
