import type { Book } from '../../../book/index.ts'
import type { ConsumptionAmount } from '../../../contract/consumption.ts'
import { NO_HOURS } from '../../../contract/known-hours.ts'
import { gasDaySpan } from '../../../contract/time/gas-day.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { providerTree } from '../fleet/providers.ts'
import { amountsOf, spanOf, type AmountsQuestion } from './amounts.ts'

/** Whose consumption is meant: stations, a consumer, a provider with all its branches; all of the book where nothing is said. */
export interface Whose {
  stationIds?: readonly number[] | undefined
  consumerId?: number | undefined
  providerId?: number | undefined
}

/** The stations that are meant, by name. */
export function stationsMeant(book: Book, { stationIds, consumerId, providerId }: Whose): number[] {
  const filter = {
    ...(stationIds === undefined ? {} : { ids: [...stationIds] }),
    ...(consumerId === undefined ? {} : { consumerId }),
    ...(providerId === undefined ? {} : { providerId }),
  }
  return book.stations.ids(filter)
}

export interface PartRow {
  id: number | null
  name: string | null
  amount: ConsumptionAmount
}

/** The total of a span, of each station, consumer or provider. A station of several providers is a part of each. */
export async function partsOf(
  book: Book,
  whose: Whose & { of: 'station' | 'consumer' | 'provider' },
  { offset, limit }: { offset: number; limit: number },
  question: Omit<AmountsQuestion, 'stationIds' | 'by' | 'earlierYears'>,
): Promise<{ total: number; rows: PartRow[] }> {
  const groups = groupsOf(book, whose)
  const all = [...new Set(groups.flatMap(({ stationIds }) => stationIds))]
  const ground = sharedGround(book, question.usual)
  const span = spanOf(book, { ...question, stationIds: all, by: 'year' }, ground)
  if (!span) return { total: 0, rows: [] }
  const { fromMs, toMs } = gasDaySpan(span.from, span.to, question.gas)
  const none: ConsumptionAmount = {
    fromMs,
    toMs,
    day: span.from,
    m3: null,
    ...NO_HOURS,
    abnormalHours: 0,
    substituteHours: null,
    stations: 0,
    stationsAll: 0,
    part: toMs > question.nowMs,
    earlier: [],
  }
  const rows: PartRow[] = []
  for (const { id, name, stationIds } of groups.slice(offset, offset + limit)) {
    const { total } = await amountsOf(book, { ...question, ...span, stationIds, by: 'year', earlierYears: 0 })
    rows.push({ id, name, amount: total ?? none })
  }
  return { total: groups.length, rows }
}

interface Group {
  id: number | null
  name: string | null
  stationIds: number[]
}

function groupsOf(book: Book, { of, ...whose }: Whose & { of: 'station' | 'consumer' | 'provider' }): Group[] {
  const ids = stationsMeant(book, whose)
  const briefs = new Map(book.fleet.briefs().map((brief) => [brief.id, brief]))
  if (of === 'station') return ids.map((id) => ({ id, name: briefs.get(id)?.name ?? null, stationIds: [id] }))
  const providers = providerTree(book)
  const groups = new Map<number | null, Group>()
  for (const stationId of ids) {
    const { consumerId = null, consumerName = null } = briefs.get(stationId) ?? {}
    const owners =
      of === 'consumer'
        ? [{ id: consumerId, name: consumerName }]
        : [...new Set(providers.of(consumerId).flatMap(providers.above))].map((id) => ({ id, name: providers.names.get(id) ?? null }))
    for (const { id, name } of owners.length > 0 ? owners : [{ id: null, name: null }]) {
      const group = groups.get(id) ?? { id, name, stationIds: [] }
      group.stationIds.push(stationId)
      groups.set(id, group)
    }
  }
  return [...groups.values()]
}
