import type { VisitRow } from '../../../contract/fleet.ts'
import { VISIT_CLASSES, type RuleCode, type VisitClass } from '../../../contract/rules.ts'
import type { Fleet } from './fleet.ts'
import type { ProviderTree } from './providers.ts'

/** Chosen visits, and what they add up to by class, rule, consumer, provider and type. */

export interface VisitFilter {
  stationIds?: readonly number[] | undefined
  /** With all their branches. */
  providerIds?: readonly number[] | undefined
  consumerIds?: readonly number[] | undefined
  equipmentTypeIds?: readonly number[] | undefined
  rules?: readonly RuleCode[] | undefined
  classes?: readonly VisitClass[] | undefined
}

interface Total {
  stations: number
  /** m³. */
  score: number
}

/** The visits that pass, ranked; of classes and rules the counts are of what the rest of the filter leaves. */
export function chosenVisits({ visits, providers }: Fleet, filter: VisitFilter) {
  const passes = passer(filter, providers)
  const chosen = visits.filter((row) => passes(row))
  const [anyClass, anyRule] = [passer({ ...filter, classes: undefined }, providers), passer({ ...filter, rules: undefined }, providers)]
  const ofClass = counted(visits.filter(anyClass), ({ visitClass }) => [visitClass])
  const ofRule = counted(visits.filter(anyRule), rulesOf)
  const ofConsumer = counted(chosen, ({ consumerId }) => [consumerId])
  const ofProvider = counted(chosen, ({ providerIds }) => new Set(providerIds.flatMap(providers.above)))
  const ofType = counted(chosen, ({ equipmentTypeId }) => [equipmentTypeId])
  const names = new Map(chosen.map(({ consumerId, consumerName }) => [consumerId, consumerName]))
  const types = new Map(chosen.map(({ equipmentTypeId, equipmentTypeName }) => [equipmentTypeId, equipmentTypeName]))
  const mostFirst = (totals: Map<number | null, Total>) => [...totals].sort(([, a], [, b]) => b.score - a.score)
  return {
    rows: chosen,
    classes: VISIT_CLASSES.flatMap((visitClass) => {
      const stations = ofClass.get(visitClass)?.stations
      return stations === undefined ? [] : [{ visitClass, stations }]
    }),
    rules: [...ofRule].map(([rule, { stations }]) => ({ rule, stations })).sort((a, b) => b.stations - a.stations),
    consumers: mostFirst(ofConsumer).map(([id, total]) => ({ id, name: names.get(id) ?? null, ...total })),
    providers: mostFirst(ofProvider).flatMap(([id, total]) =>
      id === null ? [] : [{ id, name: providers.names.get(id) ?? null, ...total }],
    ),
    types: [...ofType].map(([id, { stations }]) => ({ id, name: types.get(id) ?? null, stations })).sort((a, b) => b.stations - a.stations),
  }
}

/** Rules of findings, and of reasons that rest on one. */
const rulesOf = ({ findings, reasons }: VisitRow): Set<RuleCode> =>
  new Set([...findings.map(({ rule }) => rule), ...reasons.flatMap(({ rule }) => rule ?? [])])

function passer(filter: VisitFilter, { below }: ProviderTree): (row: VisitRow) => boolean {
  const setOf = <Value>(list: readonly Value[] | undefined) => list && new Set(list)
  const [stations, consumers, types] = [filter.stationIds, filter.consumerIds, filter.equipmentTypeIds].map(setOf)
  const [rules, classes] = [setOf(filter.rules), setOf(filter.classes)]
  const providers = filter.providerIds && new Set(filter.providerIds.flatMap((id) => [...below(id)]))
  return (row) =>
    (!stations || stations.has(row.stationId)) &&
    (!consumers || (row.consumerId !== null && consumers.has(row.consumerId))) &&
    (!types || (row.equipmentTypeId !== null && types.has(row.equipmentTypeId))) &&
    (!providers || row.providerIds.some((id) => providers.has(id))) &&
    (!classes || classes.has(row.visitClass)) &&
    (!rules || [...rulesOf(row)].some((rule) => rules.has(rule)))
}

function counted<Key>(rows: readonly VisitRow[], keysOf: (row: VisitRow) => Iterable<Key>): Map<Key, Total> {
  const totals = new Map<Key, Total>()
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const total = totals.get(key) ?? { stations: 0, score: 0 }
      totals.set(key, { stations: total.stations + 1, score: total.score + row.score })
    }
  }
  return totals
}
