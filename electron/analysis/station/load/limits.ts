import { createHash } from 'node:crypto'
import type { Book, StationRow } from '../../../book/index.ts'
import type { KeptLimit, LimitOwner } from '../../../contract/limit-words.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { hoursOf } from '../../kernel/amounts/hours.ts'
import type { Ledger } from '../../kernel/amounts/ledger.ts'
import { ownerAmounts, type OwnerAmounts, type OwnerPart } from '../../kernel/limits/owner-amounts.ts'
import { excessesOf, standingsOf } from '../../kernel/limits/standing.ts'
import type { OwnerStands } from '../../kernel/limits/stands.ts'
import { clockOf } from '../clock.ts'
import { loadSource } from './consumption.ts'
import type { Ground } from './ground.ts'
import { wholeLedger } from './ledger.ts'

/** The limits of contracts beside what their owners used. */

/** One owner's limits. */
interface LimitedOwner {
  owner: LimitOwner
  ownerId: number
  limits: readonly KeptLimit[]
}

export interface LimitsGround {
  ground: Ground
  nowMs: number
}

/** The stations that a limit is about. */
const stationsOfOwner = (book: Book, owner: LimitOwner, ownerId: number): number[] =>
  owner === 'station' ? (book.stations.get(ownerId) ? [ownerId] : []) : book.stations.ids({ consumerId: ownerId })

/** The gas days that an owner's periods are counted in: of one station its own, of several those of the book. */
const gasOfOwner = (book: Book, stationIds: readonly number[], usual: GasClock): GasClock => {
  const { zone, contractHour } = clockOf(book, stationIds, usual)
  return { zone, contractHour }
}

/**
 * What an owner used. Hours are read only where a limit is about them.
 * @param ledgerIn the ledger of a station in these gas days, of whoever keeps it; absent: it is made of what is read
 */
export function amountsOfOwner(
  book: Book,
  { owner, ownerId, limits }: LimitedOwner,
  { ground, nowMs }: LimitsGround,
  ledgerIn?: (station: StationRow, gas: GasClock) => Ledger | null,
): OwnerAmounts {
  const ids = stationsOfOwner(book, owner, ownerId)
  const gas = gasOfOwner(book, ids, ground.usual)
  const withHours = limits.some(({ period }) => period === 'hour')
  const parts = ids.flatMap((id): OwnerPart[] => {
    const station = book.stations.get(id)
    if (!station) return []
    const read = withHours || !ledgerIn ? loadSource(book, station, { ground, nowMs }) : null
    const source = typeof read === 'string' ? null : read
    const ledger = ledgerIn ? ledgerIn(station, gas) : source && wholeLedger(book, station, source, { ground, gas, nowMs })
    if (!ledger) return []
    return [{ ledger, hours: withHours && source?.hourly ? hoursOf(source.hourly, source.breaksMs) : null }]
  })
  return ownerAmounts(parts, gas, ground.daysOff)
}

/**
 * Whose limits are judged at a station: its own, and those of its consumer at that station of the consumer that has the least
 * number. One finding must stand at one place, which stays while data come: the largest user may be another one tomorrow.
 */
export function limitsJudgedAt(book: Book, stationId: number, at: LimitsGround): OwnerStands[] {
  return ownersJudgedAt(book, stationId).map(({ owner, ownerId }) => {
    const limits = book.limits.of(owner, ownerId)
    const amounts = amountsOfOwner(book, { owner, ownerId, limits }, at)
    return standsOf(owner === 'consumer' ? consumerSaid(book, ownerId) : null, amounts, limits, at.nowMs)
  })
}

const consumerSaid = (book: Book, id: number) => ({ id, name: book.consumers.get(id)?.name ?? null })

/** @param consumer whose limits they are; null: they are the station's own */
export const standsOf = (
  consumer: OwnerStands['consumer'],
  amounts: OwnerAmounts,
  limits: readonly KeptLimit[],
  nowMs: number,
): OwnerStands => ({
  consumer,
  isTold: amounts.span !== null,
  excesses: excessesOf(amounts, limits, nowMs),
  standings: standingsOf(amounts, limits, nowMs),
})

function ownersJudgedAt(book: Book, stationId: number): { owner: LimitOwner; ownerId: number }[] {
  if (!book.limits.isAny()) return []
  const owners: { owner: LimitOwner; ownerId: number }[] = []
  if (book.limits.version('station', stationId) !== '') owners.push({ owner: 'station', ownerId: stationId })
  const consumerId = book.stations.get(stationId)?.customerId ?? null
  if (consumerId !== null && book.limits.version('consumer', consumerId) !== '') {
    const ids = stationsOfOwner(book, 'consumer', consumerId)
    if (Math.min(...ids) === stationId) owners.push({ owner: 'consumer', ownerId: consumerId })
  }
  return owners
}

/** Differs when limits that are judged at a station do, or data of other stations that they are about, of whichever device they had; '' where there are none. */
export function limitsDigest(book: Book, stationId: number, ground: Ground): string {
  const owners = ownersJudgedAt(book, stationId)
  if (owners.length === 0) return ''
  const judged = owners.map(({ owner, ownerId }) => {
    const ids = stationsOfOwner(book, owner, ownerId)
    const others = ids.filter((id) => id !== stationId)
    const told = others.map((id) => {
      const station = book.stations.get(id)
      return [book.health.sources.of(id), book.stations.lifeKey(id), station && ground.digestOf(station)]
    })
    // A finding names the consumer.
    const name = owner === 'consumer' ? consumerSaid(book, ownerId).name : null
    return [book.limits.version(owner, ownerId), gasOfOwner(book, ids, ground.usual), told, book.balances.dataOf(others), name]
  })
  return createHash('sha256').update(JSON.stringify(judged)).digest('base64url').slice(0, 16)
}
