import type { Book } from '../../../book/index.ts'
import type { Setting } from '../../../contract/records.ts'
import { heldUntil } from '../../station/load/settings.ts'
import type { OwnDevice } from '../../station/own-device.ts'
import { diffOf } from './diff.ts'

/** A setting of a device as it is, and as it was before it was last changed. Times in Unix ms. */
export interface PassportItem {
  /** As it is; of one that the newest snapshot lacks, as it was last seen. */
  setting: Setting
  /** When the newest snapshot with it was taken. */
  takenAtMs: number
  /** Null: the newest snapshot has it. */
  goneAtMs: number | null
  /** Null: it was never seen otherwise. `setting` null: it was not there before. */
  previous: { setting: Setting | null; untilMs: number; changedAtMs: number } | null
}

/** Every setting that a device was seen with until a moment (Unix ms), those of the newest snapshot then first and in its order. */
export function passportOf({ settings }: Book, { equipmentId, time }: OwnDevice, untilMs: number): PassportItem[] {
  const [newest, ...older] = equipmentId === null ? [] : heldUntil(settings.snapshots(equipmentId, time), untilMs)
  if (!newest) return []
  const items: PassportItem[] = settings
    .items(newest.id)
    .map((setting) => ({ setting, takenAtMs: newest.takenAtMs, goneAtMs: null, previous: null }))
  /** The items of the snapshot that was looked at last, with what became of each. */
  let later = new Map<Setting, PassportItem>(items.map((item) => [item.setting, item]))
  let laterItems = items.map(({ setting }) => setting)
  let changedAtMs = newest.takenAtMs
  for (const snapshot of older) {
    const before = settings.items(snapshot.id)
    const now = new Map<Setting, PassportItem>()
    for (const { change, before: old, after } of diffOf(before, laterItems)) {
      const item = after && later.get(after)
      if (item && change !== 'same') item.previous ??= { setting: old, untilMs: snapshot.checkedAtMs, changedAtMs }
      if (item && old) now.set(old, item)
      if (!after && old) {
        const gone: PassportItem = {
          setting: old,
          takenAtMs: snapshot.takenAtMs,
          goneAtMs: changedAtMs,
          previous: null,
        }
        items.push(gone)
        now.set(old, gone)
      }
    }
    later = now
    laterItems = before
    changedAtMs = snapshot.takenAtMs
  }
  return items
}
