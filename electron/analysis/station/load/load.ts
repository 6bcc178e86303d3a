import type { Book, StationRow } from '../../../book/index.ts'
import { SESSIONS_ARCHIVE } from '../../../contract/records.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { latestMs } from '../../../contract/time/stale.ts'
import type { SessionColumns, StationData, DueDays } from '../../kernel/data.ts'
import { archiveData, dueOf } from './archives.ts'
import { deviceEvents } from './events.ts'
import { isInDeviceTime } from '../../../contract/device-time.ts'
import { knownToMs } from '../own-device.ts'
import { sharedGround, type Ground } from './ground.ts'
import { meterReadingsOf } from './meter-readings.ts'
import { settingsSnapshots } from './settings.ts'
import { judgedArchives, type JudgedArchive } from './views.ts'

/** Reads what rules look at. */

export interface LoadOptions {
  /** The clock of the preferences, for a station and a book that say nothing of theirs. */
  usual: GasClock
  /** Readings of this time alone, both ends included: rules that reach no further need no more. */
  range?: TimeSpan
  /** Stamps and what is due of so many days, without values, settings, events and sessions. */
  dueAlone?: DueDays
  /** Sessions from here on alone, and in any case those of the 62 days before the newest. Unix ms. */
  sessionsFromMs?: number
  /** A row of the station's life: that device in its time; the station's device of now when absent. */
  device?: StationRow
  /** Facts of all stations, for whoever loads many; looked up when absent. */
  ground?: Ground
}

/** One station; null where the book has none by that key. */
export function loadStation(
  book: Book,
  stationId: number,
  nowMs: number,
  { usual, range, dueAlone, sessionsFromMs, device, ground = sharedGround(book, usual) }: LoadOptions,
): StationData | null {
  const station = device ?? book.stations.get(stationId)
  if (!station) return null
  const { equipmentId, equipmentTypeId: typeId, telemetryId } = station
  const untilMs = knownToMs(station, nowMs)
  const gas = ground.gasOf(stationId)
  const meanings = ground.meanings(typeId)
  const wish = { typeId, gas, nowMs, meanings }
  const judged = judgedArchives(book, station, meanings)
  const archives = judged.map((archive) =>
    dueAlone ? dueOf(book, archive, wish, dueAlone) : archiveData(book, archive, { ...wish, range: range ?? null }),
  )
  return {
    stationId,
    equipmentId,
    equipmentTypeId: typeId,
    gas,
    daysOff: ground.daysOff,
    gasIsUsual: ground.isUsualHour(stationId),
    zoneIsUsual: ground.isUsualZone(stationId),
    nowMs: untilMs,
    archives,
    ...(equipmentId === null ? {} : { whole: wholeOf(judged) }),
    typedVerification: dueAlone ? undefined : ground.typedVerificationOf(station),
    settings: dueAlone ? [] : settingsSnapshots(book, station, meanings),
    events: dueAlone ? {} : deviceEvents(book, { device: station, typeId, meanings }),
    sessions: telemetryId === null || dueAlone ? null : sessionsOf(book, telemetryId, { nowMs: untilMs, fromMs: sessionsFromMs }),
    keptTwice: dueAlone ? [] : book.sharing.keptTwice(equipmentId, telemetryId).filter(({ atMs }) => isInDeviceTime(atMs, station.time)),
    meterReadings: dueAlone ? [] : meterReadingsOf(book, station, ground),
    lastSessionMs: lastSession(book, station, nowMs),
  }
}

/** A station with the devices that it had before; null where the book has none by that key. */
export function loadLife(
  book: Book,
  stationId: number,
  nowMs: number,
  options: Omit<LoadOptions, 'device' | 'dueAlone'>,
): StationData | null {
  const life = book.stations.life(stationId)
  const [data, ...former] = life.toReversed().flatMap((device) => loadStation(book, stationId, nowMs, { ...options, device }) ?? [])
  if (!data) return null
  return former.length === 0 ? data : { ...data, former: former.reverse() }
}

/** From the first to the last record of all archives that are judged; nothing where there is none. */
function wholeOf(judged: readonly JudgedArchive[]): TimeSpan {
  const archives = judged.flatMap((one) => [one, one.other ?? []].flat()).filter(({ records }) => records > 0)
  return {
    fromMs: Math.min(Infinity, ...archives.map(({ firstMs }) => firstMs)),
    toMs: Math.max(-Infinity, ...archives.map(({ lastMs }) => lastMs)),
  }
}

/** Null where nobody ever asked for them and got an answer. */
export function sessionsOf(
  book: Book,
  telemetryId: number,
  { nowMs, fromMs }: { nowMs: number; fromMs?: number | undefined },
): SessionColumns | null {
  // One that has not been yet has a wrong stamp: it would tell that the station was heard.
  const sessions = book.sessions.numbers(telemetryId, {
    ...(fromMs === undefined ? {} : { fromMs }),
    toMs: latestMs(nowMs),
  })
  if (sessions.atMs.length > 0) return sessions
  const runs = book.coverage.allRuns({ telemetryId, archiveType: SESSIONS_ARCHIVE })
  return runs.some(({ state }) => state !== 'failed') ? sessions : null
}

/**
 * By the list, the station's own answer and the sessions; of these the newest that can be. Of a device that was taken out,
 * the last session before.
 */
export function lastSession(
  book: Book,
  { id: stationId, equipmentId, telemetryId, time }: Pick<StationRow, 'id' | 'equipmentId' | 'telemetryId' | 'time'>,
  nowMs: number,
): number | null {
  if (time !== null && time.toMs !== null) return telemetryId === null ? null : book.sessions.lastUntil(telemetryId, time.toMs)
  if (equipmentId !== null) return book.knownSessions.last(equipmentId, nowMs)
  return book.stations.heard([stationId]).get(stationId)?.heardMs ?? null
}
