import type { EventMessage } from '../../../electron/contract/events.ts'
import type { EventArchive } from '../../../electron/contract/records.ts'
import { keyOfMessage, messageOfKey } from '../../places/log.ts'

/** How often a message is in the log, as the contract counts it. */
export interface MessageCount {
  archiveType: EventArchive
  code: string | null
  description: string | null
  /** The reference's text of a code without a description. */
  messageName: string | null
  events: number
}

/** A message that the log can be filtered by. */
export interface MessageChoice {
  /** Its key in the address. */
  key: string
  code: string
  words: string
  /** The archive, where it decides what the code means. */
  archiveType: EventArchive | null
  events: number
}

/** The message of an event. Its archive is a part of the message only where the event has no text of its own. */
export const messageOf = (archiveType: EventArchive | null, code: string | null, description: string | null): EventMessage => ({
  code,
  description,
  archiveType: description ? null : archiveType,
})

/** How many events each archive has: of the chosen messages, or of all where none is chosen. */
export function archiveCounts(counts: readonly MessageCount[], chosen: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { archiveType, code, description, events } of counts) {
    if (chosen.length > 0 && !chosen.includes(keyOfMessage(messageOf(archiveType, code, description)))) continue
    sums[archiveType] = (sums[archiveType] ?? 0) + events
  }
  return sums
}

/**
 * The messages of the chosen archives (of all, when none is chosen), the most frequent first; after them chosen messages
 * that the filtered log does not have. The same code with another text is another message.
 */
export function messageChoices(
  counts: readonly MessageCount[],
  archives: readonly EventArchive[],
  chosen: readonly string[] = [],
): MessageChoice[] {
  const choices = new Map<string, MessageChoice>()
  for (const { archiveType, code, description, messageName, events } of counts) {
    if (archives.length > 0 && !archives.includes(archiveType)) continue
    if (!code && !description) continue
    const message = messageOf(archiveType, code, description)
    const key = keyOfMessage(message)
    const known = choices.get(key)
    choices.set(key, {
      key,
      code: code ?? '',
      words: (description || messageName) ?? '',
      archiveType: message.archiveType,
      events: (known?.events ?? 0) + events,
    })
  }
  for (const key of chosen) {
    const message = messageOfKey(key)
    if (!message || choices.has(key)) continue
    const { code, description, archiveType } = message
    choices.set(key, { key, code: code ?? '', words: description ?? '', archiveType, events: 0 })
  }
  return [...choices.values()].sort((a, b) => b.events - a.events)
}
