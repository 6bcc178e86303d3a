import type { Provider } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { upsert } from '../file/layout.ts'

interface ProviderRow {
  id: number
  name: string | null
  parent_id: number | null
}

/** All SQL that touches `provider`: the tree of resource providers. */
export function providersIn({ db, atOnce, stationText }: Context) {
  const write = db.prepare(upsert('provider', ['id'], ['id', 'name', 'parent_id', 'position']))
  const all = db.prepare<[], ProviderRow>('SELECT id, name, parent_id FROM provider ORDER BY position, id')

  function put(children: readonly Provider[], parentId: number | null, first: number): void {
    children.forEach((provider, at) => {
      if (write.run(provider.id, provider.name, parentId, first + at).changes > 0) stationText.touch()
      put(provider.children, provider.id, 0)
    })
  }

  return {
    /** Inserts or updates whole trees. `first` is the position of the first root, for lists that come in pages. */
    put: (tree: readonly Provider[], first = 0): void => atOnce(() => put(tree, null, first)),

    /** The roots with their descendants, in the service's order. */
    tree(): Provider[] {
      const rows = all.all()
      const nodes = new Map(rows.map(({ id, name }) => [id, { id, name, children: [] as Provider[] }]))
      const roots: Provider[] = []
      for (const row of rows) {
        const node = nodes.get(row.id)
        if (node) (nodes.get(row.parent_id ?? Number.NaN)?.children ?? roots).push(node)
      }
      return roots
    },
  }
}
