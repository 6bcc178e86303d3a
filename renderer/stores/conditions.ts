import type { FacetCondition, StationFacet } from '../../electron/contract/station-facets.ts'

/** What the station table is narrowed by, facet by facet: at most one condition of a facet asks for values, and one leaves some out. */
export type Conditions = readonly FacetCondition[]
export type ValueState = 'only' | 'not' | null

const isAbout = (by: StationFacet, not: boolean) => (condition: FacetCondition) => condition.by === by && (condition.not ?? false) === not

/** Whether a value is asked for, left out, or neither. */
export function stateOf(conditions: Conditions, by: StationFacet, value: string): ValueState {
  const has = (not: boolean) => conditions.find(isAbout(by, not))?.values.includes(value) ?? false
  return has(false) ? 'only' : has(true) ? 'not' : null
}

/** The conditions with a value asked for, left out, or neither. */
export function withState(conditions: Conditions, by: StationFacet, value: string, state: ValueState): Conditions {
  const without = conditions
    .map((condition) => (condition.by === by ? { ...condition, values: condition.values.filter((other) => other !== value) } : condition))
    .filter(({ values }) => values.length > 0)
  if (state === null) return without
  const not = state === 'not'
  const there = without.find(isAbout(by, not))
  return there
    ? without.map((condition) => (condition === there ? { ...there, values: [...there.values, value] } : condition))
    : [...without, { by, values: [value], not }]
}

/** The conditions with this value alone asked for, of its facet. */
export function withOnly(conditions: Conditions, by: StationFacet, value: string): Conditions {
  return [...conditions.filter((condition) => condition.by !== by), { by, values: [value], not: false }]
}
