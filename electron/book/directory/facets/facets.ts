import { FACET_WORDS, type FacetCondition, type StationFacet } from '../../../contract/station-facets.ts'
import type { FacetAnswer } from '../../../contract/stations.ts'
import { toldChoices } from '../../../contract/told-choices.ts'
import { typedWords } from '../../../contract/folding.ts'
import type { Context } from '../../context.ts'
import { fold, naturalKey } from '../../search/text.ts'
import { passing, type FacetColumn, type FacetValue } from './facet-column.ts'
import { facetColumnsOf } from './facet-columns.ts'

/** Which facets are counted, and which of their values are told. */
export interface FacetQuestion {
  of: readonly StationFacet[]
  /** So many values of each, and those that are chosen. */
  most: number
  find?: { by: StationFacet; text: string }
}

/** The conditions on one facet, ready to be asked of many stations. */
interface Test {
  by: StationFacet
  groups: Uint32Array
  passes: Uint8Array
}

/** Narrows stations by their facets, and counts them. Stations are places of the station index. */
export function facetsIn(context: Context) {
  const columns = facetColumnsOf(context)

  const testsOf = (conditions: readonly FacetCondition[]): Test[] =>
    [...Map.groupBy(conditions, ({ by }) => by)].map(([by, those]) => {
      const column = columns[by]()
      return { by, groups: column.groups, passes: passing(column, those) }
    })

  /** The stations in each group: of those that pass all tests but the facet's own. */
  function countsOf(asked: readonly StationFacet[], among: readonly number[], tests: readonly Test[]) {
    const { passed, almost } = sorted(among, tests)
    return asked.map((by) => {
      const column = columns[by]()
      const counts = new Uint32Array(column.valuesOf.length)
      add(counts, column.groups, passed)
      const own = almost[tests.findIndex((test) => test.by === by)]
      if (own) add(counts, column.groups, own)
      return { by, column, counts }
    })
  }

  return {
    /** The places that pass all conditions. */
    narrow(among: readonly number[], conditions: readonly FacetCondition[]): readonly number[] {
      const tests = testsOf(conditions)
      if (tests.length === 0) return among
      return sorted(among, tests).passed
    },

    /** The values of facets, each with its stations among those that pass all conditions but the facet's own. */
    count(among: readonly number[], conditions: readonly FacetCondition[], { of, most, find }: FacetQuestion): FacetAnswer[] {
      return countsOf(of, among, testsOf(conditions)).map(({ by, column, counts }) => {
        const { values } = column
        const chosen = new Set(conditions.filter((condition) => condition.by === by).flatMap((condition) => condition.values))
        const words = find?.by === by ? typedWords(find.text) : []
        const has = (text: string) => words.every((word) => text.includes(word))
        const stations = stationsOf(column, counts)
        const nameAt = (code: number) => values[code] as FacetValue
        const codes: number[] = []
        for (let code = 0; code < values.length; code++) if (stations[code] !== 0 || chosen.has(nameAt(code).value)) codes.push(code)
        const ranks = by in FACET_WORDS ? null : ranksOf(column)
        const told = toldChoices(codes, {
          fits: words.length === 0 ? () => true : (code) => has(fold(nameAt(code).name ?? nameAt(code).value)),
          most,
          isChosen: (code) => chosen.has(nameAt(code).value),
          order: (a, b) =>
            ranks ? (stations[b] as number) - (stations[a] as number) || (ranks[a] as number) - (ranks[b] as number) : a - b,
        })
        return {
          by,
          values: told.rows.map((code) => ({ ...nameAt(code), stations: stations[code] as number })),
          more: told.total - told.rows.length,
        }
      })
    },
  }
}

/**
 * The stations that pass all tests, and those that fail a single one, by that test. Test by test in plain loops over
 * columns: several times quicker than all questions about a station, then the next one.
 */
function sorted(among: readonly number[], tests: readonly Test[]): { passed: readonly number[]; almost: number[][] } {
  if (tests.length === 0) return { passed: among, almost: [] }
  const failed = new Uint8Array(among.length)
  const last = new Uint8Array(among.length)
  tests.forEach(({ groups, passes }, test) => {
    for (let at = 0; at < among.length; at++) {
      if (passes[groups[among[at] as number] as number] === 1) continue
      failed[at] = (failed[at] as number) + 1
      last[at] = test
    }
  })
  const passed: number[] = []
  const almost: number[][] = tests.map(() => [])
  for (let at = 0; at < among.length; at++) {
    if (failed[at] === 0) passed.push(among[at] as number)
    else if (failed[at] === 1) almost[last[at] as number]?.push(among[at] as number)
  }
  return { passed, almost }
}

/** Counts stations into their groups. */
function add(counts: Uint32Array, groups: Uint32Array, places: readonly number[]): void {
  for (let at = 0; at < places.length; at++) {
    const group = groups[places[at] as number] as number
    counts[group] = (counts[group] as number) + 1
  }
}

/** The number of stations of each value: a group's count is added to each of the group's values. */
function stationsOf({ values, valuesOf }: FacetColumn, counts: Uint32Array): Uint32Array {
  const stations = new Uint32Array(values.length)
  valuesOf.forEach((of, group) => {
    for (const code of of) stations[code] = (stations[code] as number) + (counts[group] as number)
  })
  return stations
}

const ranks = new WeakMap<FacetColumn, Uint32Array>()
/** The place of each value in the natural order of names; found once for a column. */
function ranksOf(column: FacetColumn): Uint32Array {
  const known = ranks.get(column)
  if (known) return known
  const keyed = column.values.map(({ value, name }, code) => ({ key: naturalKey(name ?? value), code }))
  const made = new Uint32Array(keyed.length)
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).forEach(({ code }, rank) => (made[code] = rank))
  ranks.set(column, made)
  return made
}
