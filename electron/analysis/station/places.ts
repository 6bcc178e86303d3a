import type { Book } from '../../book/index.ts'

/** Whose the devices of the log are: their stations, consumers and providers. */

type Devices = ReturnType<Book['devices']['all']>
interface PlaceProvider {
  id: number
  name: string | null
  parentId: number | null
}

export interface EventPlaces {
  devices: Devices
  consumerNames: ReadonlyMap<number, string | null>
  /** Flat, parents before their branches. */
  providers: readonly PlaceProvider[]
  /** The providers whose lists, or whose branches' lists, name a consumer. */
  providersOf: ReadonlyMap<number, ReadonlySet<number>>
}

/** Kept as long as the devices are: both are of one version of the book. */
const known = new WeakMap<Devices, EventPlaces>()

export function eventPlaces(book: Book): EventPlaces {
  const devices = book.devices.all()
  const before = known.get(devices)
  if (before) return before
  const providers = flat(book.providers.tree(), null)
  const parents = new Map(providers.map(({ id, parentId }) => [id, parentId]))
  const providersOf = new Map<number, Set<number>>()
  for (const { providerId, consumerId } of book.consumers.seenIn()) {
    const all = providersOf.get(consumerId) ?? new Set()
    providersOf.set(consumerId, all)
    for (let id: number | null = providerId; id !== null && !all.has(id); id = parents.get(id) ?? null) all.add(id)
  }
  const places = {
    devices,
    consumerNames: new Map(book.consumers.list().map(({ id, name }) => [id, name])),
    providers,
    providersOf,
  }
  known.set(devices, places)
  return places
}

type Tree = ReturnType<Book['providers']['tree']>

function flat(tree: Tree, parentId: number | null): PlaceProvider[] {
  return tree.flatMap(({ id, name, children }) => [{ id, name, parentId }, ...flat(children, id)])
}
