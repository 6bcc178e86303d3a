import type { Database } from 'better-sqlite3'
import { createHash } from 'node:crypto'
import type { DeviceTime } from '../../contract/device-time.ts'
import type { Setting } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { arrivalsIn } from '../digest/arrivals.ts'
import { fromCell, layoutOf, selected } from '../file/layout.ts'

const setting = layoutOf<Setting>({ channelName: 'plain', channelDataValue: 'verbatim', unitName: 'verbatim' })

/** One fetched configuration of a device. */
export interface SettingSnapshot {
  id: number
  equipmentId: number
  takenAtMs: number
  /** When the service last returned the same configuration. */
  checkedAtMs: number
  items: number
}

/** All SQL that touches `setting_snapshot` and `setting`. A fetched configuration is stored if it differs from the previous one. */
export function settingsIn(book: Context) {
  const { db, atOnce, changed } = book
  const arrivals = arrivalsIn(book)
  const last = db.prepare<[number], { id: number; digest: Buffer; takenAtMs: number; checkedAtMs: number }>(
    'SELECT id, digest, taken_at_ms AS takenAtMs, checked_at_ms AS checkedAtMs FROM setting_snapshot WHERE equipment_id = ? ORDER BY taken_at_ms DESC, id DESC LIMIT 1',
  )
  const check = db.prepare('UPDATE setting_snapshot SET checked_at_ms = max(checked_at_ms, ?) WHERE id = ?')
  const add = db
    .prepare<[number, number, number, Buffer], number>(
      'INSERT INTO setting_snapshot (equipment_id, taken_at_ms, checked_at_ms, digest) VALUES (?, ?, ?, ?) RETURNING id',
    )
    .pluck()
  const addItem = db.prepare(`INSERT INTO setting (snapshot_id, position, ${selected(setting)}) VALUES (?, ?, ?, ?, ?)`)
  const snapshots = db.prepare<[number], SettingSnapshot>(`
    SELECT id, equipment_id AS equipmentId, taken_at_ms AS takenAtMs, checked_at_ms AS checkedAtMs,
      (SELECT count(*) FROM setting s WHERE s.snapshot_id = p.id) AS items
    FROM setting_snapshot p WHERE equipment_id = ? ORDER BY taken_at_ms DESC, id DESC`)
  const items = db.prepare<[number], unknown[]>(`SELECT ${selected(setting)} FROM setting WHERE snapshot_id = ? ORDER BY position`).raw()

  const changing = db
    .prepare<[], number>(
      `SELECT DISTINCT t.station_id FROM station_device t WHERE t.equipment_id IS NOT NULL AND (
         (SELECT count(*) FROM setting_snapshot p WHERE p.equipment_id = t.equipment_id) > 1
         OR EXISTS (SELECT 1 FROM series s WHERE s.equipment_id = t.equipment_id AND s.archive_type = 'changes' AND s.records > 0))
       ORDER BY t.station_id`,
    )
    .pluck()

  return {
    /** Stations one of whose devices was not always set the same, or logs changes of its settings. */
    changing: (): number[] => changing.all(),

    /** Stores a whole configuration if it differs from the newest snapshot. The order of items does not count. */
    putSnapshot: (equipmentId: number, takenAtMs: number, list: readonly Setting[]): { stored: boolean } =>
      atOnce(() => {
        const digest = digestOf(list)
        const previous = last.get(equipmentId)
        if (previous?.digest.equals(digest)) {
          check.run(takenAtMs, previous.id)
          changed.note('settings', equipmentId, null)
          return { stored: false }
        }
        // The time identifies a snapshot of a device and orders them, so it must grow even if two arrive within one
        // millisecond or the clock was set back.
        const atMs = Math.max(takenAtMs, previous ? previous.takenAtMs + 1 : takenAtMs)
        const id = add.get(equipmentId, atMs, atMs, digest)
        changed.note('settings', equipmentId, { fromMs: atMs, toMs: atMs })
        if (previous) arrivals.note('settings', equipmentId, { fromMs: previous.checkedAtMs, toMs: atMs, records: 1 })
        list.forEach((record, position) => addItem.run(id, position, ...setting.encode(record)))
        return { stored: true }
      }),

    /** Those that held in the device's time at a station, the newest first. */
    snapshots: (equipmentId: number, time: DeviceTime | null = null): SettingSnapshot[] => heldIn(snapshots.all(equipmentId), time),

    /** A snapshot's items in the service's order. */
    items: (snapshotId: number): Setting[] => items.all(snapshotId).map((row) => setting.decode(row)),
  }
}

/** Where all were taken after the device had gone, the first of them tells what it had. */
function heldIn(all: SettingSnapshot[], time: DeviceTime | null): SettingSnapshot[] {
  if (time === null) return all
  const { afterMs, toMs } = time
  const held = all.filter((one) => (afterMs === null || one.checkedAtMs > afterMs) && (toMs === null || one.takenAtMs <= toMs))
  const later = all.findLast((one) => toMs !== null && one.takenAtMs > toMs)
  return held.length > 0 || !later ? held : [later]
}

/** A digest that is equal for equal configurations. */
export function digestOf(list: readonly Setting[]): Buffer {
  const lines = list.map(({ channelName, channelDataValue, unitName }) => JSON.stringify([channelName, channelDataValue, unitName]))
  return createHash('sha256').update(lines.sort().join('\n')).digest()
}

/** Configurations of a database that are not those of their digests. Looks at those that `where` says of `t`. */
export function snapshotsSaidOtherwise(db: Database, of: string, where: string, breathe: () => void = () => undefined): number[] {
  const items = db
    .prepare<[number], [string | null, unknown, unknown]>(
      `SELECT channel_name, channel_data_value, unit_name FROM ${of}.setting WHERE snapshot_id = ? ORDER BY position`,
    )
    .raw()
  return db
    .prepare<[], [number, Buffer]>(`SELECT t.id, t.digest FROM ${of}.setting_snapshot t WHERE ${where}`)
    .raw()
    .all()
    .flatMap(([id, digest]) => {
      breathe()
      const list = items
        .all(id)
        .map(([channelName, value, unit]) => ({ channelName, channelDataValue: fromCell(value), unitName: fromCell(unit) }))
      return digestOf(list).equals(digest) ? [] : [id]
    })
}
