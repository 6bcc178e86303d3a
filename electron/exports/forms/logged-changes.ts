import { changesSaid, type Change } from '../../analysis/answers/changes/changes.ts'
import { entryNamed, oldAndNew } from '../../analysis/station/settings/change-events.ts'
import type { EventContent, StationData } from '../../analysis/kernel/data.ts'
import { askedUntil } from '../../analysis/station/situations/situations.ts'
import { WHO_ENTRY } from '../../contract/meaning-words.ts'

/** Everything that changed at a station: what its changes log says, line by line, and what shows without the log. */

/** Who speaks for a change, or why nobody else can. */
type Confirmation =
  | 'event_and_settings'
  | 'event_and_conversion'
  /** The log alone: settings that were read afterwards show nothing of it. */
  | 'event_alone'
  /** The log alone: no settings were read afterwards, or none before. */
  | 'event_unchecked'
  | 'settings_alone'
  /** The log was not asked for that time. */
  | 'settings_unchecked'
  | 'settings_and_conversion'
  | 'conversion_alone'

export interface LoggedChange {
  /** Unix ms of the event; else of the moment by which it had happened. */
  atMs: number
  /** Where no event names the moment: it happened after this one. */
  sinceMs: number | null
  name: string
  before: string | null
  after: string | null
  unit: string | null
  who: string | null
  confirmation: Confirmation
  /** The step of the conversion factor, where it alone tells of the change. */
  conversion: Change['conversion']
}

interface Logged {
  atMs: number
  content: EventContent
}

/** By time. Each event of the changes log is in it at least once, also those that change no setting: clock, sign-in. */
export function loggedChanges(data: StationData): LoggedChange[] {
  /** Moments by what was said then: the log has nothing twice at one moment. */
  const told = new Map<EventContent, Set<number>>()
  const rows = changesSaid(data).map(({ change, content }): LoggedChange => {
    const { event, fromMs, toMs, before, after, unit, conversion } = change
    if (event && content) told.set(content, (told.get(content) ?? new Set()).add(event.atMs))
    return {
      atMs: event?.atMs ?? toMs,
      sinceMs: event ? null : fromMs,
      name: change.name,
      before,
      after,
      unit,
      who: content ? entryNamed(content, WHO_ENTRY) : null,
      confirmation: confirmationOf(data, change),
      conversion: change.saidBy.length === 1 && change.saidBy[0] === 'conversion' ? conversion : null,
    }
  })
  for (const { atMs, content } of eventsOf(data)) {
    if (told.get(content)?.has(atMs)) continue
    rows.push({
      atMs,
      sinceMs: null,
      name: content.text,
      ...oldAndNew(content),
      unit: content.unit,
      who: entryNamed(content, WHO_ENTRY),
      confirmation: isCheckable(data, atMs) ? 'event_alone' : 'event_unchecked',
      conversion: null,
    })
  }
  return rows.sort((a, b) => a.atMs - b.atMs)
}

function eventsOf({ events }: StationData): Logged[] {
  const columns = events.changes
  if (!columns) return []
  return Array.from(columns.content, (content, at) => ({
    atMs: columns.atMs[at] as number,
    content: columns.contents[content] as EventContent,
  }))
}

function confirmationOf(data: StationData, { saidBy, fromMs, toMs, event }: Change): Confirmation {
  const has = (who: (typeof saidBy)[number]) => saidBy.includes(who)
  if (has('event')) {
    if (has('settings')) return 'event_and_settings'
    if (has('conversion')) return 'event_and_conversion'
    return isCheckable(data, event?.atMs ?? fromMs) ? 'event_alone' : 'event_unchecked'
  }
  if (!has('settings')) return 'conversion_alone'
  if (has('conversion')) return 'settings_and_conversion'
  const log = data.events.changes
  return log && askedUntil(log, fromMs) >= toMs ? 'settings_alone' : 'settings_unchecked'
}

/** Settings were read before a moment and after it. */
const isCheckable = ({ settings }: StationData, atMs: number): boolean =>
  settings.some(({ takenAtMs }) => takenAtMs <= atMs) && settings.some(({ checkedAtMs }) => checkedAtMs >= atMs)
