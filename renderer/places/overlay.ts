import { MEASURES, MOST_PERIODS, MOST_STATIONS, PERIOD_STEPS, POINTS } from '../../electron/contract/overlaid.ts'
import { QUANTITIES } from '../../electron/contract/quantities.ts'
import { READING_VIEWS } from '../../electron/contract/records.ts'
import { addressOf, inWord, number, numbers, oneOf, word, type Address, type Values } from '../address/fields.ts'
import { AS_WALL_TIME, between, day } from '../address/times.ts'

/** The state of an overlay. All of it is kept in the address, so that it can be bookmarked and gone back to. */
const FIELDS = {
  stations: numbers(1, MOST_STATIONS),
  /** Null, here and below: what the book chooses. */
  archive: word,
  view: oneOf(READING_VIEWS, null),
  quantity: oneOf(QUANTITIES, null),
  /** The code of the channel, where a device has several of the quantity. */
  channel: word,
  /** Gas days, both included. */
  from: day,
  to: day,
  periods: number(null, 1, MOST_PERIODS, MOST_PERIODS),
  step: oneOf(PERIOD_STEPS, 'year'),
  points: oneOf(POINTS, 'record'),
  measure: oneOf(MEASURES, 'value'),
  /** The line that the others are compared with, by its place. */
  baseline: number(0, 0, MOST_STATIONS - 1, MOST_STATIONS - 1),
  /** Places of lines that are switched off. */
  hidden: numbers(0),
  differences: inWord(
    (said) => said !== 'no',
    (shown) => (shown ? '' : 'no'),
  ),
  /** Positions on the axis that are zoomed to; null: all of it. */
  zoom: between(['zoomFrom', 'zoomTo'], AS_WALL_TIME),
}
export type OverlayPlace = Values<typeof FIELDS>

const fields = addressOf(FIELDS)
export const OVERLAY: Address<OverlayPlace> = {
  ...fields,
  read(query) {
    const place = fields.read(query)
    const { from, to } = place
    return from !== null && to !== null && from <= to ? place : { ...place, from: null, to: null }
  },
}
export const NOWHERE = OVERLAY.read({})

/** The state with a station more: lines of periods become lines of stations, of which none is hidden. */
export function withStation(place: OverlayPlace, id: number): Partial<OverlayPlace> {
  const stations = [...new Set([...place.stations, id])].slice(0, MOST_STATIONS)
  return place.stations.length === 1 ? { stations, hidden: [], baseline: 0 } : { stations }
}

/** The state with a line less: those after it move up. A single station has lines of periods, of which none is hidden. */
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
  query: OVERLAY.write({ ...NOWHERE, ...place }),
})
