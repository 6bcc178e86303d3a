import type { LogFacets } from '../../../electron/contract/all-events.ts'
import { calledBy } from '../../../electron/contract/called.ts'
import { keyOfMessage } from '../../places/log.ts'

/** A choice of a facet. */
export interface Choice<Key> {
  key: Key
  label: string
  events: number
  /** How deep it lies in a tree. */
  level?: number
  /** An event archive, for its colour. */
  archive?: string
}

type Named = LogFacets['stations']['rows'][number]

export const namedChoices = (rows: readonly Named[]): Choice<number>[] =>
  rows.map(({ id, name, events }) => ({ key: id, label: calledBy(name, id), events }))

/** Providers with events or ticked, and those above them, each below its parent. */
export function providerChoices(rows: LogFacets['providers'], chosen: readonly number[]): Choice<number>[] {
  const levels = new Map<number, number>()
  return rows.flatMap(({ id, name, parentId, events }) => {
    const level = parentId === null ? 0 : (levels.get(parentId) ?? -1) + 1
    levels.set(id, level)
    return events > 0 || chosen.includes(id) ? [{ key: id, label: calledBy(name, id), events, level }] : []
  })
}

export const messageChoicesOf = (rows: LogFacets['messages']['rows']): Choice<string>[] =>
  rows.map(({ message, messageName, events }) => ({
    key: keyOfMessage(message),
    label: [message.code, message.description || messageName].filter(Boolean).join(' '),
    events,
    ...(message.archiveType && { archive: message.archiveType }),
  }))
