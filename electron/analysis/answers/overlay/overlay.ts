import type { Book, StationRow } from '../../../book/index.ts'
import { stationCalled } from '../../../contract/called.ts'
import type { OverlayLine } from '../../../contract/overlay.ts'
import type { LineState } from '../../../contract/overlaid.ts'
import { channelOfUnit } from '../../../contract/overlaid-units.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { ChannelInfo } from '../../../contract/readings.ts'
import type { ReadingView, Span } from '../../../contract/records.ts'
import { gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { converted } from '../../../contract/units.ts'
import { valuesAt } from './against.ts'
import { onceFor } from '../../kernel/once.ts'
import { refutedValues } from '../../station/load/consumption.ts'
import { sharedGround } from '../../station/load/ground.ts'
import type { Held, SharedArchive } from './archive.ts'
import { columnsOfLine, columnsOnce } from './columns.ts'
import { channelOfQuantity, kindOfQuantity, measuredIn, type Measured } from './measured.ts'
import { alignedPeriods, type Aligned } from './periods.ts'
import { lineOfLife } from './life-line.ts'
import type { Line } from './points.ts'
import { axisEnds, placedDays, type PlacedDay } from './positions.ts'
import { unitConversion } from '../../../contract/unit-conversion.ts'
import { archiveOf, periodsOf, spanOf, usualQuantity, type OverlayQuestion } from './usual.ts'

/** One line, and the baseline's values at its positions. */
export interface OverlaidLine extends Omit<OverlayLine, 'rows' | 'thinned' | 'columns'> {
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

const EMPTY = new Float64Array(0)
const NO_LINE: Line = { positions: EMPTY, values: EMPTY, complete: null, times: null, stepMs: null }

/** Stations, or periods of a single one, on one axis. */
export function overlayOf(book: Book, question: OverlayQuestion): Overlay {
  const { stationIds, gas, points, usual, nowMs } = question
  const known = stationIds.map((id) => book.stations.get(id))
  const archive = archiveOf(book, question, known)
  const measured = known.map((station) => (station && archive ? measuredOf(book, station, archive) : null))
  const quantity = question.quantity ?? usualQuantity(measured)
  const channels = measured.map((list) => quantity && list && channelOfQuantity(list, quantity, question.channelVarname))
  const span = spanOf(question, archive)
  const aligned = alignedPeriods(span, periodsOf(question), question.step)
  const axis = axisEnds(aligned.axis, gas.contractHour)
  const periods = aligned.periods.map((period) => ({ ...period, days: daysOnce(period, gas) }))
  const since = gasDaySpan(
    periods.reduce((least, { span: own }) => (own && own.from < least ? own.from : least), span.from),
    span.to,
    gas,
  )
  const refuted = onceFor(({ device, archive: key }: Held['parts'][number]) =>
    refutedValues(book, device, key, { ground: sharedGround(book, usual), span: { ...since, toMs: Infinity } }),
  )

  const lines = stationIds.flatMap((stationId, at) =>
    periods.map((period): OverlaidLine => {
      const station = known[at]
      const channel = channels[at] || null
      const held = station && archive?.held.find((one) => one.station.id === station.id)
      const line =
        held && quantity && channel && period.span
          ? lineOfLife(
              book,
              held,
              { quantity, channel, refuted },
              {
                kind: kindOfQuantity(quantity),
                span: period.span,
                days: period.days,
                gas,
                axis: { hour: gas.contractHour, axisDay: period.axisDay },
                points,
                usual,
                nowMs,
              },
            )
          : NO_LINE
      return {
        stationId,
        name: stationCalled(station ?? { id: stationId, name: null, equipmentSerialNumber: null }),
        period: period.span,
        state: stateOf(station, measured[at], channel, period, line),
        channel,
        comparable: true,
        converted: false,
        total: line.values.length,
        stepMs: line.stepMs,
        mean: meanOf(line),
        line,
        base: EMPTY,
      }
    }),
  )
  const baseline = baselineOf(lines, question.baseline)
  const unifiedUnit = archive?.view === 'unified' ? unitOfCodes(lines) : () => null
  for (const one of lines) {
    if (one.channel?.unitName === null) one.channel = { ...one.channel, unitName: unifiedUnit(one.channel.channelVarname) }
  }
  const unit = channelOfUnit({ lines, baseline })?.unitName ?? null
  compare(lines, baseline, unit)
  return {
    archiveType: archive?.archiveType ?? null,
    view: archive?.view ?? null,
    quantity,
    unitName: unit,
    span,
    axis,
    baseline,
    lines,
  }
}

/** The lines as they travel: thinned, each column once. */
export function linesOf(book: Book, { maxPoints, ...question }: OverlayQuestion & { maxPoints: number }) {
  const { span, lines, ...overlay } = overlayOf(book, question)
  const sent = columnsOnce()
  return {
    ...overlay,
    ...span,
    lines: lines.map(({ line, base, ...facts }) => {
      const { columns, rows, thinned } = columnsOfLine(line, base, maxPoints)
      return { ...facts, rows, thinned, columns: columns.map(sent.placeOf) }
    }),
    columns: new Blob(sent.columns as Float64Array<ArrayBuffer>[]),
  }
}

/**
 * A code of the unified view means the same for all devices: where the directory names its unit for some of them only,
 * and one unit, it is that of the others too.
 */
function unitOfCodes(lines: readonly OverlaidLine[]): (code: string) => string | null {
  const named = Map.groupBy(
    lines.flatMap(({ channel }) => (channel && channel.unitName !== null ? [channel] : [])),
    (channel) => channel.channelVarname,
  )
  return (code) => {
    const units = new Set((named.get(code) ?? []).map(({ unitName }) => unitName))
    const [only = null, other] = units
    return other === undefined ? only : null
  }
}

/** The gas days of a period on the axis, worked out when a line first asks: all lines of the period share them. */
function daysOnce({ span, axisDay }: Aligned['periods'][number], gas: GasClock): () => readonly PlacedDay[] {
  let days: PlacedDay[] | undefined
  return () => (days ??= span ? placedDays(span, gas, { hour: gas.contractHour, axisDay }) : [])
}

/** The wished line; without points nothing could be compared with it, so the first that has some. */
function baselineOf(lines: readonly OverlaidLine[], wished: number): number {
  const nearest = Math.min(wished, lines.length - 1)
  if (lines[nearest]?.state === 'drawn') return nearest
  const first = lines.findIndex(({ state }) => state === 'drawn')
  return first < 0 ? nearest : first
}

/** Null where the book holds no records of the station's archive. */
function measuredOf(book: Book, station: StationRow, { held }: SharedArchive): Measured[] | null {
  const own = held.find((one) => one.station.id === station.id)
  return own ? measuredIn(book, own.station, own.archive) : null
}

function stateOf(
  station: StationRow | undefined,
  measured: readonly Measured[] | null | undefined,
  channel: ChannelInfo | null,
  { span }: Aligned['periods'][number],
  line: Line,
): LineState {
  if (!station) return 'noStation'
  if (!measured) return station.equipmentId === null ? 'noDevice' : 'noArchive'
  if (!channel) return 'noQuantity'
  if (!span) return 'noSuchDays'
  return line.values.length === 0 ? 'noRecords' : 'drawn'
}

/**
 * The mean of a line; of days only those that lack no record, where there are any: half a day would make the mean too
 * small.
 */
function meanOf({ values, complete }: Line): number | null {
  const whole = complete ? values.filter((_, row) => !((complete[row] as number) < 1)) : values
  const counted = whole.length > 0 ? whole : values
  return counted.length === 0 ? null : counted.reduce((sum, value) => sum + value, 0) / counted.length
}

/**
 * Brings the lines into the baseline's unit and gives each the baseline's values. A line whose unit cannot be converted
 * can be compared by its shares only.
 */
function compare(lines: OverlaidLine[], baseline: number, unit: string | null): void {
  for (const one of lines) {
    const change = one.channel && unitConversion(one.channel.unitName, unit)
    one.comparable = one.channel === null || change !== null
    one.converted = change !== null && (change.factor !== 1 || change.offset !== 0)
    if (!change || !one.converted) continue
    one.line = { ...one.line, values: one.line.values.map((value) => converted(value, change)) }
    one.mean = meanOf(one.line)
  }
  const against = lines[baseline]?.line ?? NO_LINE
  for (const one of lines) one.base = valuesAt(one.line.positions, against, reachOf(one.line))
}

/** Two points are of the same time when less than half a step is between them. */
const reachOf = ({ stepMs }: Line): number => {
  if (stepMs === null) return 0
  return stepMs >= DAY_MS ? DAY_MS / 2 - HOUR_MS : stepMs / 2
}
