import { setImmediate as breath } from 'node:timers/promises'
import type { Book, StationRow } from '../../../book/index.ts'
import type { ChangeRow } from '../../../contract/findings.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { changesOf, type Change } from './changes.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { loadStation } from '../../station/load/load.ts'

/** Changes of one station or of all, put together from settings, events and the implied conversion factor. */

export interface ChangesQuestion {
  stationIds?: readonly number[]
  roles?: readonly string[]
  /** True: at least two say so; false: it stands alone. */
  confirmed?: boolean
  fromMs?: number
  toMs?: number
  offset: number
  limit: number
}

export interface ChangesAnswer {
  total: number
  roles: { role: string; changes: number; stations: number }[]
  rows: ChangeRow[]
}

interface Known {
  /** The state of the data in which the station's changes were found. */
  version: string
  rows: ChangeRow[]
}
const known = new WeakMap<Book, Map<number, Known>>()

function changesAt(book: Book, stationId: number, { usual, nowMs }: { usual: GasClock; nowMs: number }): ChangeRow[] {
  const station = book.stations.get(stationId)
  if (!station) return []
  const { name: stationName } = station
  const life = book.stations.life(stationId)
  const ground = sharedGround(book, usual)
  const run = book.findings.run(stationId)
  const version = JSON.stringify([
    run?.judgedAtMs,
    ground.digestOf(station),
    book.stations.lifeKey(stationId),
    life.flatMap(({ equipmentId, telemetryId }) => book.findings.changedOf(equipmentId, telemetryId)),
  ])
  const ofBook = known.get(book) ?? new Map<number, Known>()
  known.set(book, ofBook)
  const there = ofBook.get(stationId)
  if (there?.version === version) return there.rows
  // Two devices are set otherwise and nothing was changed: each is compared with itself.
  const rows = life.flatMap((device) => {
    const data = loadStation(book, stationId, nowMs, { usual, ground, device })
    return data ? changesOf(data).map((change) => ({ stationId, stationName, ...change })) : []
  })
  ofBook.set(stationId, { version, rows })
  return rows
}

/** Days on each side by which the implied factor tells before from after. */
const AROUND_MS = 10 * DAY_MS

/** Changes of one device of a station at about a time, of whose readings no others are read. */
export function changesIn(
  book: Book,
  device: StationRow,
  { fromMs, toMs }: TimeSpan,
  { usual, nowMs }: { usual: GasClock; nowMs: number },
): Change[] {
  const range = { fromMs: fromMs - AROUND_MS, toMs: toMs + AROUND_MS }
  const data = loadStation(book, device.id, nowMs, {
    usual,
    ground: sharedGround(book, usual),
    device,
    range,
    sessionsFromMs: range.fromMs,
  })
  return data ? changesOf(data) : []
}

/** The newest first. Stations whose settings were seen once and that log no changes are not looked at. */
export async function fleetChanges(
  book: Book,
  question: ChangesQuestion,
  asked: { usual: GasClock; nowMs: number; goesOn: () => boolean },
): Promise<ChangesAnswer> {
  const { roles, confirmed, fromMs = -Infinity, toMs = Infinity, offset, limit } = question
  const wanted = question.stationIds && new Set(question.stationIds)
  const all: ChangeRow[] = []
  for (const stationId of book.settings.changing()) {
    if (wanted?.has(stationId) === false || !asked.goesOn()) continue
    all.push(...changesAt(book, stationId, asked))
    await breath()
  }
  const inTime = all.filter((row) => row.toMs >= fromMs && row.fromMs <= toMs && isConfirmed(row, confirmed))
  const found = inTime
    .filter(({ role, name }) => roles?.includes(role ?? name) !== false)
    .sort((a, b) => b.toMs - a.toMs || a.stationId - b.stationId)
  return { total: found.length, roles: rolesOf(inTime), rows: found.slice(offset, offset + limit) }
}

const isConfirmed = ({ saidBy }: ChangeRow, wish: boolean | undefined) => wish === undefined || saidBy.length > 1 === wish

function rolesOf(rows: readonly ChangeRow[]): ChangesAnswer['roles'] {
  const counts = new Map<string, { changes: number; stations: Set<number> }>()
  for (const { role, name, stationId } of rows) {
    const count = counts.get(role ?? name) ?? { changes: 0, stations: new Set<number>() }
    count.changes++
    count.stations.add(stationId)
    counts.set(role ?? name, count)
  }
  return [...counts]
    .map(([role, { changes, stations }]) => ({ role, changes, stations: stations.size }))
    .sort((a, b) => b.changes - a.changes || (a.role < b.role ? -1 : 1))
}
