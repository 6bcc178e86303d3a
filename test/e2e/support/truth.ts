import { EVENT_ARCHIVES, type World } from '../../../electron/demo/world/index.ts'

/** What the service says, as a table of the window shows it. */

type Entries = Record<string, unknown>

/** Entries of `channel_data` (docs/service.md, 'Readings record') by name. */
export const byName = (entries: readonly Record<string, unknown>[]): Entries => Object.assign({}, ...entries) as Entries

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Moscow',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
/** A moment as the English window writes it in Moscow time. */
export const shownTime = (unixSeconds: number): string => time.format(unixSeconds * 1000)

/** A value as the English window shows it: a number, also one sent as a text, with its digits in groups; else as it came. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '—'
  const [whole = '', ...decimals] = String(value).split('.')
  return /^-?\d+$/.test(whole) ? [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.') : String(value)
}

export interface TrueEvent {
  archive: string
  time: number
  entries: Entries
}
/** All events of a device in a span, newest first, as the service has them. */
export function eventsOf(world: World, equipmentId: number, span: { from: string; to: string }): TrueEvent[] {
  const all = EVENT_ARCHIVES.flatMap((archive) =>
    [...world.events(equipmentId, archive, span.from, span.to)].map((record) => ({
      archive,
      time: record.event_time,
      entries: byName(record.channel_data as readonly Record<string, unknown>[]),
    })),
  )
  return all.sort((a, b) => b.time - a.time)
}

/** True when an entry of the event has the text, in any case. */
export const has = (event: TrueEvent, text: string): boolean =>
  Object.values(event.entries).some((value) => String(value).toLowerCase().includes(text.toLowerCase()))
