import type { LogFacets } from '../../../electron/contract/all-events.ts'
import { calledBy } from '../../../electron/contract/called.ts'
import { keyOfMessage } from '../../places/log.ts'

/** A choice of a facet, and how much there is of it: events, findings, changes or stations, as its facet counts. */
export interface Choice<Key> {
  key: Key
  label: string
  count: number
  /** How deep it lies in a tree. */
  level?: number
  /** An event archive, for its colour. */
  archive?: string
}

type Named = LogFacets['stations']['rows'][number]

export const namedChoices = (rows: readonly Named[]): Choice<number>[] =>
  rows.map(({ id, name, events }) => ({ key: id, label: calledBy(name, id), count: events }))

/** Providers of which there is something, or that are ticked, and those above them, each below its parent. */
export function providerChoices<Row extends { id: number; name: string | null; parentId: number | null }>(
  rows: readonly Row[],
  countOf: (row: Row) => number,
  chosen: readonly number[],
): Choice<number>[] {
  const levels = new Map<number, number>()
  return rows.flatMap((row) => {
    const { id, name, parentId } = row
    const level = parentId === null ? 0 : (levels.get(parentId) ?? -1) + 1
    levels.set(id, level)
    const count = countOf(row)
    return count > 0 || chosen.includes(id) ? [{ key: id, label: calledBy(name, id), count, level }] : []
  })
}

export const messageChoicesOf = (rows: LogFacets['messages']['rows']): Choice<string>[] =>
  rows.map(({ message, messageName, events }) => ({
    key: keyOfMessage(message),
    label: [message.code, message.description || messageName].filter(Boolean).join(' '),
    count: events,
    ...(message.archiveType && { archive: message.archiveType }),
  }))
