import type { Book, StationRow } from '../../book/index.ts'
import { stationCalled } from '../../contract/called.ts'
import type { OverlayLine } from '../../contract/overlay.ts'
import type { LineState, Points, PeriodStep } from '../../contract/overlaid.ts'
import type { Quantity } from '../../contract/quantities.ts'
import type { ChannelInfo } from '../../contract/readings.ts'
import type { Day, ReadingView, Span } from '../../contract/records.ts'
import { addDays, firstOfMonth } from '../../contract/time/day.ts'
import { gasDayAt, type GasClock } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { valuesAt } from './against.ts'
import { sharedArchives, type SharedArchive } from './archive.ts'
import { channelOfQuantity, kindOfQuantity, measuredIn, rankOfQuantity, type Measured } from './measured.ts'
import { alignedPeriods, type Aligned } from './periods.ts'
import { lineOf, type Line } from './points.ts'
import { axisEnds } from './positions.ts'
import { isSameUnit } from './unit.ts'

/** What is asked: absent parts are chosen by what the book holds. */
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
  /** Unix ms. */
  nowMs: number
}

/** One line, and the baseline's values at its positions. */
export interface OverlaidLine extends Omit<OverlayLine, 'rows' | 'thinned'> {
  line: Line
  base: Float64Array
}

export interface Overlay {
  archiveType: string | null
  view: ReadingView | null
  quantity: Quantity | null
  unitName: string | null
  span: Span
  axis: { fromMs: number; toMs: number }
  baseline: number
  lines: OverlaidLine[]
}

/** How many gas days are shown of several stations where nobody says. */
const USUAL_DAYS = 31
const USUAL_PERIODS = 3
const EMPTY = new Float64Array(0)
const NO_LINE: Line = { positions: EMPTY, values: EMPTY, complete: null, times: null, stepMs: null }

/** Stations, or periods of a single one, on one axis. */
export function overlayOf(book: Book, question: OverlayQuestion): Overlay {
  const { stationIds, gas, points, nowMs } = question
  const known = stationIds.map((id) => book.stations.get(id))
  const archive = archiveOf(book, question, known)
  const measured = known.map((station) => (station && archive ? measuredOf(book, station, archive) : null))
  const quantity = question.quantity ?? usualQuantity(measured)
  const channels = measured.map(
    (list) => quantity && list && channelOfQuantity(list, quantity, question.channelVarname),
  )
  const span = spanOf(question, archive)
  const aligned = alignedPeriods(span, periodsOf(question), question.step)
  const axis = axisEnds(aligned.axis, gas.contractHour)

  const lines = stationIds.flatMap((stationId, at) =>
    aligned.periods.map((period): OverlaidLine => {
      const station = known[at]
      const channel = channels[at] || null
      const device = station?.equipmentId ?? null
      const isThere = device !== null && archive && quantity && channel && period.span
      const line = isThere
        ? lineOf(book, {
            key: { equipmentId: device, archiveType: archive.archiveType, view: archive.view },
            channelVarname: channel.channelVarname,
            kind: kindOfQuantity(quantity),
            span: period.span,
            gas,
            axis: { hour: gas.contractHour, axisDay: period.axisDay },
            points,
            nowMs,
          })
        : NO_LINE
      return {
        stationId,
        name: stationCalled(station ?? { id: stationId, name: null, equipmentSerialNumber: null }),
        period: period.span,
        state: stateOf(station, measured[at], channel, period, line),
        channel,
        comparable: true,
        daily: line.complete !== null,
        total: line.values.length,
        stepMs: line.stepMs,
        mean: meanOf(line),
        line,
        base: EMPTY,
      }
    }),
  )
  const baseline = Math.min(question.baseline, lines.length - 1)
  compare(lines, baseline)
  return {
    archiveType: archive?.archiveType ?? null,
    view: archive?.view ?? null,
    quantity,
    unitName: unitOf(lines, baseline),
    span,
    axis,
    baseline,
    lines,
  }
}

const periodsOf = ({ stationIds, periods }: OverlayQuestion): number =>
  stationIds.length > 1 ? 1 : (periods ?? USUAL_PERIODS)

function archiveOf(
  book: Book,
  { archiveType, view }: OverlayQuestion,
  known: readonly (StationRow | undefined)[],
): SharedArchive | null {
  const archives = sharedArchives(
    book,
    known.filter((station) => station !== undefined),
  )
  const fitting = archives.filter(
    (one) => (archiveType ?? one.archiveType) === one.archiveType && (view ?? one.view) === one.view,
  )
  const [first] = fitting
  if (first) return first
  return archiveType === undefined ? null : { archiveType, view: view ?? 'general', held: [] }
}

/** Null where the book holds no records of the station's archive. */
function measuredOf(book: Book, station: StationRow, { archiveType, view, held }: SharedArchive): Measured[] | null {
  if (station.equipmentId === null || !held.some((one) => one.station.id === station.id)) return null
  return measuredIn(book, station, { equipmentId: station.equipmentId, archiveType, view })
}

/** The first in the usual order that half of the stations have, else the one that the most have. */
function usualQuantity(measured: readonly (readonly Measured[] | null)[]): Quantity | null {
  const counts = new Map<Quantity, number>()
  for (const list of measured)
    for (const quantity of new Set(list?.map((one) => one.quantity)))
      if (quantity !== 'other') counts.set(quantity, (counts.get(quantity) ?? 0) + 1)
  const enough = (count: number) => Math.min(count, measured.length / 2)
  const [best] = [...counts].sort(([a, of], [b, than]) => enough(than) - enough(of) || rankOfQuantity(a) - rankOfQuantity(b))
  return best?.[0] ?? null
}

/** The days that were asked for; else, up to the newest record, the last month of several stations or the running month of one. */
function spanOf({ from, to, stationIds, gas, nowMs }: OverlayQuestion, archive: SharedArchive | null): Span {
  if (from !== undefined && to !== undefined) return from <= to ? { from, to } : { from: to, to: from }
  const lastMs = Math.max(...(archive?.held ?? []).map((one) => one.archive.lastMs))
  const last = gasDayAt((Number.isFinite(lastMs) ? lastMs : nowMs) - 1, gas)
  if (stationIds.length > 1) return { from: addDays(last, 1 - USUAL_DAYS), to: last }
  return { from: firstOfMonth(last), to: addDays(firstOfMonth(last, 1), -1) }
}

function stateOf(
  station: StationRow | undefined,
  measured: readonly Measured[] | null | undefined,
  channel: ChannelInfo | null,
  { span }: Aligned['periods'][number],
  line: Line,
): LineState {
  if (!station) return 'noStation'
  if (station.equipmentId === null) return 'noDevice'
  if (!measured) return 'noArchive'
  if (!channel) return 'noQuantity'
  if (!span) return 'noSuchDays'
  return line.values.length === 0 ? 'noRecords' : 'drawn'
}

/** Of days only of those that lack no record, where there are any: half a day would make the mean too small. */
function meanOf({ values, complete }: Line): number | null {
  const whole = complete ? values.filter((_, row) => !((complete[row] as number) < 1)) : values
  const counted = whole.length > 0 ? whole : values
  return counted.length === 0 ? null : counted.reduce((sum, value) => sum + value, 0) / counted.length
}

const unitOf = (lines: readonly OverlaidLine[], baseline: number): string | null =>
  (lines[baseline]?.channel ?? lines.find(({ channel }) => channel)?.channel)?.unitName ?? null

/** Gives each line the baseline's values; lines in another unit than the baseline's can be compared by their shares only. */
function compare(lines: OverlaidLine[], baseline: number): void {
  const unit = unitOf(lines, baseline)
  const against = lines[baseline]?.line ?? NO_LINE
  for (const one of lines) {
    one.comparable = one.channel === null || isSameUnit(one.channel.unitName, unit)
    one.base = valuesAt(one.line.positions, against, reachOf(one.line))
  }
}

/** Two points are of the same time when less than half a step is between them. */
const reachOf = ({ stepMs }: Line): number => {
  if (stepMs === null) return 0
  return stepMs >= DAY_MS ? DAY_MS / 2 - HOUR_MS : stepMs / 2
}
