import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { KeptLimit, LimitOwner } from '../../../contract/limit-words.ts'
import type { LimitRow } from '../../../contract/limits.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { standingsOf } from '../../kernel/limits/standing.ts'
import type { Standing } from '../../kernel/limits/stands.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { amountsOfOwner } from '../../station/load/limits.ts'
import { ledgerOfStation } from '../consumption/keep.ts'

/** Whose limits: of a station and of its consumer, of a consumer and its stations; of the whole book where nothing is said. */
export interface LimitsQuestion {
  stationId?: number | undefined
  consumerId?: number | undefined
}

/** The limits that are asked for, in the order in which they are listed: owners by name, then by period and beginning. */
function limitsAsked(book: Book, { stationId, consumerId }: LimitsQuestion): KeptLimit[] {
  const all = book.limits.isAny() ? book.limits.all() : []
  if (stationId !== undefined) {
    const consumer = book.stations.get(stationId)?.customerId ?? null
    return all.filter(({ owner, ownerId }) => ownerId === (owner === 'station' ? stationId : consumer))
  }
  if (consumerId === undefined) return all
  const own = new Set(book.stations.ids({ consumerId }))
  return all.filter(({ owner, ownerId }) => (owner === 'consumer' ? ownerId === consumerId : own.has(ownerId)))
}

/** How the limits stand: used, projection, state. Other work has its turn between the owners. */
export async function limitsOf(book: Book, question: LimitsQuestion, at: { usual: GasClock; nowMs: number }): Promise<LimitRow[]> {
  const ground = sharedGround(book, at.usual)
  const asked = { ground, nowMs: at.nowMs }
  const owners = Map.groupBy(limitsAsked(book, question), ({ owner, ownerId }) => `${owner} ${ownerId}`)
  const rows: LimitRow[] = []
  for (const limits of owners.values()) {
    const [first] = limits
    if (!first) continue
    const { owner, ownerId } = first
    const amounts = amountsOfOwner(book, { owner, ownerId, limits }, asked, (station, gas) => {
      const ledger = ledgerOfStation(book, station, { ground, nowMs: at.nowMs, gas })
      return typeof ledger === 'string' ? null : ledger
    })
    const name = nameOf(book, owner, ownerId)
    for (const standing of standingsOf(amounts, limits, at.nowMs)) rows.push(rowOf(standing, name, amounts.gas))
    await breath()
  }
  return rows.sort(
    (a, b) => a.owner.localeCompare(b.owner) * -1 || (a.ownerName ?? '').localeCompare(b.ownerName ?? '') || a.ownerId - b.ownerId,
  )
}

const nameOf = (book: Book, owner: LimitOwner, id: number): string | null =>
  (owner === 'station' ? book.stations.get(id)?.name : book.consumers.get(id)?.name) ?? null

function rowOf(
  { limit, period, usedM3, usedSince, projection, none, state, exceeded, last }: Standing,
  ownerName: string | null,
  gas: GasClock,
): LimitRow {
  return {
    ...limit,
    ownerName,
    timeZone: gas.zone,
    contractHour: gas.contractHour,
    running: period && { from: period.from, to: period.to, fromMs: period.fromMs, toMs: period.toMs },
    usedM3,
    usedSince,
    leftM3: usedM3 === null || usedSince !== null ? null : Math.max(0, limit.m3 - usedM3),
    projection: projection && {
      m3: rounded(projection.m3),
      low: roundedOrNull(projection.band?.low),
      high: roundedOrNull(projection.band?.high),
    },
    noProjection: none,
    state,
    exceeded,
    last: last && { fromMs: last.fromMs, toMs: last.toMs, m3: last.m3, overM3: last.overM3 },
  }
}

/** Nobody knows the thousandths of what is to come. */
const rounded = (m3: number): number => Math.round(m3 * 100) / 100
const roundedOrNull = (m3: number | undefined): number | null => (m3 === undefined ? null : rounded(m3))
