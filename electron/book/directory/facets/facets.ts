import { FACET_WORDS, type FacetCondition, type StationFacet } from '../../../contract/station-facets.ts'
import type { FacetAnswer } from '../../../contract/stations.ts'
import type { Context } from '../../context.ts'
import { fold, naturalKey, wordsOf } from '../../search/text.ts'
import { passing, type FacetColumn } from './facet-column.ts'
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

  /** The facet whose conditions alone keep a station out: undefined when none does, null when several do. */
  function keptOutBy(place: number, tests: readonly Test[]): StationFacet | null | undefined {
    let by: StationFacet | undefined
    for (const test of tests) {
      if (test.passes[test.groups[place] ?? 0] === 1) continue
      if (by !== undefined) return null
      by = test.by
    }
    return by
  }

  /** The stations in each group: of those that pass all tests but the facet's own. */
  function countsOf(asked: readonly StationFacet[], among: readonly number[], tests: readonly Test[]) {
    const counted = asked.map((by) => {
      const column = columns[by]()
      return { by, column, counts: new Uint32Array(column.valuesOf.length) }
    })
    for (const place of among) {
      const by = keptOutBy(place, tests)
      if (by === null) continue
      for (const facet of counted) {
        if (by !== undefined && by !== facet.by) continue
        const group = facet.column.groups[place] ?? 0
        facet.counts[group] = (facet.counts[group] ?? 0) + 1
      }
    }
    return counted
  }

  return {
    /** The places that pass all conditions. */
    narrow(among: readonly number[], conditions: readonly FacetCondition[]): readonly number[] {
      const tests = testsOf(conditions)
      return tests.length === 0 ? among : among.filter((place) => keptOutBy(place, tests) === undefined)
    },

    /** The values of facets, each with its stations among those that pass all conditions but the facet's own. */
    count(
      among: readonly number[],
      conditions: readonly FacetCondition[],
      { of, most, find }: FacetQuestion,
    ): FacetAnswer[] {
      return countsOf(of, among, testsOf(conditions)).map(({ by, column, counts }) => {
        const chosen = new Set(conditions.filter((condition) => condition.by === by).flatMap(({ values }) => values))
        const words = find?.by === by ? wordsOf(find.text) : []
        const has = ({ value, name }: { value: string; name: string | null }) => {
          const said = words.length === 0 ? '' : fold(name ?? value)
          return words.every((word) => said.includes(word))
        }
        const all = valueCounts(column, counts).filter((one) => (one.stations > 0 || chosen.has(one.value)) && has(one))
        const values = by in FACET_WORDS ? all : all.toSorted((a, b) => b.stations - a.stations || a.rank - b.rank)
        const told = values.filter(({ value }, at) => at < most || chosen.has(value))
        return {
          by,
          values: told.map(({ value, name, stations }) => ({ value, name, stations })),
          more: values.length - told.length,
        }
      })
    },
  }
}

/** What a group counts is counted for each of its values. */
function valueCounts(column: FacetColumn, counts: Uint32Array) {
  const { values, valuesOf } = column
  const ranks = ranksOf(column)
  const stations = new Uint32Array(values.length)
  valuesOf.forEach((of, group) => {
    for (const code of of) stations[code] = (stations[code] ?? 0) + (counts[group] ?? 0)
  })
  return values.map(({ value, name }, code) => ({ value, name, stations: stations[code] ?? 0, rank: ranks[code] ?? 0 }))
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
