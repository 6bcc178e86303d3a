import type { Book, StationRow } from '../../../book/index.ts'
import type { StationData } from '../../kernel/data.ts'
import { lastSession, sessionsOf } from '../../station/load/load.ts'
import { deviceEvents } from '../../station/load/events.ts'
import type { Ground } from '../../station/load/ground.ts'

/**
 * What health looks at of a station of which no archive's depth is known, and no more: of thousands of stations nobody has
 * to know which of their records are due.
 */
export function lightData(book: Book, station: StationRow, ground: Ground, nowMs: number): StationData {
  const { id: stationId, equipmentId, equipmentTypeId: typeId, telemetryId } = station
  return {
    stationId,
    equipmentId,
    equipmentTypeId: typeId,
    gas: ground.gasOf(stationId),
    nowMs,
    archives: [],
    settings: [],
    events: deviceEvents(book, { device: station, typeId, meanings: ground.meanings(typeId) }),
    sessions: telemetryId === null ? null : sessionsOf(book, telemetryId, { nowMs }),
    lastSessionMs: lastSession(book, station, nowMs),
  }
}
