import type { Transfer } from './transfer.ts'

/** A configuration from when it was first seen to when it was last seen the same. */
interface Snapshot {
  id: number
  isOwn: boolean
  takenAtMs: number
  checkedAtMs: number
  digest: Buffer
}

/**
 * Settings: what two books saw of a device's configuration, put in order of time as if one had seen it all. A snapshot
 * stands for two moments, when it was taken and when it was last found the same; equal ones in a row become one.
 */
export function mergeSettings({ db, book, tally, stationOfDevice, done }: Transfer): void {
  const devices = db.prepare<[], number>('SELECT DISTINCT equipment_id FROM temp.src_setting_snapshot').pluck().all()
  // A clock that was put right leaves one that was last seen after the next was taken: what a book saw changed no oftener
  // than it has snapshots, so each ends before the next.
  const seenUntil = `coalesce(min(checked_at_ms, max(taken_at_ms,
    lead(taken_at_ms) OVER (ORDER BY taken_at_ms, id) - 1)), checked_at_ms)`
  const ofDevice = (table: string, isOwn: number) =>
    db.prepare<[number], Omit<Snapshot, 'isOwn'> & { isOwn: number }>(`
      SELECT id, ${isOwn} AS isOwn, taken_at_ms AS takenAtMs, ${seenUntil} AS checkedAtMs, digest FROM ${table}
      WHERE equipment_id = ? ORDER BY taken_at_ms, id`)
  const [own, others] = [ofDevice('main.setting_snapshot', 1), ofDevice('temp.src_setting_snapshot', 0)]
  const add = db
    .prepare<[number, number, number, Buffer], number>(`
    INSERT INTO main.setting_snapshot (equipment_id, taken_at_ms, checked_at_ms, digest) VALUES (?, ?, ?, ?) RETURNING id`)
    .pluck()
  const copyItems = (table: string) =>
    db.prepare<[number, number]>(`INSERT INTO main.setting (snapshot_id, position, channel_name, channel_data_value, unit_name)
      SELECT ?, position, channel_name, channel_data_value, unit_name FROM ${table} WHERE snapshot_id = ?`)
  const [copyOwn, copyOther] = [copyItems('main.setting'), copyItems('temp.src_setting')]
  const set = db.prepare<[number, number, number]>('UPDATE main.setting_snapshot SET taken_at_ms = ?, checked_at_ms = ? WHERE id = ?')
  const dropItems = db.prepare<[number]>('DELETE FROM main.setting WHERE snapshot_id = ?')
  const drop = db.prepare<[number]>('DELETE FROM main.setting_snapshot WHERE id = ?')

  for (const equipmentId of devices) {
    const read = (rows: (Omit<Snapshot, 'isOwn'> & { isOwn: number })[]): Snapshot[] =>
      rows.map((row) => ({ ...row, isOwn: row.isOwn === 1 }))
    const [mine, theirs] = [read(own.all(equipmentId)), read(others.all(equipmentId))]
    const joined = inOneOrder([...mine, ...theirs])
    const left = new Map(mine.map((snapshot) => [snapshot.id, snapshot]))
    let added = 0
    let newer = 0
    let changed = 0
    for (const { takenAtMs, checkedAtMs, from } of joined) {
      const kept = from.find(({ isOwn, id }) => isOwn && left.has(id))
      if (kept) {
        left.delete(kept.id)
        if (kept.takenAtMs === takenAtMs && kept.checkedAtMs === checkedAtMs) continue
        set.run(takenAtMs, checkedAtMs, kept.id)
        changed++
        // Who saw the same settings earlier brings a sighting that this book did not have, but nothing that is newer.
        if (checkedAtMs > kept.checkedAtMs) newer++
        else added++
        continue
      }
      const source = from[0] as Snapshot
      const id = add.get(equipmentId, takenAtMs, checkedAtMs, source.digest) as number
      ;(source.isOwn ? copyOwn : copyOther).run(id, source.id)
      added++
    }
    for (const id of left.keys()) {
      dropItems.run(id)
      drop.run(id)
    }
    const stationId = stationOfDevice.get(equipmentId)
    tally.count('settings', stationId, { added, newer, same: Math.max(0, theirs.length - added - newer) })
    if (added + changed + left.size > 0) book.changed.note('settings', equipmentId, null)
    done(theirs.length)
  }
}

interface Joined {
  takenAtMs: number
  checkedAtMs: number
  digest: Buffer
  from: Snapshot[]
}

function inOneOrder(snapshots: readonly Snapshot[]): Joined[] {
  const seen = snapshots.flatMap((snapshot) => {
    const first = { atMs: snapshot.takenAtMs, snapshot }
    return snapshot.checkedAtMs > snapshot.takenAtMs ? [first, { atMs: snapshot.checkedAtMs, snapshot }] : [first]
  })
  // Own ones stand first, so that of two at one moment the own comes first, and sorting keeps that.
  seen.sort((a, b) => a.atMs - b.atMs)
  const joined: Joined[] = []
  for (const { atMs, snapshot } of seen) {
    const last = joined.at(-1)
    if (last?.digest.equals(snapshot.digest)) {
      last.checkedAtMs = Math.max(last.checkedAtMs, atMs)
      if (!last.from.includes(snapshot)) last.from.push(snapshot)
      continue
    }
    // The time orders a device's snapshots, so it grows.
    const takenAtMs = last ? Math.max(atMs, last.takenAtMs + 1) : atMs
    joined.push({ takenAtMs, checkedAtMs: takenAtMs, digest: snapshot.digest, from: [snapshot] })
  }
  return joined
}
