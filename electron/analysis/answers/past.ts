import type { Book, StationRow } from '../../book/index.ts'
import type { FindingRun } from '../../book/findings/finding-runs.ts'
import type { TypedFact } from '../../contract/typed-words.ts'
import { beforeOf, deviceKey, RULES_OF_STATION } from '../judge/station.ts'

/**
 * The past is left alone: what is told of a time that is over is told by the devices that a station had until then, as if nobody had
 * exchanged them since: their type, settings, limits, quantities and judgement.
 */

/**
 * The book as whoever reports on a time that ends at a moment sees it: without the devices that stations got later. Read alone: nothing
 * that is computed of it is kept. The book itself where none of these stations has a later device, or the time has no end.
 * @param untilMs Unix ms; null: the time has no end
 */
export function bookUntil(book: Book, stationIds: readonly number[], untilMs: number | null): Book {
  if (untilMs === null || stationIds.every((id) => lifeUntil(book, id, untilMs) === null)) return book
  const known = new Map<number, Then | null>()
  const thenOf = (stationId: number): Then | null => {
    const found = known.get(stationId)
    if (found !== undefined) return found
    const then = lifeUntil(book, stationId, untilMs)
    known.set(stationId, then)
    return then
  }
  const { stations, findings, typed } = book
  const station: Pick<Book['stations'], 'get' | 'some' | 'life' | 'lifeKey'> = {
    get: (id) => thenOf(id)?.life.at(-1) ?? stations.get(id),
    some: (ids) => stations.some(ids).map((row) => thenOf(row.id)?.life.at(-1) ?? row),
    life: (id) => thenOf(id)?.life ?? stations.life(id),
    lifeKey(id) {
      const then = thenOf(id)
      return then ? JSON.stringify(then.life.length > 1 ? then.life : []) : stations.lifeKey(id)
    },
  }
  const run = (stationId: number): FindingRun | undefined => {
    const then = thenOf(stationId)
    const found = findings.run(stationId)
    return then && found ? runOf(found, then) : found
  }
  const finding: Pick<Book['findings'], 'run' | 'hasEvaluated'> = {
    run,
    hasEvaluated(stationId, rule) {
      if (!thenOf(stationId)) return findings.hasEvaluated(stationId, rule)
      const found = run(stationId)
      return ((found && beforeOf(found)?.runs[rule]?.evaluated.length) ?? 0) > 0
    },
  }
  return Object.create(book, {
    mode: { value: 'read' },
    stations: { value: Object.assign(Object.create(stations) as Book['stations'], station) },
    findings: { value: Object.assign(Object.create(findings) as Book['findings'], finding) },
    // What was typed in since a later device is there is of that one.
    typed: {
      value: {
        ...typed,
        all: (fact: TypedFact) =>
          new Map([...typed.all(fact)].filter(([id, { typedAtMs }]) => typedAtMs <= (thenOf(id)?.nextMs ?? Infinity))),
      },
    },
  }) as Book
}

interface Then {
  life: StationRow[]
  /** The last of them, as the station's whole life has it. */
  last: StationRow
  /** When the station's next device was there, Unix ms. */
  nextMs: number
}

/** Null where nothing came later. */
function lifeUntil(book: Book, stationId: number, untilMs: number): Then | null {
  if (book.stations.lifeKey(stationId) === '') return null
  const life = book.stations.life(stationId)
  // A station that has no device now had its last one until that ended.
  const beganMs = ({ equipmentId, time }: StationRow, at: number): number =>
    (equipmentId === null ? life[at - 1]?.time?.toMs : time?.afterMs) ?? -Infinity
  const then = life.filter((row, at) => beganMs(row, at) < untilMs)
  const last = then.at(-1)
  const next = life[then.length]
  if (!last || !next) return null
  return { life: [...then.slice(0, -1), { ...last, time: openEnd(last.time) }], last, nextMs: beganMs(next, then.length) }
}

/** A device that is at no other station since may have its records to the last. */
function openEnd(time: StationRow['time']): StationRow['time'] {
  if (time === null || time.logToMs !== null) return time
  return time.afterMs === null && time.logAfterMs === null && time.sinceMs === null ? null : { ...time, toMs: null }
}

/** How the last device of a time was judged, and by what; limits and branches are judged for the station as a whole. */
function runOf(found: FindingRun, { last }: Then): FindingRun {
  const before = beforeOf(found)
  const own = before?.basis.former?.find(({ device }) => device === deviceKey(last))
  if (!before || !own) return found
  const ofStation = Object.fromEntries(RULES_OF_STATION.flatMap((rule) => (before.runs[rule] ? [[rule, before.runs[rule]]] : [])))
  const former = before.basis.former?.slice(0, before.basis.former.indexOf(own)) ?? []
  return {
    ...found,
    basis: JSON.stringify({ ...own.basis, ...(former.length > 0 && { former }) }),
    verdicts: JSON.stringify({ ...own.runs, ...ofStation }),
  }
}
