import { MOVES_BY_ITSELF } from '../../../contract/meaning-words.ts'
import type { SettingData, SettingsSnapshot, StationData } from '../../kernel/data.ts'

/** What changed between two snapshots of the settings. */

export interface SettingChange {
  channelName: string
  before: SettingData | null
  after: SettingData | null
}

export interface SnapshotChange {
  /** When the older settings were last seen, and the newer ones first; Unix ms. */
  fromMs: number
  toMs: number
  changes: SettingChange[]
}

/** An item that changed in this share of so many steps changes by itself. */
const OFTEN = 0.5
const LEAST_STEPS = 4

/** Snapshot by snapshot what an engineer may have changed: without the device's clock and what moves by itself. */
export function settingsChangesOf({ settings }: Pick<StationData, 'settings'>): SnapshotChange[] {
  const all = settings.slice(1).map((after, at): SnapshotChange => {
    const before = settings[at] as SettingsSnapshot
    return { fromMs: before.checkedAtMs, toMs: after.takenAtMs, changes: diffOf(before.items, after.items) }
  })
  const times = new Map<string, number>()
  for (const { changes } of all) for (const { channelName } of changes) times.set(channelName, (times.get(channelName) ?? 0) + 1)
  const isMoving = ({ channelName, before, after }: SettingChange) =>
    (after ?? before)?.meaning.role === 'deviceTime' ||
    ((after ?? before)?.meaning.role === 'none' && MOVES_BY_ITSELF.test(channelName)) ||
    (all.length >= LEAST_STEPS && (times.get(channelName) ?? 0) > all.length * OFTEN)
  return all.map(({ changes, ...step }) => ({ ...step, changes: changes.filter((change) => !isMoving(change)) }))
}

/** Items of one name are matched in their order. What a snapshot lacks or has anew is a change too. */
function diffOf(before: readonly SettingData[], after: readonly SettingData[]): SettingChange[] {
  const left = Map.groupBy(before, ({ channelName }) => channelName)
  const changes = after.flatMap((item): SettingChange[] => {
    const old = left.get(item.channelName)?.shift() ?? null
    if (old && old.value === item.value && old.unit === item.unit) return []
    return [{ channelName: item.channelName, before: old, after: item }]
  })
  const gone = [...left.values()].flat().map((item) => ({ channelName: item.channelName, before: item, after: null }))
  return [...changes, ...gone]
}
