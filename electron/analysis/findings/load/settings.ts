import type { Book } from '../../../book/index.ts'
import type { Verbatim } from '../../../contract/records.ts'
import type { SettingsSnapshot } from '../data.ts'
import type { Meanings } from '../../meaning/of-type.ts'

/** The snapshots of a device's settings, oldest first, with what they mean. */
export function settingsSnapshots(book: Book, equipmentId: number, meanings: Meanings): SettingsSnapshot[] {
  return book.settings
    .snapshots(equipmentId)
    .map(({ id, takenAtMs, checkedAtMs }) => ({
      takenAtMs,
      checkedAtMs,
      items: book.settings.items(id).map(({ channelName, channelDataValue, unitName }) => {
        const unit = textOf(unitName) || null
        const name = channelName ?? ''
        const { role, quantity } = meanings.setting({ channelName: name, unitName: unit })
        return { channelName: name, value: textOf(channelDataValue), unit, meaning: { role, quantity } }
      }),
    }))
    .reverse()
}

const textOf = (value: Verbatim): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
