import type { Book } from '../../../electron/book/index.ts'
import type { Reading, Station } from '../../../electron/contract/records.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { station } from '../../unit/book/fixtures.ts'

/**
 * A made-up district whose meters are taken out, verified, put in elsewhere and brought back, with the truth of who was where.
 * A service lists what is there at the moment; engineers' books ask it now and then.
 */

const BEGIN = Date.UTC(2026, 2, 1)
const DAYS = 36
export const END = BEGIN + DAYS * DAY_MS
const TYPE = 7
export const GAS = { zone: 'UTC', contractHour: 10 }

/** A device at a station: it writes a record at the end of each hour in (fromMs, toMs]. */
interface TrueStay {
  stationId: number
  equipmentId: number
  fromMs: number
  toMs: number
}

export interface World {
  stations: number[]
  stays: TrueStay[]
  records: Map<number, Reading[]>
  /** Moments at which somebody has to look, so that no stay passes unseen. */
  seen: number[]
}

export const mulberry = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Hours of gas by the hour of the day, the same for all meters but for their size. */
const volumeAt = (atMs: number, equipmentId: number): number => {
  const hour = (atMs / HOUR_MS) % 24
  return Math.round((20 + (equipmentId % 7) + 6 * Math.sin((hour / 24) * 2 * Math.PI) + ((atMs / HOUR_MS) % 5) * 0.3) * 100) / 100
}

export function worldOf(seed: number): World {
  const random = mulberry(seed)
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const stations = Array.from({ length: whole(2, 4) }, (_, at) => at + 1)
  let nextId = 1_000
  const spare: { equipmentId: number; freeMs: number }[] = []
  const at = new Map(stations.map((id) => [id, { equipmentId: nextId++, fromMs: BEGIN }]))
  const stays: TrueStay[] = []
  const seen: number[] = []
  for (let day = whole(3, 8); day < DAYS - 5; day += whole(2, 9)) {
    const stationId = stations[whole(0, stations.length - 1)] as number
    const now = at.get(stationId)
    // A stay is long enough to be seen.
    if (!now || BEGIN + day * DAY_MS - now.fromMs < 3 * DAY_MS) continue
    const toMs = BEGIN + day * DAY_MS + whole(0, 23) * HOUR_MS
    stays.push({ stationId, equipmentId: now.equipmentId, fromMs: now.fromMs, toMs })
    seen.push(now.fromMs + Math.floor((toMs - now.fromMs) * (0.2 + 0.6 * random())))
    // From the shelf, if a meter lies there long enough; else a new one. It is put in at once, or some hours or days later.
    const fromMs = toMs + (random() < 0.4 ? 0 : whole(1, 40)) * HOUR_MS
    const fit = spare.findIndex(({ freeMs }) => fromMs - freeMs >= 6 * HOUR_MS)
    const taken = fit >= 0 && random() < 0.7 ? spare.splice(fit, 1)[0] : undefined
    spare.push({ equipmentId: now.equipmentId, freeMs: toMs })
    at.set(stationId, { equipmentId: taken?.equipmentId ?? nextId++, fromMs })
  }
  for (const [stationId, { equipmentId, fromMs }] of at) {
    stays.push({ stationId, equipmentId, fromMs, toMs: END })
    seen.push(fromMs + Math.floor((END - fromMs) * (0.3 + 0.5 * random())))
  }
  stays.sort((a, b) => a.fromMs - b.fromMs || a.stationId - b.stationId)
  const records = new Map<number, Reading[]>()
  for (const { equipmentId, fromMs, toMs } of stays) {
    const own = records.get(equipmentId) ?? []
    let counter = Number(own.at(-1)?.values['Vc'] ?? whole(0, 90_000))
    for (let atMs = fromMs + HOUR_MS; atMs <= toMs; atMs += HOUR_MS) {
      const volume = volumeAt(atMs, equipmentId)
      counter = Math.round((counter + volume) * 100) / 100
      own.push({ atMs, values: { V: volume, Vc: counter } })
    }
    records.set(equipmentId, own)
  }
  return { stations, stays, records, seen }
}

/** Names the two channels of all these meters. */
export function writeReference(book: Book): void {
  const channel = (channelVarname: string, channelName: string) => ({
    equipmentTypeId: TYPE,
    archiveTypeName: 'Hourly',
    archiveTypeVarname: 'hourly',
    telemetryTypeName: null,
    channelName,
    channelVarname,
    unitName: 'м3',
  })
  book.equipmentTypes.put([
    { id: TYPE, name: 'EK270', equipmentKindName: null, telemetryTypeName: null, resourceName: null, description: null },
  ])
  book.channels.put([channel('V', 'Объём стандартный за час'), channel('Vc', 'Счётчик объёма стандартный')])
}

/** The stations as the service lists them at a moment. */
function listedAt({ stations, stays }: World, atMs: number): Station[] {
  return stations.map((id) => {
    const stay = stays.findLast((one) => one.stationId === id && one.fromMs <= atMs)
    const isOut = !stay || stay.toMs < atMs
    const equipmentId = isOut ? null : stay.equipmentId
    return station({
      id,
      equipmentId,
      equipmentTypeId: TYPE,
      telemetryId: equipmentId === null ? null : 5_000 + equipmentId,
      equipmentSerialNumber: equipmentId === null ? null : `N${equipmentId}`,
    })
  })
}

/** Somebody's listing. */
export function list(book: Book, world: World, atMs: number): void {
  book.page(() => book.stations.put(listedAt(world, atMs), atMs))
}

/** Somebody's download of a device, up to a moment. */
export function fetchDevice(book: Book, world: World, equipmentId: number, atMs: number): void {
  const records = (world.records.get(equipmentId) ?? []).filter((record) => record.atMs <= atMs)
  const key = { equipmentId, archiveType: 'hourly', view: 'general' } as const
  book.page(() => {
    book.readings.put(key, records)
    book.coverage.mark(
      key,
      { from: dayAt(BEGIN), to: dayAt(atMs - 1) },
      { fetchedAtMs: atMs, state: (day) => (records.some((one) => dayAt(one.atMs) === day) ? 'fetched' : 'empty') },
    )
  })
}
