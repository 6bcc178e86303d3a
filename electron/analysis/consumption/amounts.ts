import { setImmediate as breath } from 'node:timers/promises'
import type { Book, StationRow } from '../../book/index.ts'
import type { ConsumptionStep } from '../../contract/consumption-words.ts'
import type { ConsumptionAmount } from '../../contract/consumption.ts'
import type { Day, Span } from '../../contract/records.ts'
import { addDays } from '../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock } from '../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { inSlices } from '../findings/judge-stations.ts'
import { converted } from '../../contract/units.ts'
import { sharedGround, type Ground } from '../findings/load/ground.ts'
import { wholeMinute } from '../../book/completeness/hour-ends.ts'
import { hourAmounts, minutesIn } from './ledger.ts'
import { ledgerOfStation, type StationLedger } from './keep.ts'
import { loadSource } from './load.ts'
import type { NoConsumption } from './source.ts'
import { hourSteps, hoursUntil, stepsOf, yearsBefore, type Step } from './steps.ts'
import { summing, type StepSum } from './sum.ts'

/** Consumption of some stations together. */
export interface AmountsQuestion {
  stationIds: readonly number[]
  by: ConsumptionStep
  from?: Day | undefined
  to?: Day | undefined
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
  without: { stationId: number; stationName: string | null; why: NoConsumption }[]
  working: number[]
}

/** Hours of more days than this are too many to look at. */
const MOST_HOUR_DAYS = 400

/** The amounts of a span, by period, with those of earlier years; other work has its turn between the stations. */
export async function amountsOf(book: Book, question: AmountsQuestion): Promise<Amounts> {
  const { by, gas, usual, nowMs, earlierYears } = question
  const ground = sharedGround(book, usual)
  const span = await spanOf(book, question, ground)
  const without: Amounts['without'] = []
  const working: number[] = []
  if (!span) {
    for (const station of stationsOf(book, question.stationIds))
      without.push({ stationId: station.id, stationName: station.name, why: station.equipmentId === null ? 'no_device' : 'no_records' }) // oxfmt-ignore
    return { from: null, to: null, amounts: [], total: null, without, working }
  }
  const whole: Step = { day: span.from, ...span, ...gasDaySpan(span.from, span.to, gas), part: false }
  whole.part = whole.toMs > nowMs
  const steps = by === 'hour' ? hourSteps(span, gas, (atMs) => gasDayAt(atMs, gas), nowMs) : stepsOf(by, span, gas, nowMs) // oxfmt-ignore
  const years = by === 'hour' ? [] : Array.from({ length: earlierYears }, (_, back) => back + 1)
  const earlier = steps.map((step) => years.map((back) => (by === 'hour' ? null : yearsBefore(by, step, back, gas))))
  const all = [...steps, ...earlier.flat().filter((step) => step !== null)]
  const first = all.reduce((least, { from }) => (from < least ? from : least), span.from)
  const totals = new Map<Step, Total>([...all, whole].map((step) => [step, newTotal()]))
  let stations = 0
  for (const station of stationsOf(book, question.stationIds)) {
    const sums =
      by === 'hour'
        ? await hourSums(book, station, { ground, nowMs }, steps)
        : await daySums(book, station, { ground, nowMs, gas, span: { from: first, to: span.to } })
    if (typeof sums === 'string') {
      without.push({ stationId: station.id, stationName: station.name, why: sums })
      continue
    }
    stations++
    if (sums.unit === 'working_m3') working.push(station.id)
    for (const [step, total] of totals) add(total, sums.of(step))
  }
  const amountOf = (step: Step, others: ConsumptionAmount['earlier']) => amount(step, totals.get(step) ?? newTotal(), { stations, nowMs }, others) // oxfmt-ignore
  const amounts = steps.map((step, at) =>
    amountOf(
      step,
      (earlier[at] ?? []).flatMap((other) => {
        const total = other && totals.get(other)
        return other && total
          ? [
              {
                day: other.day,
                m3: total.m3 === null ? null : converted(total.m3, AS_IS),
                complete: shareOf(other, total, stations),
              },
            ]
          : []
      }),
    ),
  )
  return { ...span, amounts, total: stations === 0 ? null : amountOf(whole, []), without, working }
}

interface Total extends StepSum {
  stations: number
}
const newTotal = (): Total => ({ m3: null, hours: 0, abnormalHours: 0, substituteHours: 0, stations: 0 })

function add(total: Total, { m3, hours, abnormalHours, substituteHours }: StepSum): void {
  if (m3 !== null) {
    total.m3 = (total.m3 ?? 0) + m3
    total.stations++
  }
  total.hours += hours
  total.abnormalHours += abnormalHours
  total.substituteHours += substituteHours
}

function amount(
  { fromMs, toMs, day, part }: Step,
  { m3, hours, abnormalHours, substituteHours, stations: withNumber }: Total,
  { stations, nowMs }: { stations: number; nowMs: number },
  earlier: ConsumptionAmount['earlier'],
): ConsumptionAmount {
  const expected = hoursUntil({ fromMs, toMs }, nowMs) * stations
  return { fromMs, toMs, day, m3: m3 === null ? null : converted(m3, AS_IS), hours, hoursExpected: Math.max(expected, hours), abnormalHours, substituteHours, stations: withNumber, stationsAll: stations, part, earlier } // oxfmt-ignore
}

/** Drops the noise of adding. */
const AS_IS = { factor: 1, offset: 0 }

/** The share of hours of an earlier period; null where there is nothing. */
const shareOf = (step: Step, { m3, hours }: Total, stations: number): number | null =>
  m3 === null || stations === 0 ? null : hours / (hoursUntil(step, Infinity) * stations)

interface StationSums {
  unit: StationLedger['unit']
  of: (step: Step) => StepSum
}

/** Runs steps, with other work between them. */
const finished = async <T>(steps: Generator<unknown, T>): Promise<T> => (await inSlices(steps)) as T

type Asked = Parameters<typeof ledgerOfStation>[2]

async function daySums(book: Book, station: StationRow, question: Asked): Promise<StationSums | NoConsumption> {
  const ledger = await finished(ledgerOfStation(book, station, question))
  await breath()
  return typeof ledger === 'string' ? ledger : { unit: ledger.unit, of: summing(ledger) }
}

async function hourSums(
  book: Book,
  station: StationRow,
  { ground, nowMs }: { ground: Ground; nowMs: number },
  steps: readonly Step[],
): Promise<StationSums | NoConsumption> {
  const source = await finished(loadSource(book, station, { ground, nowMs }))
  await breath()
  if (typeof source === 'string') return source
  if (!source.hourly) return 'no_archive'
  const { timesMs, amounts } = hourAmounts(source)
  const places = new Map(steps.map(({ toMs }, at) => [toMs, at]))
  const byStep = new Float64Array(steps.length).fill(Number.NaN)
  const minute = source.hourly.minute
  timesMs.forEach((atMs, row) => {
    // An hour that a device closes some minutes later is the one that ended then.
    const place = places.get(atMs - minute * MINUTE_MS)
    if (place !== undefined) byStep[place] = amounts[row] as number
  })
  const whole = steps.reduce((sum, _, at) => sum + (Number.isNaN(byStep[at]) ? 0 : (byStep[at] as number)), 0)
  const known = byStep.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
  return {
    unit: source.unit,
    of(step) {
      const abnormalHours = minutesIn(source.abnormal, step) / 60
      const substituteHours = minutesIn(source.substitute, step) / 60
      const place = step.toMs - step.fromMs <= HOUR_MS ? places.get(step.toMs) : undefined
      if (place === undefined) return { m3: known > 0 ? whole : null, hours: known, abnormalHours, substituteHours }
      const m3 = byStep[place] as number
      return Number.isNaN(m3) ? { m3: null, hours: 0, abnormalHours, substituteHours } : { m3, hours: 1, abnormalHours, substituteHours } // oxfmt-ignore
    },
  }
}

/** Stations one after another: of thousands no list of rows is held. */
function* stationsOf(book: Book, ids: readonly number[]): Generator<StationRow> {
  for (const id of ids) {
    const station = book.stations.get(id)
    if (station) yield station
  }
}

/** The days that were asked for, else all that the stations have, up to today. */
export async function spanOf(
  book: Book,
  { stationIds, by, from, to, gas, nowMs }: Omit<AmountsQuestion, 'earlierYears'>,
  ground: Ground,
): Promise<Span | null> {
  let [first, last] = [from, to]
  if (first === undefined || last === undefined) {
    let [leastMs, mostMs] = [Infinity, -Infinity]
    let done = 0
    for (const { id, equipmentId } of stationsOf(book, stationIds)) {
      if (++done % 200 === 0) await breath()
      if (equipmentId === null) continue
      const own = ground.gasOf(id)
      for (const { archiveType, firstMs, lastMs } of book.readings.archives(equipmentId)) {
        if (archiveType !== 'hourly' && archiveType !== 'daily' && archiveType !== 'monthly') continue
        const [firstEndMs, lastEndMs] = [wholeMinute(firstMs), wholeMinute(lastMs)]
        leastMs = Math.min(leastMs, archiveType === 'monthly' ? gasDaySpan(gasDayAt(firstEndMs - 1, own), gasDayAt(firstEndMs - 1, own), gas).fromMs : firstEndMs) // oxfmt-ignore
        mostMs = Math.max(mostMs, lastEndMs)
      }
    }
    if (!Number.isFinite(leastMs)) return null
    first ??= gasDayAt(leastMs - 1, gas)
    last ??= gasDayAt(Math.min(mostMs, nowMs) - 1, gas)
  }
  if (first > last) return null
  const least = addDays(last, 1 - MOST_HOUR_DAYS)
  return { from: by === 'hour' && first < least ? least : first, to: last }
}
