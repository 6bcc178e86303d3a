import type { Book, StationRow } from '../../../book/index.ts'
import type { PeriodStep, Points } from '../../../contract/overlaid.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { Day, ReadingView, Span } from '../../../contract/records.ts'
import { addDays, firstOfMonth } from '../../../contract/time/day.ts'
import { gasDayAt, type GasClock } from '../../../contract/time/gas-day.ts'
import { overlap, spanDays } from '../../../contract/time/span.ts'
import { sharedArchives, type SharedArchive } from './archive.ts'
import { rankOfQuantity, type Measured } from './measured.ts'

/** The question: absent parts are chosen by what the book holds. */
export interface OverlayQuestion {
  stationIds: readonly number[]
  archiveType?: string | undefined
  view?: ReadingView | undefined
  quantity?: Quantity | undefined
  channelVarname?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  periods?: number | undefined
  step: PeriodStep
  points: Points
  baseline: number
  gas: GasClock
  /** The clock of the preferences. */
  usual: GasClock
  /** Unix ms. */
  nowMs: number
}

/** How many gas days are shown of several stations where nobody says. */
const USUAL_DAYS = 31
const USUAL_PERIODS = 3
export const periodsOf = ({ stationIds, periods }: OverlayQuestion): number => (stationIds.length > 1 ? 1 : (periods ?? USUAL_PERIODS))

export function archiveOf(
  book: Book,
  { archiveType, view }: OverlayQuestion,
  known: readonly (StationRow | undefined)[],
): SharedArchive | null {
  const archives = sharedArchives(
    book,
    known.filter((station) => station !== undefined),
  )
  const fitting = archives.filter((one) => (archiveType ?? one.archiveType) === one.archiveType && (view ?? one.view) === one.view)
  const [first] = fitting
  if (first) return first
  return archiveType === undefined ? null : { archiveType, view: view ?? 'general', held: [] }
}

/** The first in the usual order that half of the stations have, else the one that the most have. */
export function usualQuantity(measured: readonly (readonly Measured[] | null)[]): Quantity | null {
  const counts = new Map<Quantity, number>()
  for (const list of measured)
    for (const quantity of new Set(list?.map((one) => one.quantity)))
      if (quantity !== 'other') counts.set(quantity, (counts.get(quantity) ?? 0) + 1)
  const enough = (count: number) => Math.min(count, measured.length / 2)
  const [best] = [...counts].sort(([a, of], [b, than]) => enough(than) - enough(of) || rankOfQuantity(a) - rankOfQuantity(b))
  return best?.[0] ?? null
}

/** A longer span is cut to what the book holds: each of its days costs time, and an address may ask for any. */
const MOST_DAYS = 3660

/** The days of a span that the archive has records of; its last ones where it has none. */
function withinArchive(span: Span, archive: SharedArchive | null, gas: GasClock): Span {
  if (spanDays(span) <= MOST_DAYS) return span
  const held = (archive?.held ?? []).map((one) => one.archive)
  const days =
    held.length > 0 &&
    overlap(span, {
      from: gasDayAt(Math.min(...held.map(({ firstMs }) => firstMs)) - 1, gas),
      to: gasDayAt(Math.max(...held.map(({ lastMs }) => lastMs)) - 1, gas),
    })
  return days || { from: addDays(span.to, 1 - MOST_DAYS), to: span.to }
}

/** The days that were asked for; else, up to the newest record, the last month of several stations or the running month of one. */
export function spanOf({ from, to, stationIds, gas, nowMs }: OverlayQuestion, archive: SharedArchive | null): Span {
  if (from !== undefined && to !== undefined) return withinArchive(from <= to ? { from, to } : { from: to, to: from }, archive, gas)
  const lastMs = Math.max(...(archive?.held ?? []).map((one) => one.archive.lastMs))
  const last = gasDayAt((Number.isFinite(lastMs) ? lastMs : nowMs) - 1, gas)
  if (stationIds.length > 1) return { from: addDays(last, 1 - USUAL_DAYS), to: last }
  return { from: firstOfMonth(last), to: addDays(firstOfMonth(last, 1), -1) }
}
