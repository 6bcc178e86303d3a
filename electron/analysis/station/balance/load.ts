import type { Book } from '../../../book/index.ts'
import type { Branch } from '../../../book/branches/branches.ts'
import { USUAL_LIMIT_PERCENT, type BranchMember, type NotBalanced } from '../../../contract/balance-words.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { addDays } from '../../../contract/time/day.ts'
import { clockFor, NO_WISH, type StationClock } from '../../../contract/time/gas-clock.ts'
import { gasDayAt, gasDaySpan, gasPeriods, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { onHours, type BalanceTable } from '../../kernel/balance/balance.ts'
import { exactDays } from '../../kernel/amounts/days.ts'
import { READ_BEFORE_DAYS } from '../../kernel/amounts/counts.ts'
import { hourAmounts } from '../../kernel/amounts/hours.ts'
import { ledgerOf } from '../../kernel/amounts/ledger.ts'
import type { ConsumptionSource } from '../../kernel/amounts/source.ts'
import type { Ground } from '../load/ground.ts'
import { loadSource } from '../load/consumption.ts'
import { limitOf } from '../limit-of-error.ts'
import { rangeOf } from '../../kernel/amounts/range.ts'

/** Reads what a branch's members measured, from the one owner of what flowed at a station. */

export interface BranchQuestion {
  ground: Ground
  /** The clock of the preferences. */
  usual: GasClock
  nowMs: number
  /** Gas days of the branch, both included; open: from the first to the last day that any member tells. */
  span?: Partial<Span>
}

/** A member as it takes part in the balance. */
interface LoadedMember extends BranchMember {
  stationName: string | null
  /** The limit of error that is reckoned with, %, and whether nobody typed it in. */
  limit: number
  isUsualLimit: boolean
  /** Why it has no number to compare; null: it has. */
  why: NotBalanced | null
}

export interface LoadedBranch {
  branch: Branch
  gas: StationClock
  members: LoadedMember[]
  /** Absent where no member tells anything in the span. */
  span: Span | null
  /** What a cell is. Days, where a member tells no hours. */
  cell: 'hour' | 'day'
  /** In the order of the members; of one without a number all are NaN. */
  table: BalanceTable
}

/** The gas day and the zone of a branch: its own, else the book's, else those of the preferences. */
export const clockOfBranch = (book: Pick<Book, 'clocks'>, branch: Branch, usual: GasClock): StationClock =>
  clockFor(branch, book.clocks.ofBook(), usual, NO_WISH, 'branch')

/** One member after another, so that other work can have its turn between them. */
export function* loadingBranch(book: Book, branch: Branch, question: BranchQuestion): Generator<void, LoadedBranch> {
  const { ground, usual, nowMs, span: asked = {} } = question
  const gas = clockOfBranch(book, branch, usual)
  const fromMs = asked.from === undefined ? {} : { fromMs: gasDaySpan(addDays(asked.from, -READ_BEFORE_DAYS), asked.from, gas).fromMs }
  const read: (ConsumptionSource | NotBalanced)[] = []
  for (const { stationId } of branch.members) {
    const station = book.stations.get(stationId)
    read.push(station ? loadSource(book, station, { ground, nowMs, ...fromMs }) : 'not_in_book')
    yield
  }
  const cell = read.some((one) => typeof one !== 'string' && !one.hourly) ? 'day' : 'hour'
  const sources = comparable(read, cell, gas)
  const span = spanOf(sources, asked, gas, nowMs)
  const whole = span && gasDaySpan(span.from, span.to, gas)
  const edgesMs = whole === null ? new Float64Array(0) : cell === 'hour' ? hourEdges(whole) : dayEdges(whole, gas)
  const members = branch.members.map((member, at): LoadedMember => {
    const source = sources[at] as ConsumptionSource | NotBalanced
    const station = book.stations.get(member.stationId)
    const typed = limitOf(book, member.stationId)
    return {
      ...member,
      stationName: station?.name ?? null,
      limit: typed ?? USUAL_LIMIT_PERCENT,
      isUsualLimit: typed === null,
      why: typeof source === 'string' ? source : null,
    }
  })
  const amounts = sources.map((source): Float64Array => {
    if (typeof source === 'string' || whole === null) return new Float64Array(Math.max(0, edgesMs.length - 1)).fill(Number.NaN)
    if (cell === 'hour') return onHours(edgesMs, hourAmounts(source))
    return Float64Array.from(ledgerOf(source, whole, gas).days, ({ m3, unknown }) => (m3 === null || unknown > 0 ? Number.NaN : m3))
  })
  return {
    branch,
    gas,
    members,
    span,
    cell,
    table: {
      edgesMs,
      due: { fromMs: latestBegin(book, branch, sources), toMs: nowMs },
      members: members.map(({ side, limit }, at) => ({ side, limit, amounts: amounts[at] as Float64Array })),
    },
  }
}

/** From when on all members that take part have an archive, however late the first record is that was read of it. */
const latestBegin = (book: Book, { members }: Branch, sources: readonly (ConsumptionSource | NotBalanced)[]): number =>
  members.reduce((latest, { stationId }, at) => {
    if (typeof sources[at] === 'string') return latest
    const archives = book.stations.devices(stationId).flatMap(({ equipmentId, time }) => book.readings.archives(equipmentId, time))
    const told = archives.filter(({ archiveType }) => ['hour', 'day'].includes(recordPeriod(archiveType) ?? ''))
    const begins = told.map(({ archiveType, firstMs }) => firstMs - (recordPeriod(archiveType) === 'hour' ? HOUR_MS : DAY_MS))
    return begins.length === 0 ? latest : Math.max(latest, Math.min(...begins))
  }, -Infinity)

/** All at once. */
export function loadBranch(book: Book, branch: Branch, question: BranchQuestion): LoadedBranch {
  const loading = loadingBranch(book, branch, question)
  for (;;) {
    const step = loading.next()
    if (step.done) return step.value
  }
}

/**
 * Takes out what cannot be set against the others: working m³ against standard ones; and, where days are compared, days that
 * close at another hour than the branch's and have no hours to be cut anew.
 */
function comparable(read: readonly (ConsumptionSource | NotBalanced)[], cell: 'hour' | 'day', gas: GasClock) {
  const standard = read.some((one) => typeof one !== 'string' && one.unit === 'standard_m3')
  return read.map((one): ConsumptionSource | NotBalanced => {
    if (typeof one === 'string') return one
    if (standard && one.unit !== 'standard_m3') return 'other_unit'
    if (cell === 'day' && !one.hourly && !one.daily) return 'no_days'
    if (cell !== 'day' || one.hourly || !one.daily) return one
    const daily = exactDays(one.daily, gas)
    return daily.timesMs.length === 0 && one.daily.timesMs.length > 0 ? 'other_hour' : { ...one, daily }
  })
}

/** From the first to the last gas day that any member tells, as far as it is asked for and not yet to come. */
function spanOf(
  sources: readonly (ConsumptionSource | NotBalanced)[],
  { from, to }: Partial<Span>,
  gas: GasClock,
  nowMs: number,
): Span | null {
  const ranges = sources.flatMap((one): TimeSpan[] => {
    const range = typeof one === 'string' ? null : rangeOf(one, gas)
    return range && range.toMs > range.fromMs ? [range] : []
  })
  if (ranges.length === 0) return null
  const first = gasDayAt(Math.min(...ranges.map(({ fromMs }) => fromMs)), gas)
  const last = gasDayAt(Math.min(Math.max(...ranges.map(({ toMs }) => toMs)), nowMs) - 1, gas)
  const span = { from: later(from, first), to: to !== undefined && to < last ? to : last }
  return span.from > span.to ? null : span
}
const later = (asked: Day | undefined, first: Day): Day => (asked !== undefined && asked > first ? asked : first)

const hourEdges = ({ fromMs, toMs }: TimeSpan): Float64Array =>
  Float64Array.from({ length: Math.round((toMs - fromMs) / HOUR_MS) + 1 }, (_, at) => fromMs + at * HOUR_MS)
const dayEdges = (whole: TimeSpan, gas: GasClock): Float64Array =>
  Float64Array.from([...gasPeriods(whole, 'day', gas).map(({ fromMs }) => fromMs), whole.toMs])
