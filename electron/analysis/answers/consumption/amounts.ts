import { setImmediate as breath } from 'node:timers/promises'
import type { Book, StationRow } from '../../../book/index.ts'
import { wholeMinute } from '../../../book/completeness/hour-ends.ts'
import type { ConsumptionStep } from '../../../contract/consumption-words.ts'
import type { ConsumptionAmount, ConsumptionBetween } from '../../../contract/consumption.ts'
import { addHours, hoursDueIn, hoursIn, hoursTold, NO_HOURS, type KnownHours } from '../../../contract/known-hours.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { addDays, firstOfMonth } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { withoutNoise, withoutNoiseIn } from '../../../contract/units.ts'
import { sharedGround, type Ground } from '../../station/load/ground.ts'
import { hoursOf, placeAfter, sumOfHours, TOLD } from '../../kernel/amounts/hours.ts'
import { minutesIn, type Ledger } from '../../kernel/amounts/ledger.ts'
import type { NoConsumption } from '../../kernel/amounts/source.ts'
import { hourSteps, stepsOf, yearsBefore, type Step } from '../../kernel/amounts/steps.ts'
import { fillsBetween, hoursOfFill, summing, type StepSum } from '../../kernel/amounts/sum.ts'
import { bookUntil } from '../past.ts'
import { ledgerOfStation, type StationLedger } from './keep.ts'
import { loadSource } from '../../station/load/consumption.ts'
import { askedToDay } from '../../station/load/ledger.ts'

/** Consumption of some stations together. */
export interface AmountsQuestion {
  stationIds: readonly number[]
  by: ConsumptionStep
  from?: Day | undefined
  to?: Day | undefined
  /** Where no days are said: the last so many periods at most. */
  newest?: number | undefined
  earlierYears: number
  gas: GasClock
  /** The clock of the preferences. */
  usual: GasClock
  nowMs: number
}

export interface Amounts {
  from: Day | null
  to: Day | null
  amounts: ConsumptionAmount[]
  total: ConsumptionAmount | null
  /** Times that are in no single amount: see the contract. */
  between: ConsumptionBetween | null
  without: { stationId: number; stationName: string | null; why: NoConsumption }[]
  working: number[]
  leftOut: number[]
}

/** Hours of more days than this are too many to look at. */
const MOST_HOUR_DAYS = 400

/** The amounts of a span, by period, with those of earlier years; other work has its turn between the stations. */
export async function amountsOf(book: Book, question: AmountsQuestion): Promise<Amounts> {
  const { by, gas, usual, nowMs, earlierYears } = question
  const ground = sharedGround(book, usual)
  const span = spanOf(book, question, ground)
  const without: Amounts['without'] = []
  const working: number[] = []
  const leftOut: number[] = []
  if (!span) {
    for (const station of stationsOf(book, question.stationIds))
      without.push({
        stationId: station.id,
        stationName: station.name,
        why: station.equipmentId === null && book.stations.lifeKey(station.id) === '' ? 'no_device' : 'no_records',
      })
    return { from: null, to: null, amounts: [], total: null, between: null, without, working, leftOut }
  }
  const whole: Step = { day: span.from, ...span, ...gasDaySpan(span.from, span.to, gas), part: false }
  whole.part = whole.toMs > nowMs
  const steps = by === 'hour' ? hourSteps(span, gas, (atMs) => gasDayAt(atMs, gas), nowMs) : stepsOf(by, span, gas, nowMs)
  const years = by === 'hour' ? [] : Array.from({ length: earlierYears }, (_, back) => back + 1)
  const earlier = steps.map((step) => years.map((back) => (by === 'hour' ? null : yearsBefore(by, step, back, gas))))
  const others = earlier.flat().filter((step) => step !== null)
  const first = others.reduce((least, { from }) => (from < least ? from : least), span.from)
  const totals = new Map<Step, Total>([...steps, ...others, whole].map((step) => [step, newTotal()]))
  const between: ConsumptionBetween = { m3: 0, ...NO_HOURS, rows: [] }
  let stations = 0
  for (const id of question.stationIds) {
    const then = bookUntil(book, [id], whole.toMs)
    const station = then.stations.get(id)
    if (!station) continue
    const ledger = ledgerOfStation(then, station, { ground, nowMs, gas, span: { from: first, to: span.to } })
    await breath()
    if (typeof ledger === 'string') {
      without.push({ stationId: station.id, stationName: station.name, why: ledger })
      continue
    }
    stations++
    if (ledger.unit === 'working_m3') working.push(station.id)
    if (ledger.leftOut) leftOut.push(station.id)
    const due: TimeSpan = { fromMs: ledger.sinceMs, toMs: nowMs }
    const sum = summing(ledger, due)
    let rows: Rows = { of: sum, between: betweenSteps(ledger, steps, whole) }
    if (by === 'hour') rows = hourRows(then, station, { ground, nowMs, gas }, { ledger, due, steps, whole })
    for (const step of steps) add(totals.get(step), rows.of(step))
    for (const step of [...others, whole]) add(totals.get(step), sum(step), ledger.sinceMs > step.fromMs)
    note(between, station.id, rows.between)
  }
  const amountOf = (step: Step, before: ConsumptionAmount['earlier']) => amount(step, totals.get(step) ?? newTotal(), stations, before)
  const amounts = steps.map((step, at) =>
    amountOf(
      step,
      (earlier[at] ?? []).flatMap((other) => {
        const total = other && totals.get(other)
        return other && total
          ? [
              {
                day: other.day,
                m3: total.m3 === null ? null : withoutNoise(total.m3),
                complete: total.m3 === null ? null : hoursTold(total.hours) / hoursIn(total.hours),
                part: total.m3 !== null && total.isPart,
              },
            ]
          : []
      }),
    ),
  )
  between.m3 = withoutNoise(between.m3)
  return {
    ...span,
    amounts,
    total: stations === 0 ? null : amountOf(whole, []),
    between: between.rows.length > 0 ? between : null,
    without,
    working,
    leftOut,
  }
}

/** One station's part in the rows, and the time that is in none. */
interface Rows {
  of: (step: Step) => StepSum
  between: BetweenRow[]
}
type BetweenRow = Omit<ConsumptionBetween['rows'][number], 'stationId'>

/** More lines than this nobody reads: their sum is told. */
const MOST_BETWEEN = 1000

function note(between: ConsumptionBetween, stationId: number, rows: readonly BetweenRow[]): void {
  for (const row of rows) {
    between.m3 += row.m3
    addHours(between, row)
    if (between.rows.length < MOST_BETWEEN) between.rows.push({ stationId, ...row })
  }
}

const betweenSteps = (ledger: Ledger, steps: readonly Step[], whole: TimeSpan): BetweenRow[] =>
  fillsBetween(ledger, steps, whole).map((fill) => ({ fromMs: fill.fromMs, toMs: fill.toMs, m3: fill.m3, ...hoursOfFill(fill) }))

interface Total extends Omit<StepSum, 'hours'> {
  hours: KnownHours
  stations: number
  /** The archive of a station begins within or after it. */
  isPart: boolean
}
const newTotal = (): Total => ({
  m3: null,
  hours: { ...NO_HOURS },
  abnormalHours: 0,
  substituteHours: null,
  stations: 0,
  isPart: false,
})

function add(total: Total | undefined, { m3, hours, abnormalHours, substituteHours }: StepSum, isPart = false): void {
  if (!total) return
  total.isPart ||= isPart
  if (m3 !== null) {
    total.m3 = (total.m3 ?? 0) + m3
    total.stations++
  }
  addHours(total.hours, hours)
  total.abnormalHours += abnormalHours
  if (substituteHours !== null) total.substituteHours = (total.substituteHours ?? 0) + substituteHours
}

function amount(
  { fromMs, toMs, day, part }: Step,
  { m3, hours, abnormalHours, substituteHours, stations: withNumber }: Total,
  stations: number,
  earlier: ConsumptionAmount['earlier'],
): ConsumptionAmount {
  return {
    fromMs,
    toMs,
    day,
    m3: m3 === null ? null : withoutNoise(m3),
    ...hours,
    ...withoutNoiseIn({ abnormalHours, substituteHours }),
    stations: withNumber,
    stationsAll: stations,
    part,
    earlier,
  }
}

/**
 * The hours of a station one by one. What is known of a day and of none of its hours alone is between them, so that they
 * add up to the days.
 */
function hourRows(
  book: Book,
  station: StationRow,
  { ground, nowMs, gas }: { ground: Ground; nowMs: number; gas: GasClock },
  { ledger, due, steps, whole }: { ledger: StationLedger; due: TimeSpan; steps: readonly Step[]; whole: Step },
): Rows {
  const read = loadSource(book, station, { ground, nowMs })
  const source = typeof read === 'string' ? null : read
  const hours = source?.hourly ? hoursOf(source.hourly, source.breaksMs) : null
  const of = (step: TimeSpan): StepSum => {
    // A gas day has the hours that end after its beginning, up to and with its end, and so has each of its hours.
    const place = hours ? placeAfter(hours.timesMs, step.fromMs) : 0
    const m3 = hours && (hours.timesMs[place] ?? Infinity) <= step.toMs ? (hours.amounts[place] as number) : Number.NaN
    return {
      m3: Number.isNaN(m3) ? null : m3,
      hours: Number.isNaN(m3)
        ? { ...NO_HOURS, unknown: hoursDueIn(step, due) }
        : { ...NO_HOURS, [hours?.told[place] === TOLD.record ? 'received' : 'byCounter']: 1 },
      abnormalHours: minutesIn(source?.abnormal ?? [], step) / 60,
      substituteHours: source?.substitute ? minutesIn(source.substitute, step) / 60 : null,
    }
  }
  const between = ledger.days.flatMap((one): BetweenRow[] => {
    const day = gasDaySpan(one.day, one.day, gas)
    if (one.m3 === null || day.fromMs < whole.fromMs || day.toMs > whole.toMs) return []
    const alone = hours ? sumOfHours(hours, day) : { m3: 0, received: 0, byCounter: 0 }
    const rest = { received: one.received - alone.received, byCounter: one.byCounter - alone.byCounter, byDaily: one.byDaily, unknown: 0 }
    return hoursTold(rest) === 0 ? [] : [{ ...day, m3: withoutNoise(one.m3 - alone.m3), ...rest }]
  })
  return { of, between: [...between, ...betweenSteps(ledger, steps, whole)].sort((a, b) => a.fromMs - b.fromMs) }
}

/** Stations one after another: of thousands no list of rows is held. */
function* stationsOf(book: Book, ids: readonly number[]): Generator<StationRow> {
  for (const id of ids) {
    const station = book.stations.get(id)
    if (station) yield station
  }
}

/** The days that were asked for, else all that the stations have, up to today. */
export function spanOf(
  book: Book,
  { stationIds, by, from, to, newest, gas, nowMs }: Omit<AmountsQuestion, 'earlierYears'>,
  ground: Ground,
): Span | null {
  let [first, last] = [from, to]
  if (first === undefined || last === undefined) {
    let [leastMs, mostMs] = [Infinity, -Infinity]
    for (const station of stationsOf(book, stationIds)) {
      const own = ground.gasOf(station.id)
      const held = book.stations.devices(station.id).flatMap(({ equipmentId, time }) => book.readings.archives(equipmentId, time))
      for (const { archiveType, firstMs, lastMs } of held) {
        if (archiveType !== 'hourly' && archiveType !== 'daily' && archiveType !== 'monthly') continue
        const [firstEndMs, lastEndMs] = [wholeMinute(firstMs), wholeMinute(lastMs)]
        leastMs = Math.min(
          leastMs,
          archiveType === 'monthly' ? gasDaySpan(gasDayAt(firstEndMs - 1, own), gasDayAt(firstEndMs - 1, own), gas).fromMs : firstEndMs,
        )
        mostMs = Math.max(mostMs, lastEndMs)
      }
      // A silent station's span goes on: what it did not send is missing.
      const askedTo = askedToDay(book, station, { ground, gas: own, nowMs })
      if (askedTo !== null) mostMs = Math.max(mostMs, gasDaySpan(askedTo, askedTo, own).toMs)
    }
    if (!Number.isFinite(leastMs)) return null
    first ??= gasDayAt(leastMs - 1, gas)
    last ??= gasDayAt(Math.min(mostMs, nowMs) - 1, gas)
  }
  if (first > last) return null
  if (newest !== undefined && from === undefined && to === undefined) first = laterOf(first, beginOfNewest(by, last, newest))
  const least = addDays(last, 1 - MOST_HOUR_DAYS)
  return { from: by === 'hour' && first < least ? least : first, to: last }
}

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b)

/** The first day of the last so many periods, that of a day among them. */
function beginOfNewest(by: ConsumptionStep, last: Day, periods: number): Day {
  if (by === 'hour') return addDays(last, 1 - Math.ceil(periods / HOURS_A_DAY))
  return by === 'day'
    ? addDays(last, 1 - periods)
    : firstOfMonth(last, by === 'month' ? 1 - periods : 12 - Number(last.slice(5, 7)) + 1 - 12 * periods)
}
const HOURS_A_DAY = 24
