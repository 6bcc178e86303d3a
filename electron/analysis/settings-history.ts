import type { Book } from '../book/index.ts'
import { diffOf } from './settings-diff.ts'

/** Snapshots of a device's settings, the newest first, each with how many items differ from the one before it. */
export function snapshotsOf(book: Book, equipmentId: number) {
  const snapshots = book.settings.snapshots(equipmentId)
  return snapshots.map(({ id, takenAtMs, checkedAtMs, items }, at) => {
    const before = snapshots[at + 1]
    const changes = before ? diffOf(itemsOf(book, before.id), itemsOf(book, id)) : []
    const changed = changes.filter(({ change }) => change !== 'same').length
    return { id, takenMs: takenAtMs, checkedMs: checkedAtMs, items, changed }
  })
}

/** The items of a snapshot as the window shows them. */
export function itemsOf(book: Book, snapshotId: number) {
  return book.settings.items(snapshotId).map(({ channelName, channelDataValue, unitName }) => ({
    channelName,
    value: channelDataValue,
    unitName,
  }))
}
