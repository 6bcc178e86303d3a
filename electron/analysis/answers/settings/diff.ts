import type { Setting } from '../../../contract/records.ts'

export interface SettingChange {
  channelName: string | null
  change: 'same' | 'changed' | 'added' | 'removed'
  before: Setting | null
  after: Setting | null
}

/**
 * Two snapshots side by side, in the order of the newer one, removed items last. Items are matched by name; several of
 * one name are matched in their order.
 */
export function diffOf(before: readonly Setting[], after: readonly Setting[]): SettingChange[] {
  const left = Map.groupBy(before, ({ channelName }) => channelName)
  const changes = after.map((item): SettingChange => {
    const old = left.get(item.channelName)?.shift() ?? null
    const change = old === null ? 'added' : isSame(old, item) ? 'same' : 'changed'
    return { channelName: item.channelName, change, before: old, after: item }
  })
  const removed = [...left.values()]
    .flat()
    .map((item): SettingChange => ({ channelName: item.channelName, change: 'removed', before: item, after: null }))
  return [...changes, ...removed]
}

function isSame(a: Setting, b: Setting): boolean {
  return JSON.stringify([a.channelDataValue, a.unitName]) === JSON.stringify([b.channelDataValue, b.unitName])
}
