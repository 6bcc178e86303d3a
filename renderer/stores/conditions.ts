import type { FacetCondition, StationFacet } from '../../electron/contract/station-facets.ts'

/** The conditions that narrow the station table, facet by facet: at most one condition of a facet asks for values, and one leaves some out. */
export type Conditions = readonly FacetCondition[]
type ValueState = 'only' | 'not' | null

const isAbout = (by: StationFacet, not: boolean) => (condition: FacetCondition) => condition.by === by && (condition.not ?? false) === not

/** The values of a facet that are asked for, or left out. */
export const valuesOf = (conditions: Conditions, by: StationFacet, not: boolean): string[] => [
  ...(conditions.find(isAbout(by, not))?.values ?? []),
]

/** The conditions with these values of a facet asked for, or left out. */
export function withValues(conditions: Conditions, by: StationFacet, not: boolean, values: readonly string[]): Conditions {
  const isOf = isAbout(by, not)
  const one = { by, values: [...values], not }
  if (!conditions.some(isOf)) return values.length > 0 ? [...conditions, one] : conditions
  return conditions.flatMap((condition) => (!isOf(condition) ? [condition] : values.length > 0 ? [one] : []))
}

/** The conditions with a value asked for, left out, or neither. */
export function withState(conditions: Conditions, by: StationFacet, value: string, state: ValueState): Conditions {
  let now = conditions
  for (const not of [false, true]) {
    const others = valuesOf(now, by, not).filter((other) => other !== value)
    now = withValues(now, by, not, state === (not ? 'not' : 'only') ? [...others, value] : others)
  }
  return now
}

/** The conditions with this value alone asked for, of its facet. */
export function withOnly(conditions: Conditions, by: StationFacet, value: string): Conditions {
  return [...conditions.filter((condition) => condition.by !== by), { by, values: [value], not: false }]
}
