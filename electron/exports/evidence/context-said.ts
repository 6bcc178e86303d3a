import type { Book, StationRow } from '../../book/index.ts'
import { byUnits } from './canonical.ts'
import type { ContextRow } from './context-tables.ts'
import { isoTime } from './tables.ts'

/** What engineers typed in of the stations of a choice, because the service does not say it: numbers of a report are read by it. */

type Stations = readonly StationRow[]

export function* typedRows(book: Book, stations: Stations): Generator<ContextRow> {
  for (const { id } of stations)
    for (const { fact, value, typedBy, typedAtMs } of book.typed.ofStation(id))
      yield ['typed', id, fact, value, typedBy, isoTime(typedAtMs)]
}

/** Limits of the stations themselves, then those of their consumers. */
export function* limitRows(book: Book, stations: Stations): Generator<ContextRow> {
  const consumers = [...new Set(stations.flatMap(({ customerId }) => customerId ?? []))].sort((a, b) => a - b)
  const all = [...stations.flatMap(({ id }) => book.limits.of('station', id)), ...consumers.flatMap((id) => book.limits.of('consumer', id))]
  for (const { owner, ownerId, period, m3, fromDay, toDay, author, saidAtMs } of all)
    yield ['limits', owner, ownerId, period, m3, fromDay, toDay, author, isoTime(saidAtMs)]
}

/** The branches all of whose stations are in the choice: of any other the balance could not be told. */
export function* branchRows(book: Book, stations: Stations): Generator<ContextRow> {
  const chosen = new Set(stations.map(({ id }) => id))
  const whole = book.branches.all().filter(({ members }) => members.every(({ stationId }) => chosen.has(stationId)))
  for (const { id, name, members, author, writtenAtMs } of whole.sort((a, b) => byUnits(a.id, b.id)))
    for (const [place, { stationId, side }] of members.entries())
      yield ['branches', id, name, place, stationId, side, author, isoTime(writtenAtMs)]
}
