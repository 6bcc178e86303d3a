import type { Book, StationRow } from '../../../book/index.ts'
import { diffOf } from './diff.ts'

/**
 * Snapshots of the settings of a station's devices, or of one, the newest first, each with how many items differ from the one
 * before it: two devices are not compared.
 */
export function snapshotsOf({ settings, stations }: Book, { id }: StationRow, only?: number) {
  const rows = stations.life(id).filter(({ equipmentId }) => only === undefined || equipmentId === only)
  return rows.toReversed().flatMap(({ equipmentId, time }) => {
    const snapshots = equipmentId === null ? [] : settings.snapshots(equipmentId, time)
    return snapshots.map((snapshot, at) => {
      const before = snapshots[at + 1]
      const changes = before ? diffOf(settings.items(before.id), settings.items(snapshot.id)) : []
      return { ...snapshot, changed: changes.filter(({ change }) => change !== 'same').length }
    })
  })
}
