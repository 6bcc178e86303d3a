import type { LocationQuery } from 'vue-router'
import {
  MEASURES,
  MOST_PERIODS,
  MOST_STATIONS,
  PERIOD_STEPS,
  POINTS,
  type Measure,
  type PeriodStep,
  type Points,
} from '../../../electron/contract/overlaid.ts'
import { QUANTITIES, type Quantity } from '../../../electron/contract/quantities.ts'
import { READING_VIEWS, type ReadingView } from '../../../electron/contract/records.ts'
import { isDay, utcMidnight } from '../../../electron/contract/time/day.ts'
import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { isMetered } from '../../../electron/contract/time/span.ts'

/** What an overlay shows. All of it is kept in the address, so that it can be bookmarked and gone back to. */
export interface OverlayPlace {
  stations: readonly number[]
  /** Null, here and below: what the book chooses. */
  archive: string | null
  view: ReadingView | null
  quantity: Quantity | null
  /** The code of the channel, where a device has several of the quantity. */
  channel: string | null
  /** Gas days, both included. */
  from: string | null
  to: string | null
  periods: number | null
  step: PeriodStep
  points: Points
  measure: Measure
  /** The line that the others are compared with, by its place. */
  baseline: number
  /** Places of lines that are switched off. */
  hidden: readonly number[]
  differences: boolean
  /** Positions on the axis that are zoomed to; null: all of it. */
  zoom: TimeSpan | null
}

export const NOWHERE: OverlayPlace = {
  stations: [],
  archive: null,
  view: null,
  quantity: null,
  channel: null,
  from: null,
  to: null,
  periods: null,
  step: 'year',
  points: 'record',
  measure: 'value',
  baseline: 0,
  hidden: [],
  differences: true,
  zoom: null,
}

const word = (query: LocationQuery, name: string): string | null => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const oneOf = <T extends string>(list: readonly T[], text: string | null): T | null =>
  list.find((known) => known === text) ?? null
/** Whole numbers from `least`, each once. */
function numbers(text: string | null, least: number): number[] {
  const found = (text ?? '').split(',').filter(Boolean).map(Number)
  return [...new Set(found.filter((number) => Number.isSafeInteger(number) && number >= least))]
}
const dayOf = (text: string | null) => (text !== null && isDay(text) && isMetered(utcMidnight(text)) ? text : null)

/** A position as it stands in the address: wall time without a zone. */
const positionText = (ms: number) => new Date(ms).toISOString().slice(0, 19)
const positionOf = (text: string | null) => {
  const ms = text === null ? NaN : Date.parse(`${text}Z`)
  return isMetered(ms) ? ms : null
}

/** Reads a place from an address; invalid parts are ignored. */
export function readPlace(query: LocationQuery): OverlayPlace {
  const [from, to] = [dayOf(word(query, 'from')), dayOf(word(query, 'to'))]
  const days = from !== null && to !== null && from <= to ? { from, to } : { from: null, to: null }
  const fromMs = positionOf(word(query, 'zoomFrom'))
  const toMs = positionOf(word(query, 'zoomTo'))
  const [periods] = numbers(word(query, 'periods'), 1)
  const [baseline] = numbers(word(query, 'baseline'), 0)
  return {
    stations: numbers(word(query, 'stations'), 1).slice(0, MOST_STATIONS),
    archive: word(query, 'archive'),
    view: oneOf(READING_VIEWS, word(query, 'view')),
    quantity: oneOf(QUANTITIES, word(query, 'quantity')),
    channel: word(query, 'channel'),
    ...days,
    periods: periods === undefined ? null : Math.min(periods, MOST_PERIODS),
    step: oneOf(PERIOD_STEPS, word(query, 'step')) ?? NOWHERE.step,
    points: oneOf(POINTS, word(query, 'points')) ?? NOWHERE.points,
    measure: oneOf(MEASURES, word(query, 'measure')) ?? NOWHERE.measure,
    baseline: Math.min(baseline ?? 0, MOST_STATIONS - 1),
    hidden: numbers(word(query, 'hidden'), 0),
    differences: word(query, 'differences') !== 'no',
    zoom: fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : null,
  }
}

/** The place as an address; what the book chooses and what is usual is left out. */
export function writePlace(place: OverlayPlace): Record<string, string> {
  const query: Record<string, string> = { stations: place.stations.join(',') }
  const put = (name: string, value: string | number | null, usual: string | number | null = null) => {
    if (value !== usual) query[name] = String(value)
  }
  put('archive', place.archive)
  put('view', place.view)
  put('quantity', place.quantity)
  put('channel', place.channel)
  put('from', place.from)
  put('to', place.to)
  put('periods', place.periods)
  put('step', place.step, NOWHERE.step)
  put('points', place.points, NOWHERE.points)
  put('measure', place.measure, NOWHERE.measure)
  put('baseline', place.baseline, NOWHERE.baseline)
  put('hidden', place.hidden.join(','), '')
  put('differences', place.differences ? '' : 'no', '')
  if (place.zoom) {
    put('zoomFrom', positionText(place.zoom.fromMs))
    put('zoomTo', positionText(place.zoom.toMs))
  }
  return query
}

/** The change that adds a station: lines of periods become lines of stations, of which none is hidden. */
export function withStation(place: OverlayPlace, id: number): Partial<OverlayPlace> {
  const stations = [...new Set([...place.stations, id])].slice(0, MOST_STATIONS)
  return place.stations.length === 1 ? { stations, hidden: [], baseline: 0 } : { stations }
}

/**
 * The change that takes a line away: those after it move up. A single station has lines of periods, of which none is
 * hidden.
 */
export function withoutLine(place: OverlayPlace, line: number): Partial<OverlayPlace> {
  const stations = place.stations.filter((_, index) => index !== line)
  if (stations.length === 1) return { stations, hidden: [], baseline: 0 }
  const moved = (index: number) => (index > line ? index - 1 : index)
  return {
    stations,
    hidden: place.hidden.filter((index) => index !== line).map(moved),
    baseline: place.baseline === line ? 0 : moved(place.baseline),
  }
}

/** The address of an overlay, for links on other screens. */
export const overlayAt = (place: Partial<OverlayPlace>) => ({
  name: 'overlay',
  query: writePlace({ ...NOWHERE, ...place }),
})
