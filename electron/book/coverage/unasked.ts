import { isOwnDevice } from '../../contract/import-words.ts'
import { EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE, type Channel, type ReadingView } from '../../contract/records.ts'
import { dayNumberAt } from '../../contract/time/day.ts'
import type { SeriesKey } from '../archives/series.ts'
import type { Context } from '../context.ts'
import type { Given } from '../directory/life/conclude.ts'
import type { StationDevice } from '../directory/life/station-devices.ts'
import { answersFor } from '../file/version.ts'
import type { coverageIn } from './coverage.ts'
import type { Run } from './coverage-runs.ts'

/**
 * Days of an archive of one device of a station that nobody has asked for, although the archive was asked for of another device of it.
 * An exchange is one act: they are holes, and whatever brings the station up to date fetches them.
 */
export interface UnaskedDays {
  stationId: number
  archiveType: string
  view: ReadingView
  /** Sessions are those of a telemetry unit, all other archives those of a device. */
  owner: { equipmentId: number } | { telemetryId: number }
  /** Days since 1970-01-01; `to` null: until today. */
  from: number
  to: number | null
}

interface Parts {
  coverage: Pick<ReturnType<typeof coverageIn>, 'allRuns' | 'calendar'>
  channelsOf: (equipmentTypeId: number) => readonly Channel[]
}

/** Of a device that was typed in without a beginning the archives of so many days before its end are asked for. */
const TYPED_DAYS = 366
const NO_READINGS: readonly string[] = [...EVENT_ARCHIVES, SETTINGS_ARCHIVE, SESSIONS_ARCHIVE]

/** What exchanges have left unasked; nothing of the many stations that had one device. */
export function unaskedIn({ stationDevices, versions }: Context, { coverage, channelsOf }: Parts) {
  const counted = answersFor<UnaskedDays[]>(versions.data, 1)

  /** Reading archives of a type by the codes that were asked of another one: the same where it has them, else all that it has. */
  function readingsOf({ equipmentTypeId }: StationDevice, asked: readonly string[]): readonly string[] {
    const channels = equipmentTypeId === null ? [] : channelsOf(equipmentTypeId)
    const named = new Set(channels.map(({ archiveTypeVarname }) => archiveTypeVarname))
    for (const other of NO_READINGS) named.delete(other)
    const same = asked.filter((code) => named.has(code))
    return named.size === 0 ? asked : same.length > 0 ? same : [...named]
  }

  function ofStation(stationId: number): UnaskedDays[] {
    const devices = stationDevices.of(stationId)
    if (!stationDevices.withHistory().has(stationId)) return []
    const asked = devices.map(({ equipmentId, time }) => (isOwnDevice(equipmentId) ? [] : coverage.calendar(equipmentId, time)))
    const typed = new Map(stationDevices.givenAt(stationId).map((one) => [one.equipmentId, one]))
    return devices.flatMap((device, at): UnaskedDays[] => {
      const { equipmentId, telemetryId } = device
      const others = asked.flatMap((archives, nth) => (nth === at || devices[nth]?.equipmentId === equipmentId ? [] : archives))
      if (isOwnDevice(equipmentId) || others.length === 0) return []
      const time = timeOf(devices, at, typed.get(equipmentId))
      return [...Map.groupBy(others, ({ view }) => view)].flatMap(([view, archives]) => {
        const codes = [...new Set(archives.map(({ archiveType }) => archiveType))]
        const readings = readingsOf(
          device,
          codes.filter((code) => !NO_READINGS.includes(code)),
        )
        return [...readings, ...codes.filter((code) => NO_READINGS.includes(code))].flatMap((archiveType) => {
          if (archiveType === SESSIONS_ARCHIVE) {
            // A telemetry unit may outlive the device: then its sessions go on being asked for.
            const isOthers = devices.some((one, nth) => nth !== at && one.telemetryId === telemetryId)
            if (telemetryId === null || isOthers || time.to !== null) return []
            return unaskedOf({ telemetryId }, { telemetryId, archiveType }, time)
          }
          return unaskedOf({ equipmentId }, { equipmentId, archiveType, view }, time)

          function unaskedOf(owner: UnaskedDays['owner'], key: SeriesKey, wanted: WantedTime): UnaskedDays[] {
            return lackingIn(coverage.allRuns(key), wanted).map((span) => ({ stationId, archiveType, view, owner, ...span }))
          }
        })
      })
    })
  }

  return {
    ofStation,
    all: (): readonly UnaskedDays[] => counted('', () => [...stationDevices.withHistory()].flatMap(ofStation)),
  }
}

/** From when on a device's days are wanted (null: from when they were asked for), and until when. */
interface WantedTime {
  from: number | null
  to: number | null
}

function timeOf(devices: readonly StationDevice[], at: number, typed: Given | undefined): WantedTime {
  const time = devices[at]?.time
  const nextMs = devices[at + 1]?.time?.afterMs ?? null
  // Where nobody says when it was taken out, its last records may not be in the book.
  const endMs = time?.toMs == null ? nextMs : Math.max(time.toMs, typed?.toMs != null ? -Infinity : (nextMs ?? -Infinity))
  const to = time?.toMs == null && nextMs === null ? null : dayNumberAt(endMs as number)
  const beginMs = (at === 0 ? null : time?.sinceMs) ?? (typed || at > 0 ? time?.afterMs : null) ?? null
  const from = beginMs !== null ? dayNumberAt(beginMs) : typed && to !== null ? to - TYPED_DAYS : null
  return { from, to }
}

/** Before the first day that was asked for, and after the last one of a device that was taken out. */
function lackingIn(runs: readonly Run[], { from, to }: WantedTime): { from: number; to: number | null }[] {
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return from === null || (to !== null && to < from) ? [] : [{ from, to }]
  return [
    ...(from !== null && from < first.from ? [{ from, to: first.from - 1 }] : []),
    ...(to !== null && last.to < to ? [{ from: last.to + 1, to }] : []),
  ]
}
