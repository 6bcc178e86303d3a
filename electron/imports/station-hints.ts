import { stationIn } from '../analysis/answers/directory.ts'
import type { Book } from '../book/index.ts'
import type { ReadOptions } from './read-file.ts'

/** What the book knows that tells how a file of a station is to be read. */
export interface Hints {
  /** The type of the station's device; null: nobody names one. */
  equipmentTypeId: number | null
  /** Channels of that type. */
  channels: { archiveType: string; channel: string; name: string | null; unit: string | null }[]
  /** Maps that are kept for that type, as they were kept. */
  kept: { name: string; map: string }[]
  options: ReadOptions
}

/**
 * @param asked `equipmentTypeId`: the type that somebody chose, where the service names none; `timeZone`: the station's
 * @throws MeterbookError NO_SUCH_STATION
 */
export function hintsOf(book: Book, asked: { stationId: number; equipmentTypeId: number | null; timeZone: string; nowMs: number }): Hints {
  const { stationId, timeZone, nowMs } = asked
  const now = stationIn(book, stationId)
  const devices = book.stations.devices(stationId)
  const equipmentTypeId = devices.at(-1)?.equipmentTypeId ?? now.equipmentTypeId ?? asked.equipmentTypeId
  const channels =
    equipmentTypeId === null
      ? []
      : book.channels.byType(equipmentTypeId).map(({ archiveTypeVarname, channelVarname, channelName, unitName }) => ({
          archiveType: archiveTypeVarname,
          channel: channelVarname,
          name: textOrNull(channelName),
          unit: textOrNull(unitName),
        }))
  const units = new Map(channels.map(({ archiveType, channel, unit }) => [`${archiveType} ${channel}`, unit]))
  return {
    equipmentTypeId,
    channels,
    kept: equipmentTypeId === null ? [] : book.imports.maps(equipmentTypeId).map(({ name, map }) => ({ name, map })),
    options: {
      zoneOfStation: timeZone,
      stationId,
      equipmentIds: devices.map(({ equipmentId }) => equipmentId),
      unitOf: (archiveType, channel) => units.get(`${archiveType} ${channel}`) ?? null,
      describedAs: (archiveType, code) =>
        equipmentTypeId === null ? null : textOrNull(book.messages.decode(equipmentTypeId, archiveType, code)?.description),
      nowMs,
    },
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
