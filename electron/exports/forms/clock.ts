import { clockOf } from '../../analysis/station/clock.ts'
import { deviceSaysOtherwise } from '../../analysis/answers/device-says.ts'
import type { StationClock } from '../../contract/time/gas-clock.ts'
import { wordsOf } from '../../words/program.ts'
import type { FormSource } from './content.ts'

/**
 * The clock that a station's gas days are counted by: what was asked for by name, else its own, where it or the book has
 * one, else that of the request.
 */
export function clockOfStation({ book, request }: Pick<FormSource, 'book' | 'request'>, stationId: number): StationClock {
  const { timeZone, contractHour, asked } = request
  return clockOf(book, [stationId], { zone: timeZone, contractHour }, asked)
}

/** Sentences where the settings of a station's device name another zone or contract hour than the form counts by. */
export function deviceClockSaid(source: FormSource, stationId: number | null): string[] {
  const station = stationId === null ? undefined : source.book.stations.get(stationId)
  if (!station) return []
  const { deviceSays } = wordsOf(source.language).forms
  const clock = clockOfStation(source, station.id)
  return deviceSaysOtherwise(source.book, station, clock, source.usual).map(({ what, said }) => deviceSays[what](said))
}
