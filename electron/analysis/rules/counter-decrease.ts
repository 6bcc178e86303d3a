import { compareArchives, recordPeriod } from '../../contract/archives.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { withoutNoise } from '../../contract/units.ts'
import { countersOf } from '../kernel/channels/channel.ts'
import { BELIEF_DAYS, believedCounts } from '../kernel/amounts/counts.ts'
import { riseOf, risesOf } from '../kernel/amounts/fills.ts'
import type { ArchiveData, ChannelData, StationData } from '../kernel/data.ts'
import { eventsOf } from '../station/facts/disturbances.ts'
import { facts } from '../station/facts/facts.ts'
import { dependsOn } from '../kernel/part.ts'
import { baseValue } from '../kernel/grids/periods.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { USUAL_FOR_DAYS } from '../station/usual/usual.ts'
import type { Evidence } from '../station/facts/evidence.ts'
import { evidenceOf, cannotJudge, subjectOf, touches } from './say/verdict.ts'
import { rowsWithin } from './say/runs.ts'

/**
 * Definition: A counter shows less than before. It is an exchange where an event or another serial number tells of one within a day, a rollover where the counter stood at the top of a range (a power of ten, the bits of a register, or where it fell before) and the step over it is no more than 1.5 times what the largest hour around would give, a wrong value where it went away from its neighbours and came back, and unexplained otherwise. Rollovers of one range again and again are one finding. A fall of up to two steps of the counter or 1 % of the usual hour is none. A gap is no finding: the counter is compared across it. A coarser archive repeats no fall that a finer one shows.
 * Needs: A counter in an archive of readings.
 * Source: Itron, rollover digits; gkh365.
 */
export const rule: Rule<'counter_decrease'> = {
  code: 'counter_decrease',
  reach: { beforeDays: 58, afterDays: BELIEF_DAYS + 1, lastsDays: USUAL_FOR_DAYS },
  judge(data, _thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const falls: (Fall & { subject: Subject; largest: () => number | null })[] = []
    const evaluated: Subject[] = []
    const unknown: Subject[] = []
    const alone: Subject[] = []
    // The finest archive tells of a fall; coarser ones only of those that it does not show, in the window or beside it.
    const around = { fromMs: window.fromMs - FINER_MS, toMs: window.toMs + FINER_MS }
    const archives = [...data.archives].sort((a, b) => compareArchives(a.archiveType, b.archiveType))
    for (const archive of archives) {
      for (const counter of countersOf(archive)) {
        const subject = subjectOf(archive, counter)
        if (!counter.toBase) {
          unknown.push(subject)
          continue
        }
        if (countOf(counter.values) < 2) {
          alone.push(subject)
          continue
        }
        evaluated.push(subject)
        const finer = falls.filter((known) => sameGas(archives, known.subject.channelVarname, counter))
        for (const fall of explained(data, archive, counter, fallsOf(data, archive, counter, around))) {
          if (finer.some((known) => known.fromMs < fall.toMs && known.toMs > fall.fromMs)) continue
          falls.push({ ...fall, subject, largest: () => largestBefore(data, archive, counter, fall) })
        }
      }
    }
    if (evaluated.length + unknown.length + alone.length === 0) return cannotJudge('no_counter')
    const found = falls
      .filter((fall) => touches(fall, window))
      .map(({ subject, largest, ...fall }) => foundIn(data, subject, fall, largest))
    return {
      found,
      evaluated,
      notEvaluated: [
        ...unknown.map((subject) => ({ ...subject, why: 'unknown_unit' as const })),
        ...alone.map((subject) => ({ ...subject, why: 'nothing_to_compare' as const })),
      ],
    }
  },
}

/** How many numbers there are, counted to two: one alone neither rises nor falls. */
function countOf(values: Float64Array): number {
  let numbers = 0
  for (const value of values) if (!Number.isNaN(value) && ++numbers === 2) break
  return numbers
}

/** A record of a day covers more than one of an hour. */
const FINER_MS = 2 * DAY_MS

/** The channel of a finding counts what this counter counts. */
const sameGas = (archives: readonly ArchiveData[], channelVarname: string | null, counter: ChannelData): boolean =>
  archives.some(({ channels }) =>
    channels.some((other) => other.channelVarname === channelVarname && other.meaning.quantity === counter.meaning.quantity),
  )

interface Fall extends TimeSpan {
  /** m³ before and after. */
  before: number
  after: number
  /** What flowed over the top of the counter's range, m³; null: it did not begin again. */
  over: number | null
  /** The moment of the value that went away and came back; null: it fell to stay. */
  awayMs: number | null
  /** Moments of all rollovers that it stands for. */
  records: readonly number[]
}
type Step = Omit<Fall, 'over' | 'awayMs' | 'records'>

/** So many steps of a counter, and such a share of the usual hour, are how a device writes, not a fall. */
const LEAST_STEPS = 2
const LEAST_SHARE = 0.01
/** The error that computing adds to a difference, in steps. */
const NOISE = 1e-3

/** Every step down of a counter from one number to the next, over gaps and over records off the grid as well. */
function* fallsOf(data: StationData, { timesMs }: ArchiveData, counter: ChannelData, window: TimeSpan): Generator<Step> {
  const { values } = counter
  const step = baseStepOf(counter)
  const { hourAt } = facts(data).usual()
  const isNothing = (before: number, row: number) => {
    const by = baseValue(counter, before) - baseValue(counter, row)
    const least = Math.max(LEAST_STEPS * step, LEAST_SHARE * (hourAt(timesMs[row] as number) ?? 0))
    return by <= least + NOISE * step
  }
  const [from, to] = rowsWithin(timesMs, window)
  let before = from - 1
  while (before >= 0 && Number.isNaN(values[before])) before--
  if (before < 0 && from < timesMs.length) dependsOn(data, -Infinity)
  for (let row = from; row < timesMs.length; row++) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    if (before >= 0 && value < (values[before] as number) && !isNothing(before, row))
      yield {
        fromMs: timesMs[before] as number,
        toMs: timesMs[row] as number,
        before: baseValue(counter, before),
        after: baseValue(counter, row),
      }
    before = row
    if (row >= to) return
  }
}

/** The falls of a counter by what consumption believes of it: rollovers of one range, one after another, are one. */
function explained(data: StationData, archive: ArchiveData, counter: ChannelData, steps: Iterable<Step>): Fall[] {
  const all = [...steps]
  if (all.length === 0) return []
  const { timesMs, archiveType } = archive
  const everyMs = recordPeriod(archiveType) === 'hour' ? HOUR_MS : recordPeriod(archiveType) === 'day' ? DAY_MS : 31 * DAY_MS
  const { exchangedWithin } = facts(data)
  const m3 = counter.values.map((_, row) => baseValue(counter, row))
  const { refuted, wraps } = believedCounts(timesMs, m3, {
    everyMs,
    isBroken: (after, upTo) => exchangedWithin(timesMs[after] as number, timesMs[upTo] as number),
  })
  const away = new Set(refuted.map((row) => timesMs[row] as number))
  const widths = new Map([...wraps].map(([row, width]) => [timesMs[row] as number, width]))
  const falls: (Fall & { width: number | null })[] = []
  for (const step of all) {
    const { fromMs, toMs, before, after } = step
    const awayMs = away.has(fromMs) ? fromMs : away.has(toMs) ? toMs : null
    const width = widths.get(toMs) ?? null
    const over = width === null ? null : riseOf(before, after + width)
    const last = falls.at(-1)
    if (over !== null && last?.over != null && last.width === width && fromMs - last.toMs <= BELIEF_DAYS * DAY_MS) {
      falls[falls.length - 1] = { ...last, toMs, over: withoutNoise(last.over + over), records: [...last.records, fromMs, toMs] }
    } else falls.push({ ...step, over, awayMs, width, records: [fromMs, toMs] })
  }
  // A row of rollovers may have begun before what is here.
  for (const { records, fromMs } of falls) if (records.length > 2) dependsOn(data, fromMs - (BELIEF_DAYS + 1) * DAY_MS)
  return falls
}

function foundIn(data: StationData, subject: Subject, fall: Fall, largest: () => number | null): Found {
  const { fromMs, toMs, before, after, awayMs, records } = fall
  const why = exchangeAt(data, fall)
  const usual = facts(data).usual().between(fromMs, toMs)
  const over = why ? null : (fall.over ?? (awayMs === null ? overWrap(fall, largest) : null))
  return {
    flag: why || over !== null ? 3 : 4,
    ...subject,
    fromMs,
    toMs,
    measure: before - after,
    threshold: 0,
    unit: 'm3',
    m3: over ?? usual,
    detail: why ? 'exchange' : over !== null ? 'rollover' : awayMs === null ? 'unexplained' : 'away_and_back',
    evidence: evidenceOf({ ...why, records, numbers: { before, after } }),
  }
}

/** Events and settings that tell of another meter, from a day before the fall to a day after it; null: none. */
function exchangeAt(data: StationData, { fromMs, toMs }: TimeSpan): Pick<Evidence, 'events' | 'settings'> | null {
  const near = { fromMs: fromMs - DAY_MS, toMs: toMs + DAY_MS }
  const events = eventsOf(data, ['meterExchanged']).filter(({ atMs }) => atMs >= near.fromMs && atMs <= near.toMs)
  const settings = facts(data)
    .serialChanges()
    .filter((change) => change.fromMs <= near.toMs && change.toMs >= near.fromMs)
    .map(({ evidence }) => evidence)
  return events.length > 0 || settings.length > 0 ? { events, settings } : null
}

/** A counter that has this share of its digits' range behind it may begin again. */
const NEARLY_FULL = 0.9
/** More than this many times the largest hour is no consumption. */
const MOST_TIMES = 1.5
/** Where no hour is known, a step of this share of the range is small enough. */
const SMALL_SHARE = 0.001
/** Weeks before a fall whose largest hour counts. */
const WEEKS_MS = 56 * DAY_MS

/**
 * What passed if the counter ran over its highest number and began at nought again, m³; null where that does not fit.
 * @param largestOf what may flow in the time of the fall by the largest hour of the weeks before it, m³; null: not known
 */
function overWrap({ before, after }: Step, largestOf: () => number | null): number | null {
  if (before <= 0 || after < 0) return null
  const range = 10 ** Math.ceil(Math.log10(before))
  const step = after + range - before
  if (before < NEARLY_FULL * range || step <= 0) return null
  const largest = largestOf()
  return step <= (largest === null ? SMALL_SHARE * range : MOST_TIMES * largest) ? step : null
}

/** The rise of the counter in the time of a fall at the pace of its largest hour of eight weeks, m³; null: none is known. */
function largestBefore(data: StationData, archive: ArchiveData, counter: ChannelData, { fromMs, toMs }: TimeSpan): number | null {
  const { timesMs } = archive
  dependsOn(data, fromMs - WEEKS_MS - DAY_MS)
  const rises = risesOf(archive, counter, facts(data).exchangedWithin)
  const [from, to] = rowsWithin(timesMs, { fromMs: fromMs - WEEKS_MS, toMs: fromMs })
  let pace = 0
  for (let row = Math.max(1, from); row < to; row++) {
    const hours = ((timesMs[row] as number) - (timesMs[row - 1] as number)) / HOUR_MS
    // A record off the grid covers a part of an hour alone: its pace is no hour's.
    if ((rises[row] as number) / hours > pace && hours >= 0.75) pace = (rises[row] as number) / hours
  }
  const hours = (toMs - fromMs) / HOUR_MS
  return pace === 0 ? null : pace * (counter.toBase?.factor ?? NaN) * Math.max(1, hours)
}
