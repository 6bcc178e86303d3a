import type { Book, StationRow } from '../../book/index.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { isTimeZone, zoneClock } from '../../contract/time/zone.ts'
import { zoneOffset } from '../rules/device-clock.ts'
import { settingItems } from '../station/load/settings.ts'
import { sharedGround } from '../station/load/ground.ts'
import { contractHourIn } from '../station/settings/values.ts'

/** What the settings of a device say otherwise than the clock that its station is counted by. */
export interface OtherwiseSaid {
  what: 'zone' | 'hour'
  /** As the settings write it. */
  said: string
}

const HOURS_A_DAY = 24
/** Four quarters of a year: one of them lies in the other half of a clock with summer time. */
const QUARTERS_MS = [0, 1, 2, 3].map((quarter) => quarter * 91 * HOURS_A_DAY * HOUR_MS)

/**
 * Where the newest settings of a station's device name another zone or another contract hour than the clock in use; nothing
 * where they say nothing, or nothing that can be read. A device that follows no summer time is not said to disagree. The
 * hour is that of the device's own clock: where that shows another zone, it is counted over into the zone in use.
 * @param usual the clock of the preferences
 */
export function deviceSaysOtherwise(
  book: Book,
  { equipmentId, equipmentTypeId, time }: Pick<StationRow, 'equipmentId' | 'equipmentTypeId' | 'time'>,
  { zone, contractHour }: GasClock,
  usual: GasClock,
): OtherwiseSaid[] {
  const newest = equipmentId === null ? undefined : book.settings.snapshots(equipmentId, time)[0]
  if (!newest) return []
  const items = settingItems(book, newest.id, sharedGround(book, usual).meanings(equipmentTypeId))
  const saidOf = (role: 'timeZone' | 'contractHour') => items.find(({ meaning }) => meaning.role === role)?.value.trim()
  const [zoneText, hourText] = [saidOf('timeZone'), saidOf('contractHour')]
  const inUse = zoneClock(zone)
  const offsetMs = zoneText === undefined ? null : offsetIn(zoneText, newest.takenAtMs)
  const isOtherZone = offsetMs !== null && QUARTERS_MS.every((quarterMs) => inUse.offsetMs(newest.takenAtMs + quarterMs) !== offsetMs)
  const hour = hourText === undefined ? null : contractHourIn(hourText)
  const ahead = isOtherZone ? (inUse.offsetMs(newest.takenAtMs) - offsetMs) / HOUR_MS : 0
  const isOtherHour = hour !== null && (hour + ahead + HOURS_A_DAY) % HOURS_A_DAY !== contractHour
  return [
    ...(isOtherZone ? [{ what: 'zone' as const, said: zoneText as string }] : []),
    ...(isOtherHour ? [{ what: 'hour' as const, said: hourText as string }] : []),
  ]
}

/** The offset of a zone from UTC at a moment: for 'UTC+3' as for 'Europe/Moscow'; null where the text is neither. */
function offsetIn(text: string, atMs: number): number | null {
  const offset = zoneOffset(text)
  if (offset !== null) return offset
  return isTimeZone(text) ? zoneClock(text).offsetMs(atMs) : null
}
