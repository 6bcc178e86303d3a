import type { Book } from '../../../book/index.ts'
import type { Provider } from '../../../contract/records.ts'

/** Which providers a consumer belongs to, and what lies below and above each. */
export interface ProviderTree {
  /** The providers whose lists have a consumer. */
  of: (consumerId: number | null) => readonly number[]
  /** A provider with all its branches. */
  below: (providerId: number) => ReadonlySet<number>
  /** A provider and all above it. */
  above: (providerId: number) => readonly number[]
  names: ReadonlyMap<number, string | null>
}

export function providerTree(book: Book): ProviderTree {
  const seenIn = Map.groupBy(book.consumers.seenIn(), ({ consumerId }) => consumerId)
  const names = new Map<number, string | null>()
  const above = new Map<number, readonly number[]>()
  const below = new Map<number, Set<number>>()
  const walk = (nodes: readonly Provider[], path: readonly number[]) => {
    for (const { id, name, children } of nodes) {
      names.set(id, name)
      above.set(id, [id, ...path])
      below.set(id, new Set([id]))
      for (const one of path) below.get(one)?.add(id)
      walk(children, [id, ...path])
    }
  }
  walk(book.providers.tree(), [])
  return {
    of: (consumerId) => (consumerId === null ? [] : (seenIn.get(consumerId) ?? []).map(({ providerId }) => providerId)),
    below: (providerId) => below.get(providerId) ?? new Set([providerId]),
    above: (providerId) => above.get(providerId) ?? [providerId],
    names,
  }
}
