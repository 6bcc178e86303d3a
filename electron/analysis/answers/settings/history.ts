import type { Book } from '../../../book/index.ts'
import { diffOf } from './diff.ts'

/** Snapshots of a device's settings, the newest first, each with how many items differ from the one before it. */
export function snapshotsOf({ settings }: Book, equipmentId: number) {
  const snapshots = settings.snapshots(equipmentId)
  return snapshots.map((snapshot, at) => {
    const before = snapshots[at + 1]
    const changes = before ? diffOf(settings.items(before.id), settings.items(snapshot.id)) : []
    return { ...snapshot, changed: changes.filter(({ change }) => change !== 'same').length }
  })
}
