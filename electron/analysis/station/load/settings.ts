import type { Book } from '../../../book/index.ts'
import type { Verbatim } from '../../../contract/records.ts'
import type { SettingData, SettingsSnapshot } from '../../kernel/data.ts'
import type { OwnDevice } from '../own-device.ts'
import type { Meanings } from '../meaning/of-type.ts'

/** The snapshots of a device's settings, oldest first, with what they mean. */
export function settingsSnapshots(book: Book, { equipmentId, time }: OwnDevice, meanings: Meanings): SettingsSnapshot[] {
  if (equipmentId === null) return []
  return book.settings
    .snapshots(equipmentId, time)
    .map(({ id, takenAtMs, checkedAtMs }) => ({
      takenAtMs,
      checkedAtMs,
      items: settingItems(book, id, meanings),
    }))
    .reverse()
}

/** Of a device's snapshots, the newest first, those taken until a moment, Unix ms; where there is none, the first that ever was. */
export function heldUntil<Snapshot extends { takenAtMs: number }>(snapshots: readonly Snapshot[], untilMs: number): readonly Snapshot[] {
  const held = snapshots.filter(({ takenAtMs }) => takenAtMs <= untilMs)
  return held.length > 0 ? held : snapshots.slice(-1)
}

/** The items of a snapshot, with what they mean. */
export const settingItems = (book: Book, snapshotId: number, meanings: Meanings): SettingData[] =>
  book.settings.items(snapshotId).map(({ channelName, channelDataValue, unitName }) => {
    const unit = textOf(unitName) || null
    const name = channelName ?? ''
    const { role, quantity } = meanings.setting({ channelName: name, unitName: unit })
    return { channelName: name, value: textOf(channelDataValue), unit, meaning: { role, quantity } }
  })

const textOf = (value: Verbatim): string => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
