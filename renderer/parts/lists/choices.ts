import { calledBy } from '../../../electron/contract/called.ts'

/** A choice of a facet, and how much there is of it: events, findings, changes or stations, as its facet counts. */
export interface Choice<Key> {
  key: Key
  label: string
  count: number
  /** How deep it lies in a tree. */
  level?: number
  /** An event archive, for its colour. */
  archive?: string
  /** A class of `tokens.css` for a choice that an engineer looks for first. */
  tone?: string | undefined
}

interface Named {
  id: number | null
  name: string | null
}

/** Stations, consumers and types by their names. @param none what id 0 is called, which stands for 'none' */
export const namedChoices = <Row extends Named>(rows: readonly Row[], countOf: (row: Row) => number, none?: string): Choice<number>[] =>
  rows.flatMap((row) => {
    const { id, name } = row
    return id === null ? [] : [{ key: id, label: id === 0 && none ? none : calledBy(name, id), count: countOf(row) }]
  })

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
