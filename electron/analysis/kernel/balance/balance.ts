import { COVERAGE_FACTOR, type BranchSide } from '../../../contract/balance-words.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { hoursDueIn } from '../../../contract/known-hours.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'

/** The balance of a branch: what goes in less what goes out, over the time of which all members have a number. Pure. */

/** A station of a branch over the branch's time. */
interface BalanceMember {
  side: BranchSide
  /** m³ of each cell; NaN where it has no number of its own. */
  amounts: Float64Array
  /** The device's limit of error, %. */
  limit: number
}

/** A branch's time, cut into the hours or the gas days that are compared; cells follow one another without a gap. */
export interface BalanceTable {
  /** Where each cell begins, and as the last one where the last cell ends; Unix ms. */
  edgesMs: Float64Array
  members: readonly BalanceMember[]
  /** The time in which hours can be compared: since the archive of each member began, until now; absent: all of it. */
  due?: TimeSpan
}

/** The balance of a period; m³, null where nothing could be compared. */
export interface BalanceSum {
  inputM3: number | null
  outputM3: number | null
  /** Input less output. */
  differenceM3: number | null
  /** Of the input, %; null where nothing went in. */
  differencePercent: number | null
  /** k·√Σ(uᵢVᵢ)² over the members, of the same hours. */
  uncertaintyM3: number | null
  /** Hours of which every member has a number, and all of the period that are due. */
  hoursCompared: number
  hours: number
}

/** Hours of a day without which it is not judged: fewer say little of it. */
export const isMostly = ({ hoursCompared, hours }: Pick<BalanceSum, 'hoursCompared' | 'hours'>): boolean => 2 * hoursCompared >= hours

const NOTHING = { inputM3: null, outputM3: null, differenceM3: null, differencePercent: null, uncertaintyM3: null }

/**
 * What is expected of a sound branch's difference at most: independent devices, each within its limit.
 * @param parts the limit of error of each member, %, and the m³ that it measured
 */
const uncertaintyOf = (parts: readonly { limit: number; m3: number }[]): number =>
  COVERAGE_FACTOR * Math.hypot(...parts.map(({ limit, m3 }) => (limit / 100) * m3))

/** Sums up two sides. @param members the m³ of each member over the hours compared */
function balanceOf(members: readonly { side: BranchSide; limit: number; m3: number }[]): Omit<BalanceSum, 'hoursCompared' | 'hours'> {
  const sumOf = (side: BranchSide) => withoutNoise(members.reduce((sum, one) => sum + (one.side === side ? one.m3 : 0), 0))
  const [inputM3, outputM3] = [sumOf('in'), sumOf('out')]
  const differenceM3 = withoutNoise(inputM3 - outputM3, Math.max(Math.abs(inputM3), Math.abs(outputM3)))
  return { inputM3, outputM3, ...percentOf({ inputM3, differenceM3 }), uncertaintyM3: withoutNoise(uncertaintyOf(members)) }
}

/** The difference with its share of the input. */
const percentOf = ({ inputM3, differenceM3 }: { inputM3: number; differenceM3: number }) => ({
  differenceM3,
  differencePercent: inputM3 > 0 ? (differenceM3 / inputM3) * 100 : null,
})

/** True where the difference is larger than the devices' limits explain. */
export const isBeyond = ({ differenceM3, uncertaintyM3 }: Pick<BalanceSum, 'differenceM3' | 'uncertaintyM3'>): boolean =>
  differenceM3 !== null && uncertaintyM3 !== null && Math.abs(differenceM3) > uncertaintyM3

/** The balance of each period: over the cells that lie in it whole and of which every member has a number. */
export function balanceBy(table: BalanceTable, periods: readonly TimeSpan[]): BalanceSum[] {
  return periods.map((period) => {
    const sums = memberSums(table, period)
    // A member's archive may tell an hour that began before its first record.
    const hours = Math.max(sums.hoursCompared, hoursDueIn(period, table.due ?? period))
    return sums.hoursCompared === 0
      ? { ...NOTHING, hoursCompared: 0, hours }
      : {
          ...balanceOf(table.members.map((member, at) => ({ ...member, m3: sums.m3[at] as number }))),
          hoursCompared: sums.hoursCompared,
          hours,
        }
  })
}

/** What each member measured over the cells of a period that are compared, m³, and how many hours these are. */
export function memberSums(table: BalanceTable, period: TimeSpan): { m3: Float64Array; hoursCompared: number } {
  const { members } = table
  const m3 = new Float64Array(members.length)
  let comparedMs = 0
  for (const place of comparedIn(table, period)) {
    members.forEach(({ amounts }, at) => (m3[at] = (m3[at] as number) + (amounts[place] as number)))
    comparedMs += lengthMs(table, place)
  }
  return { m3: m3.map((sum) => withoutNoise(sum)), hoursCompared: Math.round(comparedMs / HOUR_MS) }
}

/** Hours of a period of which one member has a number of its own, whatever the others have. */
export function hoursOfMember({ edgesMs, members }: BalanceTable, at: number, period: TimeSpan): number {
  const amounts = members[at]?.amounts
  let ms = 0
  for (const place of placesIn(edgesMs, period))
    if (amounts && !Number.isNaN(amounts[place])) ms += (edgesMs[place + 1] as number) - (edgesMs[place] as number)
  return Math.round(ms / HOUR_MS)
}

/** A cell by its part in all that differs. */
export interface GreatestCell extends TimeSpan {
  differenceM3: number
  /** |difference| of the sum of all |differences| of the span, 0 to 1. */
  share: number
}

/** The cells of a span with the greatest share of what differs, the greatest first; none that differs by nothing. */
export function greatestOf(table: BalanceTable, span: TimeSpan, most: number): GreatestCell[] {
  const cells: { place: number; differenceM3: number }[] = []
  let all = 0
  for (const place of comparedIn(table, span)) {
    let [difference, largest] = [0, 0]
    for (const { side, amounts } of table.members) {
      const m3 = amounts[place] as number
      difference += side === 'in' ? m3 : -m3
      largest = Math.max(largest, Math.abs(m3))
    }
    const differenceM3 = withoutNoise(difference, largest)
    all += Math.abs(differenceM3)
    if (differenceM3 !== 0) cells.push({ place, differenceM3 })
  }
  return cells
    .sort((a, b) => Math.abs(b.differenceM3) - Math.abs(a.differenceM3) || a.place - b.place)
    .slice(0, most)
    .map(({ place, differenceM3 }) => ({
      fromMs: table.edgesMs[place] as number,
      toMs: table.edgesMs[place + 1] as number,
      differenceM3,
      share: Math.abs(differenceM3) / all,
    }))
}

function* comparedIn(table: BalanceTable, period: TimeSpan): Generator<number> {
  for (const place of placesIn(table.edgesMs, period))
    if (table.members.length > 0 && table.members.every(({ amounts }) => !Number.isNaN(amounts[place]))) yield place
}

function* placesIn(edgesMs: Float64Array, { fromMs, toMs }: TimeSpan): Generator<number> {
  const first = firstWhere(0, edgesMs.length, (at) => (edgesMs[at] as number) >= fromMs)
  for (let place = first; place + 1 < edgesMs.length && (edgesMs[place + 1] as number) <= toMs; place++) yield place
}

const lengthMs = ({ edgesMs }: BalanceTable, place: number): number => (edgesMs[place + 1] as number) - (edgesMs[place] as number)

/**
 * Puts the hours of a member on the hours of its branch: an hour that a device closes some minutes later is the one that
 * ended then.
 */
export function onHours(edgesMs: Float64Array, { timesMs, amounts }: { timesMs: Float64Array; amounts: Float64Array }): Float64Array {
  const cells = new Float64Array(Math.max(0, edgesMs.length - 1)).fill(Number.NaN)
  const beginMs = edgesMs[0] ?? 0
  timesMs.forEach((endMs, row) => {
    const place = Math.floor((endMs - beginMs) / HOUR_MS) - 1
    if (place >= 0 && place < cells.length) cells[place] = amounts[row] as number
  })
  return cells
}
