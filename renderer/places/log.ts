import type { EventMessage } from '../../electron/contract/events.ts'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { addressOf, each, inWord, listOf, named, text, type Values } from '../address/fields.ts'
import { between, days, IN_MS, moment } from '../address/times.ts'

/** A message's key in the address. */
export const keyOfMessage = ({ code, description, archiveType }: EventMessage): string => JSON.stringify([code, description, archiveType])

/** The message that an address names; null when it names none. */
export function messageOfKey(key: string): EventMessage | null {
  let parts: unknown
  try {
    parts = JSON.parse(key)
  } catch {
    return null
  }
  if (!Array.isArray(parts) || parts.length !== 3) return null
  const [code, description, archive] = parts as unknown[]
  const archiveType = EVENT_ARCHIVES.find((name) => name === archive) ?? null
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string'
  return isText(code) && isText(description) && (archive === null || archiveType !== null) ? { code, description, archiveType } : null
}

/** Keys of messages, said once for each. */
export const messageKeys = each((key) => messageOfKey(key) !== null)

/** The filter of an event log, as an address says it. */
export const LOG = {
  archives: listOf(EVENT_ARCHIVES),
  /** Keys of messages. */
  messages: named('message', messageKeys),
  text: text(),
  span: days,
  /** A part of the strip, Unix ms; it goes before the days. */
  piece: between(['fromMs', 'toMs'], IN_MS, ({ fromMs, toMs }) => fromMs <= toMs),
  /** The newest first. */
  desc: named(
    'order',
    inWord(
      (said) => said !== 'oldest',
      (desc) => (desc ? '' : 'oldest'),
    ),
  ),
}
export type LogPlace = Values<typeof LOG>

/** The moment that a link names: the list goes to it, and its filter stays as it is. */
export const AT = { at: moment(IN_MS) }

const address = addressOf(LOG)

/** The log of all stations, narrowed so. */
export const eventsAt = (place: Partial<LogPlace>) => ({
  name: 'events',
  query: address.write({ ...address.read({}), ...place }),
})
