import { exchangeCounter } from '../../../analysis/answers/devices.ts'
import { extremesIn, gaugesOf, type Counter, type Extremes, type Gauges } from '../../../analysis/answers/consumption/gauges.ts'
import { ledgerIn, ledgerOfStation, type StationLedger } from '../../../analysis/answers/consumption/keep.ts'
import { hourAmounts } from '../../../analysis/kernel/amounts/hours.ts'
import { minutesIn, sharedHours, type Ledger, type LedgerDay } from '../../../analysis/kernel/amounts/ledger.ts'
import { loadSource } from '../../../analysis/station/load/consumption.ts'
import type { Between, ConsumptionSource, NoConsumption } from '../../../analysis/kernel/amounts/source.ts'
import { stepsOf, type Step } from '../../../analysis/kernel/amounts/steps.ts'
import { summing } from '../../../analysis/kernel/amounts/sum.ts'
import { m3Within } from '../../../analysis/kernel/amounts/within.ts'
import { lifeExchanges, withCounters, type ExchangeRow } from '../../../analysis/station/settings/life-exchanges.ts'
import { sharedGround } from '../../../analysis/station/load/ground.ts'
import type { Book, StationRow } from '../../../book/index.ts'
import type { FindingRow } from '../../../contract/findings.ts'
import { hoursTold, isKnownWhole, type KnownHours } from '../../../contract/known-hours.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { withoutNoise } from '../../../contract/units.ts'
import type { FormSource } from '../content.ts'
import type { PartSpan } from '../part.ts'
import { unlessStopped } from '../stopped.ts'
import type { FormStep } from '../vocabulary.ts'
import { holesBetween, type BetweenHole } from './between-rows.ts'
import { findingsOfData } from './finding-notes.ts'
import { piecesOfDays, piecesOfHours, sharing, type ShareOf } from './finding-share.ts'

/** What the consumption forms say of a station, as numbers: period by period, and of the whole span. */

/** One gas day or month; or the whole span. m³ (counters: see `counterOf`), hours, minutes; null where there is no number. */
export interface Measured {
  step: Step
  standard: number | null
  working: number | null
  counterFrom: number | null
  counterTo: number | null
  pressure: Extremes | null
  temperature: Extremes | null
  /** How much of it is known. */
  hours: KnownHours
  /** Hours of which the working volume is not known though the standard one is. */
  workingUnknown: number
  abnormalMinutes: number
  /** While abnormal situations lasted, of an hour in part as large a part; null where no hour of them is known. */
  abnormalVolume: number | null
  /** Null: nobody can tell whether a substitute was in use. */
  substituteMinutes: number | null
  /** Days of it by how their number came about. */
  ways: Readonly<Record<NonNullable<LedgerDay['way']> | 'none', number>>
  /** The period has not ended by now. */
  isRunning: boolean
  /** The span has a part of it alone. */
  isCut: boolean
}

export interface Consumption {
  periods: Measured[]
  whole: Measured
  gauges: Gauges
  /** Hours one by one: m³ by the end of each; empty where the station has no hourly archive. */
  hours: { timesMs: Float64Array; amounts: Float64Array }
  /** The channel of the standard, and of the working volume. */
  channels: { standard: string | null; working: string | null }
  /** Records between the hours, and what they are; null: there are none. */
  betweenHours: Between | null
  /** In the total, and in no period. */
  holes: BetweenHole[]
  exchanges: ExchangeRow[]
  /** All that the rules found in the station's data. */
  findings: FindingRow[]
  /** How much of a finding's m³ a period has. */
  shareOf: ShareOf
  /** It has records of months alone: what is told over days is told by them. */
  byMonths: boolean
}

/** A period that is over, with a number of each of its hours. */
export const isWhole = ({ isRunning, isCut, hours, step }: Measured): boolean => !isRunning && !isCut && isKnownWhole(hours, step)

/** The counter of what the total is of. Its numbers are m³ where the unit is known. */
export const counterOf = ({ channels, gauges }: Pick<Consumption, 'channels' | 'gauges'>): Counter | null =>
  channels.standard === null ? gauges.workingCounter : gauges.standardCounter

interface Question {
  station: StationRow
  span: PartSpan
  gas: GasClock
  usual: GasClock
  step: FormStep
  nowMs: number
  signal?: AbortSignal | undefined
}

/** Gas days that a station's records reach over; null: it has no numbers. */
export async function consumptionDays(
  book: Book,
  station: StationRow,
  { gas, usual, nowMs, signal }: Pick<Question, 'gas' | 'usual' | 'nowMs' | 'signal'>,
): Promise<LedgerDay[]> {
  const ground = sharedGround(book, usual)
  await unlessStopped(signal)
  const ledger = ledgerOfStation(book, station, { ground, nowMs, gas })
  return typeof ledger === 'string' ? [] : ledger.days
}

/** @returns why there is nothing to count, where there is nothing */
export async function measuredConsumption(form: FormSource, question: Question): Promise<Consumption | NoConsumption> {
  const { book } = form
  const { station, span, gas, usual, step, nowMs, signal } = question
  const ground = sharedGround(book, usual)
  await unlessStopped(signal)
  const ledger = ledgerOfStation(book, station, { ground, nowMs, gas })
  if (typeof ledger === 'string') return ledger
  const source = loadSource(book, station, { ground, nowMs })
  if (typeof source === 'string') return source
  await unlessStopped(signal)
  const inWorking = ledgerIn(book, station, { ground, nowMs, gas, unit: 'working_m3' }, ledger)
  const working = typeof inWorking === 'string' ? null : inWorking
  const gauges = gaugesOf(book, station, { ground, span, gas })
  const hours = hourAmounts(source)
  const standard = ledger.unit === 'standard_m3' ? ledger : null
  const measure = measurer({ ledger, standard, working, gauges, source, gas, nowMs })
  const whole: Step = { day: span.from, ...span, part: span.toMs > nowMs }
  const steps = stepsOf(step, span, gas, nowMs, nowMs)
  const periods = steps.map(measure)
  const counter = standard ? gauges.standardCounter : gauges.workingCounter
  return {
    periods,
    whole: measure(whole),
    gauges,
    hours: { timesMs: hours.timesMs, amounts: hours.amounts },
    channels: { standard: standard?.channel ?? null, working: working?.channel ?? null },
    betweenHours: source.hourly?.between ?? null,
    holes: holesBetween({ standard, working, counter, span, periods: steps }),
    exchanges: withCounters(lifeExchanges(book, station, { usual, nowMs }), exchangeCounter(gauges), span),
    findings: findingsOfData(form, station),
    shareOf: sharing(source.hourly ? piecesOfHours(hours) : piecesOfDays(ledger.days, gas)),
    byMonths: !source.hourly && !source.daily,
  }
}

interface Sources {
  ledger: StationLedger
  standard: Ledger | null
  working: Ledger | null
  gauges: Gauges
  source: ConsumptionSource
  gas: GasClock
  nowMs: number
}

function measurer({ ledger, standard, working, gauges, source, gas, nowMs }: Sources): (step: Step) => Measured {
  const sums = {
    all: summing(ledger, { fromMs: ledger.sinceMs, toMs: nowMs }),
    standard: standard && summing(standard),
    working: working && summing(working),
  }
  const counter = standard ? gauges.standardCounter : gauges.workingCounter
  const told = sharedHours(source, ledger, gas)
  return (step) => {
    const { hours: known, abnormalHours } = sums.all(step)
    const m3 = (sum: typeof sums.standard) => {
      const value = sum?.(step).m3 ?? null
      return value === null ? null : withoutNoise(value)
    }
    // Seconds stay, also where they make no whole minute: a column adds up to its total.
    const abnormal = cutTo(source.abnormal, step)
    return {
      step,
      standard: m3(sums.standard),
      working: m3(sums.working),
      counterFrom: counter?.at(step.fromMs) ?? null,
      counterTo: counter?.at(step.toMs) ?? null,
      pressure: gauges.pressure && extremesIn(gauges.pressure, step),
      temperature: gauges.temperature && extremesIn(gauges.temperature, step),
      hours: known,
      workingUnknown: sums.working && standard ? Math.max(0, hoursTold(known) - hoursTold(sums.working(step).hours)) : 0,
      abnormalMinutes: Math.round(abnormalHours * 60),
      abnormalVolume: abnormal.length > 0 ? m3Within(told, abnormal).m3 : 0,
      substituteMinutes: source.substitute && minutesIn(source.substitute, step),
      ways: waysOf(ledger.days, step),
      isRunning: step.toMs > nowMs,
      isCut: step.part && step.toMs <= nowMs,
    }
  }
}

/** The parts of stretches that lie in a period. */
const cutTo = (stretches: readonly TimeSpan[], { fromMs, toMs }: TimeSpan): TimeSpan[] =>
  stretches
    .filter((one) => one.fromMs < toMs && one.toMs > fromMs)
    .map((one) => ({ fromMs: Math.max(one.fromMs, fromMs), toMs: Math.min(one.toMs, toMs) }))

function waysOf(days: readonly LedgerDay[], { from, to }: Step): Measured['ways'] {
  const ways = { hourly: 0, daily: 0, counter: 0, none: 0 }
  for (const { day, way } of days) if (day >= from && day <= to) ways[way ?? 'none']++
  return ways
}
