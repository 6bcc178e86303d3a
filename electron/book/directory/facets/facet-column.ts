import type { FacetCondition } from '../../../contract/station-facets.ts'

export interface FacetValue {
  value: string
  /** The name of a provider or consumer. */
  name: string | null
}

/** One facet of all stations. A station is in one group, and a group has one value or, for providers, several. */
export interface FacetColumn {
  values: readonly FacetValue[]
  /** The group of the station at each place. */
  groups: Uint32Array
  /** The values of each group, as indices. */
  valuesOf: readonly (readonly number[])[]
}

/** The group of each place, from what is known of it; a loop, because there are many. */
export function groupsOf<T>(cells: readonly T[], groupOf: (cell: T, place: number) => number): Uint32Array {
  const groups = new Uint32Array(cells.length)
  for (let place = 0; place < cells.length; place++) groups[place] = groupOf(cells[place] as T, place)
  return groups
}

/** A column whose groups are its values, from the value of each place in turn; `named` are values with their names. */
export function columnOf(values: readonly string[], named: (value: string) => string | null = () => null): FacetColumn {
  const codes = new Map<string, number>()
  const groups = groupsOf(values, (value) => {
    const known = codes.get(value)
    if (known !== undefined) return known
    codes.set(value, codes.size)
    return codes.size - 1
  })
  const list = [...codes.keys()].map((value) => ({ value, name: named(value) }))
  return { values: list, groups, valuesOf: list.map((_, code) => [code]) }
}

/** A column of judged values, which are known before any station is. */
export function judged(words: readonly string[], groups: Uint32Array): FacetColumn {
  return { values: words.map((value) => ({ value, name: null })), groups, valuesOf: words.map((_, code) => [code]) }
}

/** Which groups of a column pass all conditions on it: 1 each. */
export function passing({ values, valuesOf }: FacetColumn, conditions: readonly FacetCondition[]): Uint8Array {
  const passes = new Uint8Array(valuesOf.length).fill(1)
  for (const { values: wanted, not = false } of conditions) {
    const isWanted = values.map(({ value }) => wanted.includes(value))
    valuesOf.forEach((of, group) => {
      if (of.some((code) => isWanted[code]) === not) passes[group] = 0
    })
  }
  return passes
}
