import type { z } from 'zod'
import type { settingItemSchema } from '../../../../electron/contract/device.ts'

export type SettingItem = z.infer<typeof settingItemSchema>

export interface SettingGroup {
  name: string
  items: SettingItem[]
}

const SEPARATORS = [': ', '. ', ' / ', ' — ']

/** The part of an item's name before its separator ('Modem: APN' → 'Modem'); null without one. */
function groupOf(name: string | null): string | null {
  if (name === null) return null
  for (const separator of SEPARATORS) {
    const at = name.indexOf(separator)
    if (at > 0) return name.slice(0, at)
  }
  return null
}

/**
 * Settings come as one flat list, and devices give related items a common prefix. Items with the same prefix form a
 * group, in the device's order; a prefix with a single item makes no group, and ungrouped items come first, untitled.
 */
export function groupSettings(items: readonly SettingItem[]): SettingGroup[] {
  const counts = new Map<string, number>()
  for (const item of items) {
    const name = groupOf(item.channelName)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const alone: SettingGroup = { name: '', items: [] }
  const groups = new Map<string, SettingGroup>()
  for (const item of items) {
    const name = groupOf(item.channelName)
    if (name === null || (counts.get(name) ?? 0) < 2) {
      alone.items.push(item)
      continue
    }
    const group = groups.get(name) ?? { name, items: [] }
    group.items.push(item)
    groups.set(name, group)
  }
  return [...(alone.items.length > 0 ? [alone] : []), ...groups.values()]
}
