import type { ArchiveData, ChannelData, DueData } from '../../../electron/analysis/kernel/data.ts'
import type { HoleState } from '../../../electron/book/coverage/holes.ts'
import type { Quantity } from '../../../electron/contract/quantities.ts'
import { conversion } from '../../../electron/contract/units.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { factorOf, shownPressure, stepped, truePressure } from './device.ts'
import { onItsClock } from './own-clock.ts'
import { DAILY, HOURLY, type CounterStep, type Site } from './site.ts'

/** The archives that a device keeps of what happens at a site: the unified view, in which the names are the service's. */

/** What a record says, by channel. */
interface Columns {
  gas_consume: Float64Array
  reading_value: Float64Array
  Vwork: Float64Array
  VNakwork: Float64Array
  P: Float64Array
  T: Float64Array
}
const columns = (length: number): Columns => ({
  gas_consume: new Float64Array(length),
  reading_value: new Float64Array(length),
  Vwork: new Float64Array(length),
  VNakwork: new Float64Array(length),
  P: new Float64Array(length),
  T: new Float64Array(length),
})

/** A counter in steps of the volume; a volume is the difference of a counter, so sums hold to the last digit. */
class Counter {
  /** m³ beyond the last whole step. */
  #rest = 0
  #steps: number
  readonly #perM3: number
  readonly #rolls: number
  constructor(atM3: number, stepM3: number, rollsAtM3: number) {
    this.#perM3 = Math.round(1 / stepM3)
    this.#rolls = Math.round(rollsAtM3 * this.#perM3)
    this.#steps = Math.round(atM3 * this.#perM3) % this.#rolls
  }
  /** Counts a volume and returns what of it has become whole steps, m³. */
  count(m3: number): number {
    this.#rest += m3 * this.#perM3
    const whole = Math.floor(this.#rest + 1e-9)
    this.#rest -= whole
    this.#steps = (this.#steps + whole) % this.#rolls
    return whole / this.#perM3
  }
  change(step: CounterStep): void {
    if ('add' in step) this.#steps = Math.max(0, this.#steps + Math.round(step.add * this.#perM3))
    else this.#steps = Math.round(step.set * this.#perM3)
  }
  get value(): number {
    return this.#steps / this.#perM3
  }
}

/** What the device reckons in each hour of the calendar. */
function hoursOf(site: Site): Columns {
  const { device, flow, pressure, temperature, moments, factor, counters } = site
  const out = columns(flow.length)
  const standard = new Counter(device.counterAt * 1.5, device.volumeStep, device.rollsAt)
  const working = new Counter(device.counterAt, device.volumeStep, device.rollsAt)
  for (let at = 0; at < flow.length; at++) {
    for (const step of counters.get(at) ?? []) {
      if (step.channel !== 'working') standard.change(step)
      if (step.channel !== 'standard') working.change(step)
    }
    const [meanP, meanT] = [pressure[at] as number, temperature[at] as number]
    const P = shownPressure(device, meanP + (moments?.pressure[at] ?? 0))
    const T = stepped(meanT + (moments?.temperature[at] ?? 0), 0.01)
    const volume = working.count(flow[at] as number)
    // The device corrects all through the hour, whatever its record shows of the hour's last moment.
    const k = (moments ? factorOf(device, meanP, meanT) : factorOf(device, truePressure(device, P), T)) * (factor[at] as number)
    out.Vwork[at] = volume
    out.VNakwork[at] = working.value
    out.gas_consume[at] = standard.count(volume * k)
    out.reading_value[at] = standard.value
    out.P[at] = P
    out.T[at] = T
  }
  return out
}

/** The records of gas days: sums, the counters at their ends, means. */
function daysOf({ days, device, dayFactor, otherHour }: Site, hours: Columns): Columns {
  const out = columns(days.length)
  const isOther = (day: number) => otherHour !== null && day >= otherHour.fromDay && day <= otherHour.toDay
  const shifted = (place: number, day: number) => place + (isOther(day) ? (otherHour?.shift ?? 0) : 0)
  const sum = (values: Float64Array, from: number, to: number): number => {
    let all = 0
    for (let at = from; at < to; at++) all += values[at] as number
    return all
  }
  days.forEach((day, at) => {
    const from = shifted(day.from, at - 1)
    const to = Math.min(shifted(day.to, at), hours.P.length)
    const by = dayFactor.get(at) ?? 1
    out.gas_consume[at] = stepped(sum(hours.gas_consume, from, to) * by, device.volumeStep)
    out.Vwork[at] = stepped(sum(hours.Vwork, from, to) * by, device.volumeStep)
    out.reading_value[at] = hours.reading_value[to - 1] as number
    out.VNakwork[at] = hours.VNakwork[to - 1] as number
    out.P[at] = stepped(sum(hours.P, from, to) / (to - from), device.pressureStep)
    out.T[at] = stepped(sum(hours.T, from, to) / (to - from), 0.01)
  })
  return out
}

export function archivesOf(site: Site): ArchiveData[] {
  const { calendar, days, sessions, lostHours, lostDays, hoursAskedToMs } = site
  const hours = hoursOf(site)
  // Nothing is lost: an archive begins with the first whole gas day.
  const first = days[0]?.from ?? 0
  const hourly = keep(calendar.hourEndMs.subarray(first), {
    isThere: (place, atMs) => !lostHours.has(place + first) && atMs <= sessions.lastMs && atMs <= hoursAskedToMs,
    why: (place, atMs) =>
      lostHours.get(place + first) ?? (atMs > hoursAskedToMs ? 'never' : atMs > sessions.lastMs ? 'not_transmitted' : 'empty'),
  })
  const daily = keep(
    Float64Array.from(days, ({ endMs }) => endMs),
    {
      isThere: (place, atMs) => !lostDays.has(place) && atMs <= sessions.lastMs,
      why: (place, atMs) => lostDays.get(place) ?? (atMs > sessions.lastMs ? 'not_transmitted' : 'empty'),
    },
  )
  const kind = site.device.kind
  return [
    ...(kind === 'dailyAlone'
      ? []
      : [archive(site, HOURLY, onItsClock(site, withExtras(site, pick(hours, hourly.places, first), hourly), hourly), hoursAskedToMs)]),
    ...(kind === 'hourlyVolumes'
      ? []
      : [archive(site, DAILY, { ...pick(daysOf(site, hours), daily.places, 0), ...daily }, calendar.nowMs)]),
  ]
}

interface Kept {
  timesMs: Float64Array
  /** For each record that is there, its place among those that are due. */
  places: Int32Array
  due: DueData
}

function keep(
  due: Float64Array,
  { isThere, why }: { isThere: (place: number, atMs: number) => boolean; why: (place: number, atMs: number) => HoleState },
): Kept {
  const present = new Uint8Array(due.length)
  const places = new Int32Array(due.length)
  let count = 0
  const timesMs = new Float64Array(due.length)
  for (let place = 0; place < due.length; place++) {
    const atMs = due[place] as number
    if (!isThere(place, atMs)) continue
    present[place] = 1
    timesMs[count] = atMs
    places[count++] = place
  }
  return {
    timesMs: timesMs.slice(0, count),
    places: places.slice(0, count),
    due: { due, present, reasonAt: (place) => why(place, due[place] as number) },
  }
}

function pick(from: Columns, places: Int32Array, first: number): Columns {
  // A plain loop: `from` walks an iterator, which takes ten times as long over a year of hours.
  const of = (values: Float64Array) => {
    const some = new Float64Array(places.length)
    for (let at = 0; at < places.length; at++) some[at] = values[(places[at] as number) + first] as number
    return some
  }
  return {
    gas_consume: of(from.gas_consume),
    reading_value: of(from.reading_value),
    Vwork: of(from.Vwork),
    VNakwork: of(from.VNakwork),
    P: of(from.P),
    T: of(from.T),
  }
}

type Table = Columns & { timesMs: Float64Array; due: DueData | null }

/**
 * Puts in the records between the hours: what has flowed since the hour began. The hour's own record holds the whole hour,
 * so whoever adds an extra record counts its gas twice; or what has flowed since the extra record, so whoever leaves it out
 * loses some.
 */
function withExtras({ extras, extrasArePart, device, calendar, days }: Site, kept: Columns, { timesMs, due, places }: Kept): Table {
  if (extras.size === 0) return { ...kept, timesMs, due }
  const first = days[0]?.from ?? 0
  const out: { atMs: number; row: { [Key in keyof Columns]: number } }[] = []
  timesMs.forEach((atMs, at) => {
    const row = (part: number, since: number) => {
      // Early in an hour P and T are nearer to those of the hour before.
      const between = (values: Float64Array, step: number) =>
        stepped((values[at - 1] ?? values[at] ?? 0) * (1 - part) + (values[at] as number) * part, step)
      const rest = (value: number) => stepped(value * part, device.volumeStep)
      const own = (value: number) =>
        stepped(rest(value) - (extrasArePart ? stepped(value * since, device.volumeStep) : 0), device.volumeStep)
      const [standard, working] = [kept.gas_consume[at] as number, kept.Vwork[at] as number]
      return {
        gas_consume: own(standard),
        reading_value: stepped((kept.reading_value[at] as number) - standard + rest(standard), device.volumeStep),
        Vwork: own(working),
        VNakwork: stepped((kept.VNakwork[at] as number) - working + rest(working), device.volumeStep),
        P: between(kept.P, device.pressureStep),
        T: between(kept.T, 0.01),
      }
    }
    const hourMs = calendar.hourEndMs[(places[at] as number) + first] as number
    let since = 0
    for (const afterMs of extras.get((places[at] as number) + first) ?? []) {
      out.push({ atMs: hourMs - HOUR_MS + afterMs, row: row(afterMs / HOUR_MS, since) })
      since = afterMs / HOUR_MS
    }
    out.push({ atMs, row: row(1, since) })
  })
  const of = (key: keyof Columns) => Float64Array.from(out, ({ row }) => row[key])
  return {
    timesMs: Float64Array.from(out, ({ atMs }) => atMs),
    due,
    gas_consume: of('gas_consume'),
    reading_value: of('reading_value'),
    Vwork: of('Vwork'),
    VNakwork: of('VNakwork'),
    P: of('P'),
    T: of('T'),
  }
}

const SAME = { factor: 1, offset: 0 }

function archive({ device }: Site, archiveType: string, table: Table, fetchedToMs: number): ArchiveData {
  const channel = (column: keyof Columns, unit: string, quantity: Quantity, channelVarname: string = column): ChannelData => ({
    channelVarname,
    unit,
    meaning: {
      quantity,
      basis: quantity === 'pressure' ? (device.barometric === null ? 'absolute' : 'gauge') : null,
    },
    toBase: quantity === 'pressure' ? conversion(device.pressureUnit, 'kPa') : SAME,
    values: table[column],
  })
  const isGeneral = device.kind === 'counters'
  const volume = channel('gas_consume', 'м3', 'standardVolume')
  const counter = channel('reading_value', 'м3', 'standardCounter', isGeneral ? 'VNakpriv' : 'reading_value')
  const work = channel('Vwork', 'м3', 'workingVolume')
  const workCounter = channel('VNakwork', 'м3', 'workingCounter')
  /** Picks which the device archives: the volume, its counter, or both. */
  const told = (one: ChannelData, its: ChannelData) =>
    device.kind === 'counters' ? [its] : device.kind === 'hourlyVolumes' ? [one] : [one, its]
  const ofState = [channel('P', device.pressureUnitText, 'pressure'), channel('T', '°C', 'temperature')]
  return {
    archiveType,
    view: isGeneral ? 'general' : 'unified',
    timesMs: table.timesMs,
    channels: [
      ...told(volume, counter),
      ...(device.corrects ? told(work, workCounter) : []),
      ...(device.corrects && device.tellsState ? ofState : []),
    ],
    due: table.due,
    fetchedToMs,
  }
}
