import { NEW_ENTRY, OLD_ENTRY } from '../../../contract/meaning-words.ts'
import type { MessageRole, SettingRole } from '../../../contract/meaning.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import { foldText } from '../../../contract/folding.ts'
import type { EventContent, SettingData, StationData } from '../../kernel/data.ts'
import type { SettingChange } from './changes.ts'
import { numberIn } from './values.ts'

/** Events of the `changes` archive, and which setting each may have changed. */

export interface ChangeEvent {
  atMs: number
  content: EventContent
  before: string | null
  after: string | null
}

/** All of them, by time; those that set the clock change no setting. */
export function changeEventsOf({ events }: Pick<StationData, 'events'>): ChangeEvent[] {
  const columns = events.changes
  if (!columns) return []
  const all = Array.from(columns.content, (content, at) => {
    const said = columns.contents[content] as EventContent
    return { atMs: columns.atMs[at] as number, content: said, ...oldAndNew(said) }
  })
  return all.filter(({ content }) => content.meaning.role !== 'clockSet')
}

/** Between the old and the new value, where a device writes both into one. */
const ARROW = /->|=>|→/u

/** The value before and after a change, as an event tells them: by name, or both in one value ('0.55->0.60'). */
export function oldAndNew(content: Pick<EventContent, 'value' | 'more'>): Pick<ChangeEvent, 'before' | 'after'> {
  const { value } = content
  const [before, after] = [entryNamed(content, OLD_ENTRY), entryNamed(content, NEW_ENTRY)]
  const arrow = value === null ? null : ARROW.exec(value)
  const [left, right] =
    value === null || arrow === null ? ['', ''] : [value.slice(0, arrow.index).trim(), value.slice(arrow.index + arrow[0].length).trim()]
  if (left === '' || right === '') return { before, after: after ?? value }
  return { before: before ?? left, after: after ?? right }
}

/** The first of an event's further entries whose name is one of these; null where it has none. */
export const entryNamed = ({ more }: Pick<EventContent, 'more'>, names: RegExp): string | null =>
  Object.entries(more).find(([name]) => names.test(name))?.[1] ?? null

/** Roles of settings that a message names by its own role. */
const NAMED: Partial<Readonly<Record<MessageRole, readonly SettingRole[]>>> = {
  contractHourChanged: ['contractHour'],
  meterExchanged: ['meterSerial', 'deviceSerial', 'verified', 'nextVerification'],
}
const AMOUNTS: Partial<Readonly<Record<Quantity, Quantity>>> = {
  workingFlow: 'flow',
  standardFlow: 'flow',
  workingVolume: 'flow',
  standardVolume: 'flow',
  volume: 'flow',
}
const kindOf = (quantity: Quantity) => AMOUNTS[quantity] ?? quantity

/** The quantity that settings of these roles are about without saying it. */
const OF_ROLE: Partial<Readonly<Record<SettingRole, Quantity>>> = {
  standardPressure: 'pressure',
  barometricPressure: 'pressure',
  pressureBasis: 'pressure',
  standardTemperature: 'temperature',
}

/** True where an event may be the reason of a change: nothing in it speaks of another setting. */
export function mayExplain({ content: { meaning } }: ChangeEvent, { before, after }: SettingChange): boolean {
  const item = (after ?? before)?.meaning
  if (!item) return false
  // A new meter or device comes with settings of its own.
  if (meaning.role === 'meterExchanged') return item.role !== 'contractHour'
  const named = NAMED[meaning.role]
  if (named) return named.includes(item.role)
  const quantity = item.quantity ?? OF_ROLE[item.role] ?? null
  if (meaning.quantity === null || (quantity === null && item.role === 'none')) return true
  return quantity !== null && kindOf(meaning.quantity) === kindOf(quantity)
}

/** True where an event names just this setting: by its role, its quantity, its name or by both values. */
export function names(event: ChangeEvent, { channelName, before, after }: SettingChange): boolean {
  const { content } = event
  const item = (after ?? before)?.meaning
  if (!item || !mayExplain(event, { channelName, before, after })) return false
  if (content.meaning.role === 'meterExchanged') return NAMED.meterExchanged?.includes(item.role) ?? false
  if (content.meaning.role === 'contractHourChanged') return true
  if (same(event.after, after) && (event.before === null || same(event.before, before))) return true
  const isOther = event.after !== null && after !== null && !Number.isNaN(numberIn(event.after)) && !same(event.after, after)
  if (isOther && event.before !== null && !same(event.before, before)) return false
  if (content.meaning.quantity !== null && item.quantity !== null) return true
  return foldText(content.text).includes(foldText(channelName))
}

/**
 * Whether an event and a setting say the same value: compared as numbers where both are numbers. Units of events are
 * written as those of settings or not at all.
 */
function same(said: string | null, item: SettingData | null): boolean {
  if (said === null || item === null || said.trim() === '') return false
  const [one, other] = [numberIn(said), numberIn(item.value)]
  if (Number.isNaN(one) || Number.isNaN(other)) return said.trim() === item.value.trim()
  return Math.abs(one - other) <= Math.abs(other) * 1e-9
}

/** The items of the settings that an event names by its role or its quantity; none where it speaks of no setting alone. */
export function namedItems({ content: { meaning } }: ChangeEvent, items: readonly SettingData[]): SettingData[] {
  if (meaning.role === 'contractHourChanged') return items.filter((item) => item.meaning.role === 'contractHour')
  if (meaning.role !== 'settingChanged' || meaning.quantity === null) return []
  const wanted = kindOf(meaning.quantity)
  return items.filter((item) => item.meaning.quantity !== null && kindOf(item.meaning.quantity) === wanted)
}
