import type { Database } from 'better-sqlite3'
import type { DeviceTime } from '../../contract/device-time.ts'
import type { ReadingView, SESSIONS_ARCHIVE } from '../../contract/records.ts'
import type { Transactions } from '../file/transactions.ts'

/** One archive of a device in one view; archives other than readings have the general view only. */
interface DeviceSeries {
  equipmentId: number
  archiveType: string
  view?: ReadingView
  /** For whoever reads: the device's time at a station. */
  time?: DeviceTime | null
}
/** The sessions of a telemetry unit, which coverage counts by day like an archive. */
interface SessionSeries {
  telemetryId: number
  archiveType: typeof SESSIONS_ARCHIVE
}
export type SeriesKey = DeviceSeries | SessionSeries

export type SeriesOfBook = ReturnType<typeof seriesOf>

/** All SQL that touches `series` and `series_channel`: the small keys of the big tables. It caches them, so a book has one. */
export function seriesOf(db: Database, { onRollback }: Transactions) {
  const ids = new Map<string, number>()
  const lists = new Map<number, string[]>()
  onRollback(() => {
    ids.clear()
    lists.clear()
  })

  const ofEquipment = db
    .prepare<[number, string, string], number>('SELECT id FROM series WHERE equipment_id = ? AND archive_type = ? AND "view" = ?')
    .pluck()
  const ofTelemetry = db
    .prepare<[number, string, string], number>('SELECT id FROM series WHERE telemetry_id = ? AND archive_type = ? AND "view" = ?')
    .pluck()
  const add = db
    .prepare<[number | null, number | null, string, string], number>(
      'INSERT INTO series (equipment_id, telemetry_id, archive_type, "view") VALUES (?, ?, ?, ?) RETURNING id',
    )
    .pluck()
  const channels = db.prepare<[number], string>('SELECT name FROM series_channel WHERE series_id = ? ORDER BY position').pluck()
  const addChannel = db.prepare('INSERT INTO series_channel (series_id, position, name) VALUES (?, ?, ?)')
  const count = db.prepare<{ id: number; added: number; firstMs: number; lastMs: number }>(`
    UPDATE series SET records = records + @added,
      first_ms = min(coalesce(first_ms, @firstMs), @firstMs), last_ms = max(coalesce(last_ms, @lastMs), @lastMs)
    WHERE id = @id`)

  function find(key: SeriesKey): number | undefined {
    const name = nameOf(key)
    const known = ids.get(name)
    if (known !== undefined) return known
    const id =
      'equipmentId' in key
        ? ofEquipment.get(key.equipmentId, key.archiveType, viewOf(key))
        : ofTelemetry.get(key.telemetryId, key.archiveType, 'general')
    if (id !== undefined) ids.set(name, id)
    return id
  }

  return {
    /** The id of a series, if it exists. */
    find,

    /** The id of a series, which is created if missing. For writers only. */
    idOf(key: SeriesKey): number {
      const there = find(key)
      if (there !== undefined) return there
      const [equipmentId, telemetryId] = 'equipmentId' in key ? [key.equipmentId, null] : [null, key.telemetryId]
      const id = add.get(equipmentId, telemetryId, key.archiveType, viewOf(key))
      if (id === undefined) throw new Error('A series was not added')
      ids.set(nameOf(key), id)
      return id
    },

    /** The channel list as it is in the book now. */
    channels: (id: number): string[] => channels.all(id),

    /** The cached channel list, for the writer: nobody else can change it. Do not mutate the array. */
    ownChannels(id: number): readonly string[] {
      let list = lists.get(id)
      if (!list) lists.set(id, (list = channels.all(id)))
      return list
    },

    /** Appends a channel. Earlier records end before its position, so they stay valid. */
    addChannel(id: number, name: string): readonly string[] {
      const list = [...(lists.get(id) ?? channels.all(id))]
      addChannel.run(id, list.length, name)
      list.push(name)
      lists.set(id, list)
      return list
    },

    /** Updates the series' record count and time range after records were added. */
    count: (id: number, added: number, firstMs: number, lastMs: number): void => void count.run({ id, added, firstMs, lastMs }),
  }
}

function viewOf(key: SeriesKey): ReadingView {
  return 'view' in key && key.view !== undefined ? key.view : 'general'
}

function nameOf(key: SeriesKey): string {
  const owner = 'equipmentId' in key ? `e${key.equipmentId}` : `t${key.telemetryId}`
  return `${owner}/${key.archiveType}/${viewOf(key)}`
}
