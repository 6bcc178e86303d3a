import type { Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { countsAs } from '../../contract/time/days-off.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { ArchiveData, ChannelData, StationData } from '../kernel/data.ts'
import { facts } from '../station/facts/facts.ts'
import { eventsOf, type EventEvidence } from '../station/facts/disturbances.ts'
import { dependsOn } from '../kernel/part.ts'
import { hourEndMs, placeFrom } from '../kernel/grids/periods.ts'
import { hasNumbers, judgedIf, withoutAmounts } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { USUAL_FOR_DAYS } from '../station/usual/usual.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'
import {
  comesAndGoes,
  endsASeason,
  unusualZeros,
  HISTORY_DAYS,
  stopsOften,
  HISTORY_WEEKS,
  wasInUse,
  type Amounts,
} from '../station/usual/zero-history.ts'

/**
 * Definition: Nothing is used for so many hours in a row, in hours of the week in which the station was seldom at zero during the eight weeks before, and which had at most one such stop; or for the hours of a shorter stop, in hours of the week that had no zero at all in those weeks, where the two days before used at least half of the usual. A gap ends a run. It is no finding while the valve is shut, with less than four weeks of history, where gas came and went by itself in the four weeks before (two stops of three hours or more outside of any weekly rhythm, as of a thermostat in mild weather; of a shorter stop, in the two weeks after it too), or where a stop of three weeks and more ends a decline: the end of a season. Where a device archives no hours, the same is judged by whole gas days and the day of the week, public holidays as Sundays; there any stop has to follow two days that used at least half of the usual, and no others may follow it within two weeks.
 * Needs: A volume or a counter in the hourly archive, else in the daily one, with four weeks of history.
 * Source: Oracle, IMD validations.
 */
export const rule: Rule<'zero_use'> = {
  code: 'zero_use',
  reach: { beforeDays: 58, afterDays: 16, lastsDays: USUAL_FOR_DAYS },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const zeros = hoursOf(data) ?? daysOf(data)
    if (!zeros) return withoutAmounts(data)
    const subject = subjectOf(zeros.archive, zeros.channel)
    if (zeros.m3.length < HISTORY_DAYS * zeros.perDay) return cannotJudge('too_few', subject)
    return judgedIf(hasNumbers(zeros.m3), zerosIn(data, zeros, leastOf(thresholds), window), subject)
  },
}

/** Hours from which a stop is a finding: of zeros that are seldom, and of such as there never were. */
interface Least {
  seldom: number
  never: number
}

const leastOf = ({ duration, short }: Thresholds['zero_use']): Least => ({
  seldom: duration ?? Infinity,
  never: short ?? Infinity,
})

/** The periods whose zeros are judged. */
interface Periods extends Amounts {
  archive: ArchiveData
  channel: ChannelData
  /** When a period that has a record begins and ends, Unix ms. */
  fromMs: (place: number) => number
  toMs: (place: number) => number
  /** A place no later than the first period that ends at a moment or after it. */
  placeBefore: (atMs: number) => number
}

function hoursOf(data: StationData): Periods | null {
  const own = facts(data)
  const [hourly, wall] = [own.hourly(), own.wallHours()]
  if (!hourly || !wall) return null
  const { grid, channel, m3 } = hourly
  const toMs = (place: number) => hourEndMs(grid, place)
  return {
    archive: grid.archive,
    channel,
    m3,
    perDay: 24,
    ofWeek: wall.ofWeek,
    fromMs: (place) => toMs(place) - HOUR_MS,
    toMs,
    placeBefore: (atMs) => placeFrom(grid, atMs),
  }
}

/** Public holidays are like Sundays where the book names a country. */
function daysOf(data: StationData): Periods | null {
  const days = facts(data).daysAlone()
  if (!days) return null
  const { archive, channel, first, m3 } = days
  const country = data.daysOff ?? 'none'
  return {
    archive,
    channel,
    m3,
    perDay: 1,
    ofWeek: (place) => countsAs(first + place, country),
    fromMs: (place) => days.fromMs[place] as number,
    toMs: (place) => days.toMs[place] as number,
    // A gas day may begin on the day before the one that it is named by.
    placeBefore: (atMs) => Math.floor(atMs / DAY_MS) - first - 1,
  }
}

/** Days after a shorter stop in which others tell that gas comes and goes. */
const AHEAD_DAYS = 14
const HOURS_A_DAY = 24

function zerosIn(data: StationData, zeros: Periods, least: Least, window: TimeSpan): Found[] {
  const { m3, fromMs, toMs, perDay } = zeros
  const valves = eventsOf(data, ['valveShut', 'valveOpen'])
  const shut = eventsOf(data, ['valveShut'])
  const found: Found[] = []
  let first = Math.max(0, zeros.placeBefore(window.fromMs))
  while (first > 0 && m3[first] === 0 && m3[first - 1] === 0) first--
  for (let place = first; place < m3.length; place++) {
    // A period without a record may begin anywhere, so it is no zero either.
    if (fromMs(place) > window.toMs) break
    if (m3[place] !== 0) continue
    const from = place
    while (m3[place + 1] === 0) place++
    if ((place - from + 1) * (HOURS_A_DAY / perDay) < Math.min(least.seldom, least.never)) continue
    dependsOn(data, toMs(from) - (HISTORY_WEEKS * 7 + 1) * DAY_MS, toMs(place) + HOUR_MS)
    if (isShut(valves, shut, toMs(from))) continue
    const passed = passedBy(data, zeros, { from, to: place }, least)
    if (passed === null) continue
    const one = foundIn(data, zeros, { from, to: place }, passed)
    if (touches(one, window)) found.push(one)
  }
  return found
}

interface Run {
  from: number
  to: number
}

/**
 * The threshold by which the history of the station has no such run: neither in these hours or days of the week nor of this
 * length, and no season explains it; null: it is no finding.
 */
function passedBy(data: StationData, zeros: Periods, run: Run, least: Least): number | null {
  const unusual = unusualZeros(zeros, run)
  if (unusual === null) return null
  const [seldom, never] = [unusual.seldom, unusual.never].map((one) => one * (HOURS_A_DAY / zeros.perDay)) as [number, number]
  const isLong = seldom >= least.seldom && !stopsOften(zeros, run)
  // Days do not show the hours without gas that tell of a mild season: each stop is held to what a shorter one is held to.
  const isOfDays = zeros.perDay === 1
  if (isLong && !isOfDays && !comesAndGoes(zeros, run)) return endsASeason(zeros, run) ? null : least.seldom
  const passed = isLong && isOfDays ? least.seldom : never >= least.never ? least.never : null
  if (passed === null || !wasInUse(zeros, run)) return null
  const endMs = zeros.toMs(run.to)
  dependsOn(data, endMs, endMs + (AHEAD_DAYS + 1) * DAY_MS)
  return comesAndGoes(zeros, run, AHEAD_DAYS) || endsASeason(zeros, run) ? null : passed
}

/** The valve was shut when the zeros began: then they are what is expected. */
function isShut(valves: readonly EventEvidence[], shut: readonly EventEvidence[], beginsMs: number): boolean {
  const at = firstWhere(0, valves.length, (place) => (valves[place] as EventEvidence).atMs > beginsMs)
  const last = valves[at - 1]
  return last !== undefined && shut.some(({ atMs, code, text }) => atMs === last.atMs && code === last.code && text === last.text)
}

function foundIn(data: StationData, zeros: Periods, { from, to }: Run, least: number): Found {
  const { archive, channel, perDay } = zeros
  const span = { fromMs: zeros.fromMs(from), toMs: zeros.toMs(to) }
  const periods = to - from + 1
  const hours = periods * (HOURS_A_DAY / perDay)
  return {
    flag: 3,
    ...subjectOf(archive, channel),
    ...span,
    measure: hours,
    threshold: least,
    unit: 'hours',
    m3: facts(data).usual().between(span.fromMs, span.toMs),
    detail: null,
    evidence: amountsEvidence(channel, {
      records: Array.from({ length: Math.min(periods, MOST_EVIDENCE) }, (_, at) => zeros.toMs(from + at)),
      numbers: { hours },
    }),
  }
}
