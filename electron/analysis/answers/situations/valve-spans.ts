import type { Book } from '../../../book/index.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import type { EventArchive } from '../../../contract/records.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import type { ValveSpan } from '../../../contract/valve.ts'
import type { StationData } from '../../kernel/data.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { loadLife } from '../../station/load/load.ts'
import { facts } from '../../station/facts/facts.ts'
import { askedUntil } from '../../station/situations/situations.ts'

/** How long the valve of a station was shut and open, as its log tells. */

interface Move {
  state: ValveSpan['state']
  atMs: number
  archiveType: EventArchive
}

/**
 * The times between two moves of the valve, the oldest first; before the first nobody knows. What a log says again of a
 * valve that is shut or open already is no move. Unix ms.
 */
export function valveSpans(data: StationData): ValveSpan[] {
  const { situations, endsAlone } = facts(data).situations()
  const shuts = situations.filter(({ kind }) => kind === 'valve')
  const opened = endsAlone.filter(({ kind }) => kind === 'valve')
  const moves = [
    ...shuts.flatMap(({ fromMs, toMs, archiveType }): Move[] => [
      { state: 'shut', atMs: fromMs, archiveType },
      ...(toMs === null ? [] : [{ state: 'open' as const, atMs: toMs, archiveType }]),
    ]),
    ...opened.map(({ atMs, archiveType }): Move => ({ state: 'open', atMs, archiveType })),
  ].sort((a, b) => a.atMs - b.atMs)
  return moves.map(({ state, atMs, archiveType }, nth) => {
    const toMs = moves[nth + 1]?.atMs ?? null
    return { state, fromMs: atMs, toMs, knownToMs: toMs ?? knownTo(data, archiveType, atMs) }
  })
}

/** Until when a move that none followed is known to hold: the log may not have been asked since. */
function knownTo({ events, nowMs }: StationData, archiveType: EventArchive, atMs: number): number {
  const log = events[archiveType]
  return Math.max(atMs, Math.min(nowMs, log ? askedUntil(log, atMs) : atMs))
}

/**
 * Those of a station of a book.
 * @throws MeterbookError NO_SUCH_STATION
 */
export function valveOf(book: Book, stationId: number, { usual, nowMs }: { usual: GasClock; nowMs: number }): ValveSpan[] {
  // Events are read whole in any case; readings tell nothing of the valve.
  const range = { fromMs: nowMs, toMs: nowMs }
  const data = loadLife(book, stationId, nowMs, { usual, ground: sharedGround(book, usual), range })
  if (!data) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
  return valveSpans(data)
}
