import type { FacetCondition } from './station-facets.ts'

/** What the station table is narrowed by and how it is ordered. */
export interface TableFilter {
  text: string
  choice: { kind: 'all' | 'provider' | 'consumer'; id: number | null }
  conditions: readonly FacetCondition[]
  /** Null: nobody has chosen an order. */
  sort: { by: string; desc: boolean } | null
}

/**
 * The table's filter as it stands in an address: `text`, the tree's `provider` or `consumer`, `sort` (`-` before a
 * column: the highest first), and each facet as `is-NAME` or `not-NAME`, once for each value.
 */
export function tableQuery({ text, choice, conditions, sort }: TableFilter): Record<string, string | string[]> {
  return {
    ...(text !== '' && { text }),
    ...(choice.kind !== 'all' && choice.id !== null && { [choice.kind]: String(choice.id) }),
    ...(sort && { sort: `${sort.desc ? '-' : ''}${sort.by}` }),
    ...Object.fromEntries(conditions.map(({ by, values, not }) => [`${not ? 'not' : 'is'}-${by}`, [...values]])),
  }
}
