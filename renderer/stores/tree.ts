import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { calledBy } from '../../electron/contract/called.ts'
import type { client } from '../client.ts'
import { stationTree } from '../speed/first-questions.ts'
import { useDownloads } from './downloads.ts'
import { useQuestion } from './question.ts'

type Tree = Awaited<ReturnType<typeof client.stations.tree>>

/** A node of the tree of providers and consumers. */
export interface TreeNode {
  /** `all`, `p:<id>` for a provider, `c:<provider id>:<id>` for a consumer under that provider. */
  key: string
  kind: 'all' | 'provider' | 'consumer'
  id: number | null
  name: string
  stations: number
  children: TreeNode[]
}

/** The tree of providers, nested as the service nests them, each with the consumers of its own list; consumers in no list come last. */
export function treeNodes(tree: Tree): TreeNode[] {
  const providers = new Map<number, TreeNode>()
  for (const provider of tree.providers) {
    providers.set(provider.id, {
      key: `p:${provider.id}`,
      kind: 'provider',
      id: provider.id,
      name: calledBy(provider.name, provider.id),
      stations: provider.stations,
      children: [],
    })
  }
  const roots: TreeNode[] = []
  for (const provider of tree.providers) {
    const node = providers.get(provider.id)
    const parent = provider.parentId === null ? undefined : providers.get(provider.parentId)
    if (node) (parent?.children ?? roots).push(node)
  }
  const depth = depths(tree)
  for (const consumer of tree.consumers) {
    const owner = deepest(consumer.providerIds, depth)
    const siblings = (owner === null ? undefined : providers.get(owner)?.children) ?? roots
    siblings.push({
      key: `c:${owner ?? ''}:${consumer.id}`,
      kind: 'consumer',
      id: consumer.id,
      name: calledBy(consumer.name, consumer.id),
      stations: consumer.stations,
      children: [],
    })
  }
  return roots
}

function depths(tree: Tree): Map<number, number> {
  const parents = new Map(tree.providers.map((provider) => [provider.id, provider.parentId]))
  const depth = new Map<number, number>()
  for (const { id } of tree.providers) {
    let steps = 0
    for (let at = parents.get(id) ?? null; at !== null && steps < 100; at = parents.get(at) ?? null) steps++
    depth.set(id, steps)
  }
  return depth
}

/** A provider's list includes the consumers of its branches: each consumer is shown under the deepest provider that lists it. */
function deepest(providerIds: readonly number[], depth: ReadonlyMap<number, number>): number | null {
  let best: number | null = null
  for (const id of providerIds) {
    if (depth.has(id) && (best === null || (depth.get(id) ?? 0) > (depth.get(best) ?? 0))) best = id
  }
  return best
}

/** The node of a provider or a consumer, anywhere below. */
export function nodeIn(nodes: readonly TreeNode[], kind: TreeNode['kind'], id: number): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.kind === kind && node.id === id ? node : nodeIn(node.children, kind, id)
    if (found) return found
  }
  return undefined
}

export const useTree = defineStore('tree', () => {
  const question = useQuestion((signal) => stationTree.ask(undefined, signal), {
    topics: ['book', 'reference', 'stations'],
    everyMs: 4000,
  })
  // The links between consumers and providers come last in a listing: its end is shown at once, not after the throttle.
  const downloads = useDownloads()
  watch(
    () => downloads.progress?.state,
    (now, before) => {
      if (before === 'running' && now !== 'running') void question.reload()
    },
  )
  const roots = computed(() => (question.data.value ? treeNodes(question.data.value) : []))
  const stations = computed(() => question.data.value?.stations ?? 0)
  return { roots, stations, failure: question.failure, busy: question.busy, reload: question.reload }
})

/** A place as a choice of a list; `level`: how deep it lies in the tree. */
interface PlaceChoice {
  node: TreeNode
  level: number
}
/** The tree as a flat list of choices; a consumer of several providers is one. */
export function placeChoices(roots: readonly TreeNode[]): PlaceChoice[] {
  const seen = new Set<string>()
  const flat = (nodes: readonly TreeNode[], level: number): PlaceChoice[] =>
    nodes.flatMap((node) => {
      const identity = `${node.kind}:${node.id ?? ''}`
      const isKnown = seen.has(identity)
      seen.add(identity)
      return [...(isKnown ? [] : [{ node, level }]), ...flat(node.children, level + 1)]
    })
  return flat(roots, 0)
}
