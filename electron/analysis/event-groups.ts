import type { Book } from '../book/index.ts'
import type { GROUP_ORDERS, GROUPINGS, LogGroup } from '../contract/all-events.ts'
import { PART } from './event-pairs.ts'
import { messagesOfTexts } from './event-messages.ts'
import { ARCHIVES, type Selection } from './event-selection.ts'

type Grouping = (typeof GROUPINGS)[number]
type GroupOrder = (typeof GROUP_ORDERS)[number]
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
  const grouped = all.get(by) ?? group(selection, by === 'message' ? byMessage(book, selection) : byStation(selection))
  all.set(by, grouped)
  return grouped
}

/** Which group an event belongs to, as small numbers in the order in which they are first asked for, and what each is called. */
interface Division {
  numberOf: (series: number, text: number) => number
  names: readonly GroupName[]
}
interface GroupName extends Pick<
  LogGroup,
  'key' | 'message' | 'messageName' | 'stationId' | 'stationName' | 'consumerName'
> {
  order: number
}
const NOBODY = { stationId: null, stationName: null, consumerName: null }

function byMessage(book: Book, { packed }: Selection): Division {
  const messages = messagesOfTexts(book)
  const names: GroupName[] = []
  const ofKey = new Map<string, number>()
  const numbers = new Int32Array(packed.contentOf.texts * ARCHIVES).fill(-1)
  return {
    names,
    numberOf(series, text) {
      const archive = packed.seriesOf.archive[series] ?? 0
      const at = text * ARCHIVES + archive
      const before = numbers[at] ?? -1
      if (before >= 0) return before
      const said = messages(text, archive)
      const number = ofKey.get(said.key) ?? names.push({ ...said, ...NOBODY, order: -1 }) - 1
      ofKey.set(said.key, number)
      return (numbers[at] = number)
    },
  }
}

function byStation({ packed, places }: Selection): Division {
  const { seriesOf } = packed
  const names: GroupName[] = []
  const ofKey = new Map<string, number>()
  const numbers = new Int32Array(seriesOf.length).fill(-1)
  return {
    names,
    numberOf(series) {
      const before = numbers[series] ?? -1
      if (before >= 0) return before
      const equipmentId = seriesOf.equipmentId[series] ?? 0
      const device = places.devices.get(equipmentId)
      const key = device ? `s${device.stationId}` : `d${equipmentId}`
      const name = {
        key,
        message: null,
        messageName: null,
        stationId: device?.stationId ?? null,
        stationName: device ? device.stationName : null,
        consumerName: device?.customerId == null ? null : (places.consumerNames.get(device.customerId) ?? null),
        order: device?.order ?? places.devices.size,
      }
      const number = ofKey.get(key) ?? names.push(name) - 1
      ofKey.set(key, number)
      return (numbers[series] = number)
    },
  }
}

/** Counts the events of each group, and sorts their places by group. */
function group({ packed, pairs, at }: Selection, { numberOf, names }: Division): Grouped {
  const { atMs, series, content, contentOf } = packed
  const numbers = Uint32Array.from(at, (place) => numberOf(series[place] ?? 0, contentOf.text[content[place] ?? 0] ?? 0))
  const groups = names.map(({ order: _order, ...name }): LogGroup => ({
    ...name,
    events: 0,
    stations: 0,
    firstMs: 0,
    lastMs: 0,
    begun: 0,
    open: 0,
    lastingMs: 0,
    longestMs: 0,
  }))
  const devices = stationsIn(packed.seriesOf.equipmentId)
  const seen = groups.map(() => new Uint8Array(Math.ceil(devices.length / 8)))
  numbers.forEach((number, nth) => {
    const one = groups[number]
    const place = at[nth] ?? 0
    if (!one) return
    const now = atMs[place] ?? 0
    if (one.events++ === 0) one.firstMs = now
    one.lastMs = now
    const device = devices.of[series[place] ?? 0] ?? 0
    const bits = seen[number]
    const bit = 1 << (device & 7)
    if (bits && ((bits[device >> 3] ?? 0) & bit) === 0) {
      bits[device >> 3] = (bits[device >> 3] ?? 0) | bit
      one.stations++
    }
    const part = pairs.part[place]
    if (part === PART.open) {
      one.begun++
      one.open++
    } else if (part === PART.begin) {
      const lastedMs = (atMs[pairs.partner[place] ?? place] ?? now) - now
      one.begun++
      one.lastingMs += lastedMs
      if (lastedMs > one.longestMs) one.longestMs = lastedMs
    }
  })

  const ends = new Uint32Array(groups.length)
  let end = 0
  groups.forEach(({ events }, number) => (ends[number] = end += events))
  const next = Uint32Array.from(groups, ({ events }, number) => (ends[number] ?? 0) - events)
  const sorted = new Uint32Array(at.length)
  numbers.forEach((number, nth) => {
    const to = next[number] ?? 0
    next[number] = to + 1
    sorted[to] = at[nth] ?? 0
  })
  const places = new Map(groups.map((one, number) => [one.key, number]))
  return {
    groups,
    eventsOf({ key, events }) {
      const last = ends[places.get(key) ?? 0] ?? 0
      return sorted.subarray(last - events, last)
    },
    orderOf: ({ key }) => names[places.get(key) ?? 0]?.order ?? -1,
  }
}

/** Devices by small numbers, by series. */
function stationsIn(equipmentId: readonly number[]): { of: Uint32Array; length: number } {
  const numbers = new Map<number, number>()
  const of = Uint32Array.from(equipmentId, (id) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return number
  })
  return { of, length: numbers.size }
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
