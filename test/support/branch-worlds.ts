import type { Book } from '../../electron/book/index.ts'
import type { BranchMember } from '../../electron/contract/balance-words.ts'
import type { Station } from '../../electron/contract/records.ts'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { HOUR_MS } from '../../electron/contract/time/units.ts'
import { random } from './station-data.ts'

/**
 * Branches of which the truth is known: gas goes in, is split among consumers and measured by devices, each within its limit
 * of error. What a device shows is true × (1 + its own constant error + the noise of the hour), the constant error being at
 * most two thirds of the limit and the noise at most one third, so that no record is ever off by more than the limit.
 */

/** The first gas day and how many there are; gas days begin at 10:00 UTC. */
export const BRANCH_CLOCK = { zone: 'UTC', contractHour: 10 }
export const FIRST_MS = Date.UTC(2026, 8, 1, 10)

interface TrueMember extends BranchMember {
  /** % */
  limit: number
  /** m³ of each hour as the device shows it; NaN where it has no record. */
  shown: Float64Array
}
export interface TrueBranch {
  name: string
  members: TrueMember[]
  /** From which hour on a part of what goes in does not come out; null: never. */
  leaksFrom: number | null
}

interface Wish {
  seed: number
  days: number
  /** The first station's id; the others follow. */
  firstId: number
  /** The share of what goes in that is lost from `leaksFrom` on. */
  leak?: number
  leaksFrom?: number
  /** Limits of error are drawn from here, %. */
  limits: readonly [least: number, most: number]
  /** Records that are missing, at most, of a device: 0 to 1. */
  missing?: number
}

export function trueBranch({ seed, days, firstId, leak = 0, leaksFrom, limits, missing = 0.02 }: Wish): TrueBranch {
  const next = random(seed)
  const hours = days * 24
  const between = (least: number, most: number) => least + (most - least) * next()
  const [inputs, outputs] = [1 + Math.floor(next() * 2), 3 + Math.floor(next() * 5)]
  const sizes = Array.from({ length: outputs }, () => between(5, 120))
  const used = sizes.map((size) =>
    Float64Array.from({ length: hours }, (_, hour) => size * (1 + 0.4 * Math.sin(((hour % 24) / 24) * 2 * Math.PI)) * between(0.8, 1.2)),
  )
  const isLeaking = (hour: number) => leaksFrom !== undefined && hour >= leaksFrom
  // What goes in is what is used and, while it leaks, so much more that the leak is its share of it.
  const entered = Float64Array.from(
    { length: hours },
    (_, hour) => used.reduce((sum, one) => sum + (one[hour] as number), 0) / (isLeaking(hour) ? 1 - leak : 1),
  )
  const split = inputs === 1 ? [1] : [0.6, 0.4]
  const device = (true_: Float64Array): Pick<TrueMember, 'limit' | 'shown'> => {
    const limit = Number(between(...limits).toFixed(2))
    const constant = (between(-2 / 3, 2 / 3) * limit) / 100
    const lacks = between(0, missing)
    const shown = true_.map((m3) => {
      const error = constant + (between(-1 / 3, 1 / 3) * limit) / 100
      return next() < lacks ? Number.NaN : m3 * (1 + error)
    })
    return { limit, shown }
  }
  const members = [
    ...split.map((share) => ({ side: 'in' as const, true_: entered.map((m3) => m3 * share) })),
    ...used.map((true_) => ({ side: 'out' as const, true_ })),
  ].map(({ side, true_ }, at): TrueMember => ({ stationId: firstId + at, side, ...device(true_) }))
  return { name: `Branch ${seed}`, members, leaksFrom: leaksFrom ?? null }
}

/** Fills an empty book with the stations, records, limits and branches. */
export function bookOfBranches(book: Book, branches: readonly TrueBranch[], nowMs: number, { drawn = true } = {}): Book {
  book.stations.put(
    branches.flatMap(({ members }) => members.map(({ stationId }) => stationOf(stationId))),
    FIRST_MS,
  )
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: null,
      channelVarname: 'Vpriv',
      unitName: 'м3',
    },
  ])
  for (const branch of branches) {
    book.page(() => {
      for (const { stationId, shown, limit } of branch.members) {
        putHours(book, stationId, shown, nowMs)
        book.typed.write(stationId, [{ fact: 'limit_of_error', value: String(limit) }], 'Ольга', FIRST_MS)
      }
      if (drawn) draw(book, branch)
    })
  }
  return book
}

const stationOf = (id: number): Station => ({
  id,
  name: `ГРП-${id}`,
  equipmentTypeId: 1,
  equipmentTypeVarname: 'flougas',
  equipmentBrandName: 'Флоугаз',
  phone: '',
  equipmentId: 1000 + id,
  telemetryId: 100_000 + id,
  customerId: null,
  equipmentSerialNumber: String(10_000 + id),
  statusNameValue: null,
  volumeValue: null,
  volumeUnit: 'м3',
  pressureValue: null,
  pressureUnit: '',
  temperatureValue: null,
  temperatureUnit: '°C',
  lastSeanceEventMs: null,
  uid: `u${id}`,
})

const draw = (book: Book, { name, members }: Pick<TrueBranch, 'name' | 'members'>) =>
  book.branches.say(
    null,
    { name, timeZone: null, contractHour: null, members: members.map(({ stationId, side }) => ({ stationId, side })), author: 'Ольга' },
    // Ids sort by the time of drawing: one after the other.
    FIRST_MS + (members[0]?.stationId ?? 0),
  )

/** The hours of a station, from `FIRST_MS` on. Call inside a page. */
export function putHours(book: Book, stationId: number, shown: Float64Array, fetchedAtMs: number): void {
  const key = { equipmentId: 1000 + stationId, archiveType: 'hourly', view: 'general' } as const
  const records = [...shown].flatMap((m3, hour) =>
    Number.isNaN(m3) ? [] : [{ atMs: FIRST_MS + (hour + 1) * HOUR_MS, values: { Vpriv: m3 } }],
  )
  book.readings.put(key, records)
  const from = dayAt(FIRST_MS)
  book.coverage.mark(key, { from, to: addDays(from, shown.length / 24) }, { state: 'fetched', fetchedAtMs })
}
