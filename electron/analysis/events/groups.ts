import type { Book } from '../../book/index.ts'
import type { LogGroup } from '../../contract/all-events.ts'
import type { Grouping, GroupOrder } from '../../contract/event-log.ts'
import { countsOf } from './counts.ts'
import { byMessage, byStation, type Division, type GroupName } from './division.ts'
import { PART } from '../station/situations/pairs.ts'
import { ARCHIVES, type Selection } from './selection.ts'

interface GroupSort {
  by: GroupOrder
  desc: boolean
}

/** The events of a selection by group. */
export interface Grouped {
  groups: readonly LogGroup[]
  /** The events of a group, in order of time. */
  eventsOf: (group: LogGroup) => Uint32Array
  /** By name, as stations are listed; -1 where there is no such order. */
  orderOf: (group: LogGroup) => number
}

const known = new WeakMap<Selection, Map<Grouping, Grouped>>()

/** The groups of a selection, made once for all windows and orders of them. */
export function groupedBy(book: Book, selection: Selection, by: Grouping): Grouped {
  const all = known.get(selection) ?? new Map<Grouping, Grouped>()
  known.set(selection, all)
  const grouped = all.get(by) ?? group(book, selection, by)
  all.set(by, grouped)
  return grouped
}

/** Counts the events of each group, and sorts their places by group. */
function group(book: Book, selection: Selection, by: Grouping): Grouped {
  const { at, packed } = selection
  const division = by === 'message' ? byMessage(book, selection, countsOf(selection)) : byStation(selection)
  const tally = emptyTally(division.names.length, at.length)
  const stations = by === 'message' ? stationBits(division.names.length, packed.seriesOf.equipmentId) : null
  tallyEvents(selection, division, tally)
  if (stations) countStations(selection, tally, stations)
  const ends = tally.events.map(
    (
      (end) => (events) =>
        (end += events)
    )(0),
  )
  const next = ends.map((end, number) => end - (tally.events[number] ?? 0))
  const sorted = new Uint32Array(at.length)
  for (let nth = 0; nth < at.length; nth++) {
    const number = tally.numbers[nth] ?? 0
    const place = next[number] ?? 0
    next[number] = place + 1
    sorted[place] = at[nth] ?? 0
  }
  const numbers = new Map(division.names.map(({ key }, number) => [key, number]))
  const numberOf = ({ key }: LogGroup) => numbers.get(key) ?? 0
  return {
    groups: division.names.flatMap((name, number) => (tally.events[number] === 0 ? [] : [groupOf(name, tally, number)])),
    eventsOf(one) {
      const end = ends[numberOf(one)] ?? 0
      return sorted.subarray(end - one.events, end)
    },
    orderOf: (one) => division.names[numberOf(one)]?.order ?? -1,
  }
}

function groupOf({ order: _order, ...name }: GroupName, tally: Tally, number: number): LogGroup {
  const at = (column: Uint32Array | Float64Array) => column[number] ?? 0
  return {
    ...name,
    events: at(tally.events),
    stations: name.message === null ? 1 : at(tally.stations),
    firstMs: at(tally.firstMs),
    lastMs: at(tally.lastMs),
    begun: at(tally.begun),
    open: at(tally.open),
    lastingMs: at(tally.lastingMs),
    longestMs: at(tally.longestMs),
  }
}

/** Columns by group, and the group of each event. */
interface Tally {
  numbers: Uint32Array
  events: Uint32Array
  stations: Uint32Array
  firstMs: Float64Array
  lastMs: Float64Array
  begun: Uint32Array
  open: Uint32Array
  lastingMs: Float64Array
  longestMs: Float64Array
}

function emptyTally(groups: number, events: number): Tally {
  const counts = () => new Uint32Array(groups)
  const lengths = () => new Float64Array(groups)
  return {
    numbers: new Uint32Array(events),
    events: counts(),
    stations: counts(),
    firstMs: lengths(),
    lastMs: lengths(),
    begun: counts(),
    open: counts(),
    lastingMs: lengths(),
    longestMs: lengths(),
  }
}

/** By series: its device as a small number; and for each group a bit for each device that it has. */
interface StationBits {
  device: Uint32Array
  seen: readonly Uint8Array[]
}

function stationBits(groups: number, equipmentId: readonly number[]): StationBits {
  const devices = new Map<number, number>()
  const device = Uint32Array.from(equipmentId, (id) => {
    const number = devices.get(id) ?? devices.size
    devices.set(id, number)
    return number
  })
  return { device, seen: Array.from({ length: groups }, () => new Uint8Array(Math.ceil(devices.size / 8))) }
}

/** Counts the stations of each group. */
function countStations({ packed, at }: Selection, tally: Tally, { device, seen }: StationBits): void {
  const { numbers, stations } = tally
  for (let nth = 0; nth < at.length; nth++) {
    const number = numbers[nth] ?? 0
    const bits = seen[number]
    const one = device[packed.series[at[nth] ?? 0] ?? 0] ?? 0
    if (bits === undefined || ((bits[one >> 3] ?? 0) & (1 << (one & 7))) !== 0) continue
    bits[one >> 3] = (bits[one >> 3] ?? 0) | (1 << (one & 7))
    stations[number] = (stations[number] ?? 0) + 1
  }
}

function tallyEvents({ packed, pairs, at }: Selection, { ofSeries, ofText }: Division, tally: Tally): void {
  const { atMs, series, content, seriesOf, contentOf } = packed
  const { numbers, events, firstMs, lastMs, begun, open, lastingMs, longestMs } = tally
  for (let nth = 0; nth < at.length; nth++) {
    const place = at[nth] ?? 0
    const id = series[place] ?? 0
    const number = ofSeries
      ? (ofSeries[id] ?? 0)
      : (ofText[(contentOf.text[content[place] ?? 0] ?? 0) * ARCHIVES + (seriesOf.archive[id] ?? 0)] ?? 0)
    const now = atMs[place] ?? 0
    numbers[nth] = number
    if (events[number] === 0) firstMs[number] = now
    lastMs[number] = now
    events[number] = (events[number] ?? 0) + 1
    const part = pairs.part[place]
    if (part !== PART.open && part !== PART.begin) continue
    begun[number] = (begun[number] ?? 0) + 1
    if (part === PART.open) open[number] = (open[number] ?? 0) + 1
    else {
      const lastedMs = (atMs[pairs.partner[place] ?? 0] ?? now) - now
      lastingMs[number] = (lastingMs[number] ?? 0) + lastedMs
      if (lastedMs > (longestMs[number] ?? 0)) longestMs[number] = lastedMs
    }
  }
}

/** The groups in an order; equal ones the most frequent first, then by name. */
export function sortedGroups({ groups, orderOf }: Grouped, { by, desc }: GroupSort): LogGroup[] {
  const sign = desc ? -1 : 1
  const names = new Intl.Collator('ru', { numeric: true })
  const nameOf = ({ message, messageName }: LogGroup) =>
    message ? [message.description ?? messageName ?? '', message.code ?? ''].join(' ') : ''
  const byName = (a: LogGroup, b: LogGroup) => orderOf(a) - orderOf(b) || names.compare(nameOf(a), nameOf(b))
  return groups.toSorted((a, b) => {
    if (by === 'name') return sign * byName(a, b)
    return sign * (a[by] - b[by]) || b.events - a.events || byName(a, b)
  })
}
