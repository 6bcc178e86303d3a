import type { Book } from '../../../book/index.ts'
import { SESSIONS_ARCHIVE } from '../../../contract/records.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { latestMs } from '../../../contract/time/stale.ts'
import type { ArchiveData, SessionColumns, StationData, DueDays } from '../../kernel/data.ts'
import { archiveData, dueOf, judgedArchives } from './archives.ts'
import { deviceEvents } from './events.ts'
import { sharedGround, type Ground } from './ground.ts'
import { settingsSnapshots } from './settings.ts'

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
  /** Facts of all stations, for whoever loads many; looked up when absent. */
  ground?: Ground
}

/** One station; null where the book has none by that key. */
export function loadStation(
  book: Book,
  stationId: number,
  nowMs: number,
  { usual, range, dueAlone, sessionsFromMs, ground = sharedGround(book, usual) }: LoadOptions,
): StationData | null {
  const station = book.stations.get(stationId)
  if (!station) return null
  const { equipmentId, equipmentTypeId: typeId, telemetryId } = station
  const gas = ground.gasOf(stationId)
  const meanings = ground.meanings(typeId)
  const archives: ArchiveData[] = []
  if (equipmentId !== null) {
    for (const archive of judgedArchives(book, equipmentId)) {
      const wish = { typeId, gas, nowMs, meanings }
      archives.push(dueAlone ? dueOf(book, archive, wish, dueAlone) : archiveData(book, archive, { ...wish, range: range ?? null }))
    }
  }
  return {
    stationId,
    equipmentId,
    equipmentTypeId: typeId,
    gas,
    daysOff: ground.daysOff,
    gasIsUsual: ground.isUsualHour(stationId),
    zoneIsUsual: ground.isUsualZone(stationId),
    nowMs,
    archives,
    ...(equipmentId === null ? {} : { whole: wholeOf(book, equipmentId) }),
    settings: equipmentId === null || dueAlone ? [] : settingsSnapshots(book, equipmentId, meanings),
    events: equipmentId === null || dueAlone ? {} : deviceEvents(book, { equipmentId, typeId, meanings }),
    sessions: telemetryId === null || dueAlone ? null : sessionsOf(book, telemetryId, { nowMs, fromMs: sessionsFromMs }),
    keptTwice: dueAlone ? [] : book.sharing.keptTwice(equipmentId, telemetryId),
    lastSessionMs: lastSession(book, { stationId, equipmentId }, nowMs),
  }
}

/** From the first to the last record of all archives that are judged; nothing where there is none. */
function wholeOf(book: Book, equipmentId: number): TimeSpan {
  const archives = judgedArchives(book, equipmentId).filter(({ records }) => records > 0)
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

/** By the list, the station's own answer and the sessions; of these the newest that can be. */
export function lastSession(
  book: Book,
  { stationId, equipmentId }: { stationId: number; equipmentId: number | null },
  nowMs: number,
): number | null {
  if (equipmentId !== null) return book.knownSessions.last(equipmentId, nowMs)
  return book.stations.heard([stationId]).get(stationId)?.heardMs ?? null
}
