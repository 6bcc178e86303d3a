import type { Book, StationRow } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { meantIn } from '../../station/load/meant.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { lastSession, sessionsOf } from '../../station/load/load.ts'
import { columnOf, judgedArchives } from '../../station/load/views.ts'
import { deviceEvents } from '../../station/load/events.ts'
import type { Ground } from '../../station/load/ground.ts'
import { COUNTERS, VOLUMES } from '../../kernel/channels/channel.ts'
import { usualM3ADay, USUAL_REACH_MS } from './usual-day.ts'

const TELLING = [...VOLUMES, ...COUNTERS]

/**
 * What health looks at of a station of which no archive's depth is known, and no more: of thousands of stations nobody has
 * to know which of their records are due. Of each archive the channels of consumption; hours only where days tell too little.
 */
export function lightData(book: Book, station: StationRow, ground: Ground, nowMs: number): StationData {
  const { id: stationId, equipmentId, equipmentTypeId: typeId, telemetryId } = station
  const meanings = ground.meanings(typeId)
  const data: StationData = {
    stationId,
    equipmentId,
    equipmentTypeId: typeId,
    gas: ground.gasOf(stationId),
    nowMs,
    archives: [],
    settings: [],
    events: deviceEvents(book, { device: station, typeId, meanings }),
    sessions: telemetryId === null ? null : sessionsOf(book, telemetryId, { nowMs }),
    lastSessionMs: lastSession(book, station, nowMs),
  }
  const held = judgedArchives(book, station, meanings)
  const newestMs = Math.min(nowMs, Math.max(...held.map(({ lastMs, other }) => Math.max(lastMs, other?.lastMs ?? lastMs))))
  const archives: ArchiveData[] = []
  for (const every of ['day', 'hour'] as const) {
    for (const archive of held.filter(({ archiveType }) => recordPeriod(archiveType) === every)) {
      const volumes = meantIn(book, typeId, archive, meanings).filter(({ meaning }) => TELLING.includes(meaning.quantity))
      const read = volumes.map((told) => {
        const { timesMs, values } = columnOf(
          book,
          archive,
          told.channelVarname,
          { typeId, meanings },
          { fromMs: newestMs - USUAL_REACH_MS },
        )
        return { timesMs, channel: { ...told, unit: null, values } }
      })
      const timesMs = read[0]?.timesMs ?? new Float64Array(0)
      const channels = read.map(({ channel }) => channel)
      archives.push({ archiveType: archive.archiveType, view: archive.view, timesMs, channels, due: null, fetchedToMs: null })
    }
    if (usualM3ADay({ ...data, archives }) !== null) break
  }
  return { ...data, archives }
}
