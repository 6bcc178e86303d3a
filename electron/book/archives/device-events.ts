import { inLogTime, type DeviceTime } from '../../contract/device-time.ts'
import { EVENT_ARCHIVES, type EventArchive } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { saidIn, type Said } from './event-rows.ts'

/** The events of one archive of a device, by time. */
export interface DeviceEvents {
  atMs: Float64Array
  /** By event: its place in `contents`. */
  content: Int32Array
  /** Events that say the same share one. */
  contents: readonly Said[]
}

type Row = [atMs: number, contentId: number]

/** Rows in memory at a time: a device may have a million. */
const AT_ONCE = 20_000

/** Reads the events of one device as columns: a device may have a million, which share a few contents. */
export function deviceEventsIn({ db, believed }: Context) {
  const archives = db
    .prepare<[number], [id: number, archiveType: string, records: number, answered: number]>(
      `SELECT s.id, s.archive_type, s.records, coalesce(c.fetched + c.empty + c.partial, 0)
       FROM series s LEFT JOIN coverage_total c ON c.series_id = s.id WHERE s.equipment_id = ? AND s."view" = 'general'`,
    )
    .raw()
  const next = db
    .prepare<[number, number, number, number, number], Row>(
      `SELECT at_ms, content_id FROM event WHERE series_id = ? AND (at_ms, content_id) > (?, ?) AND at_ms <= ?
       ORDER BY at_ms, content_id LIMIT ?`,
    )
    .raw()
  const contentsOf = db
    .prepare<[string], [number, string]>('SELECT c.id, c.entries FROM json_each(?) j JOIN event_content c ON c.id = j.value ORDER BY j.key')
    .raw()

  function read(id: number, events: number, time: DeviceTime | null): DeviceEvents {
    let atMs = new Float64Array(events)
    let content = new Int32Array(events)
    const places = new Map<number, number>()
    const contents: Said[] = []
    let length = 0
    const { fromMs, toMs } = inLogTime(believed(), time)
    let last: Row = [fromMs - 1, Number.MAX_SAFE_INTEGER]
    for (;;) {
      const rows = next.all(id, ...last, toMs, AT_ONCE)
      if (length + rows.length > atMs.length) {
        atMs = grown(atMs, new Float64Array(length + rows.length))
        content = grown(content, new Int32Array(length + rows.length))
      }
      const news: number[] = []
      for (const [at, contentId] of rows) {
        let place = places.get(contentId)
        if (place === undefined) {
          place = places.size
          places.set(contentId, place)
          news.push(contentId)
        }
        atMs[length] = at
        content[length++] = place
      }
      for (const [, json] of contentsOf.all(JSON.stringify(news))) contents.push(saidIn(json))
      last = rows.at(-1) ?? last
      if (rows.length < AT_ONCE) break
    }
    return { atMs: atMs.subarray(0, length), content: content.subarray(0, length), contents }
  }

  const known = (equipmentId: number) =>
    archives.all(equipmentId).flatMap(([id, archiveType, records, answered]) => {
      const archive = EVENT_ARCHIVES.find((one) => one === archiveType)
      return archive && (records > 0 || answered > 0) ? [{ id, archive, records }] : []
    })

  return {
    /** The archives of events of a device that were ever asked for and answered. */
    archivesOf: (equipmentId: number): EventArchive[] => known(equipmentId).map(({ archive }) => archive),

    /**
     * All events of a device in its time at a station whose stamps are believed, by archive; of an archive that was never asked for, or that has never been answered, there
     * is no entry.
     */
    ofDevice(equipmentId: number, time: DeviceTime | null = null): Partial<Record<EventArchive, DeviceEvents>> {
      const found: Partial<Record<EventArchive, DeviceEvents>> = {}
      for (const { id, archive, records } of known(equipmentId)) found[archive] = read(id, records, time)
      return found
    },
  }
}

function grown<T extends Float64Array | Int32Array>(from: T, into: T): T {
  into.set(from)
  return into
}
