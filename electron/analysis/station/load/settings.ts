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

/** The items of a snapshot, with what they mean. */
export const settingItems = (book: Book, snapshotId: number, meanings: Meanings): SettingData[] =>
  book.settings.items(snapshotId).map(({ channelName, channelDataValue, unitName }) => {
    const unit = textOf(unitName) || null
    const name = channelName ?? ''
    const { role, quantity } = meanings.setting({ channelName: name, unitName: unit })
    return { channelName: name, value: textOf(channelDataValue), unit, meaning: { role, quantity } }
  })

const textOf = (value: Verbatim): string => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
