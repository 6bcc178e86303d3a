import type { Thresholds } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { StationData } from '../data.ts'
import { eventsOf, type EventEvidence } from '../disturbances.ts'
import { evidenceOf, notEvaluated, subjectOf, touchesWindow } from '../found.ts'
import { dependsOn } from '../part.ts'
import { archiveOf } from '../choose.ts'
import { hourEndMs, hourGrid, placeFrom } from '../periods.ts'
import { hasNumbers, judgedIf, withoutHours, withoutVolume } from '../reasons.ts'
import { MOST_EVIDENCE, type Found, type Rule } from '../rule.ts'
import { USUAL_FOR_DAYS, hourlyAmounts, usualBetween, type HourlyAmounts } from '../usual.ts'
import { comesAndGoes, endsASeason, unusualZeros, HISTORY_HOURS, stopsOften, HISTORY_WEEKS, wasInUse } from '../zero-history.ts' // oxfmt-ignore

/**
 * Definition: Nothing is used for so many hours in a row, in hours of the week in which the station was seldom at zero during the eight weeks before, and which had at most one such stop; or for the hours of a shorter stop, in hours of the week that had no zero at all in those weeks, where the two days before used at least half of the usual. A gap ends a run. It is no finding while the valve is shut, with less than four weeks of history, where gas came and went by itself in the four weeks before (two stops of three hours or more outside of any weekly rhythm, as of a thermostat in mild weather; of a shorter stop, in the two weeks after it too), or where a stop of three weeks and more ends a decline: the end of a season.
 * Needs: A volume or a counter in the hourly archive, with four weeks of history.
 * Source: Oracle, IMD validations.
 */
export const rule: Rule<'zero_use'> = {
  code: 'zero_use',
  reach: { beforeDays: 58, afterDays: 16, lastsDays: USUAL_FOR_DAYS },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return notEvaluated('no_device')
    const hourly = hourlyAmounts(data)
    if (!hourly) {
      const archive = archiveOf(data, 'hourly')
      return archive && hourGrid(archive) ? withoutVolume(archive) : withoutHours(archive)
    }
    const subject = subjectOf(hourly.grid.archive, hourly.channel)
    if (hourly.grid.length < HISTORY_HOURS) return notEvaluated('too_few', subject)
    return judgedIf(hasNumbers(hourly.m3), zerosIn(data, hourly, leastOf(thresholds), window), subject)
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

/** Days after a shorter stop in which others tell that gas comes and goes. */
const AHEAD_DAYS = 14
const HOURS_A_DAY = 24

function zerosIn(data: StationData, hourly: HourlyAmounts, least: Least, window: TimeSpan): Found[] {
  const { grid, m3 } = hourly
  const valves = eventsOf(data, ['valveShut', 'valveOpen'])
  const shut = eventsOf(data, ['valveShut'])
  const found: Found[] = []
  let first = Math.max(0, placeFrom(grid, window.fromMs))
  while (first > 0 && m3[first] === 0 && m3[first - 1] === 0) first--
  for (let place = first; place < grid.length && hourEndMs(grid, place) - HOUR_MS <= window.toMs; place++) {
    if (m3[place] !== 0) continue
    const from = place
    while (m3[place + 1] === 0) place++
    if (place - from + 1 < Math.min(least.seldom, least.never)) continue
    dependsOn(data, hourEndMs(grid, from) - (HISTORY_WEEKS * 7 + 1) * DAY_MS, hourEndMs(grid, place) + HOUR_MS)
    if (isShut(valves, shut, hourEndMs(grid, from))) continue
    const passed = passedBy(data, hourly, { from, to: place }, least)
    if (passed === null) continue
    const one = foundIn(data, hourly, { from, to: place }, passed)
    if (touchesWindow(one, window)) found.push(one)
  }
  return found
}

interface Run {
  from: number
  to: number
}

/**
 * The threshold by which the history of the station has no such run: neither in these hours of the week nor of this length,
 * and no season explains it; null: it is no finding.
 */
function passedBy(data: StationData, hourly: HourlyAmounts, run: Run, least: Least): number | null {
  const { zone } = data.gas
  const unusual = unusualZeros(hourly, run, zone)
  if (unusual === null) return null
  const isLong = unusual.seldom >= least.seldom && !stopsOften(hourly, run)
  if (isLong && !comesAndGoes(hourly, run, zone)) return endsASeason(hourly, run) ? null : least.seldom
  if (unusual.never < least.never || !wasInUse(hourly, run, zone)) return null
  dependsOn(data, hourEndMs(hourly.grid, run.to), hourEndMs(hourly.grid, run.to) + (AHEAD_DAYS + 1) * DAY_MS)
  return comesAndGoes(hourly, run, zone, AHEAD_DAYS * HOURS_A_DAY) || endsASeason(hourly, run) ? null : least.never
}

/** The valve was shut when the zeros began: then they are what is expected. */
function isShut(valves: readonly EventEvidence[], shut: readonly EventEvidence[], beginsMs: number): boolean {
  const at = firstWhere(0, valves.length, (place) => (valves[place] as EventEvidence).atMs > beginsMs)
  const last = valves[at - 1]
  return (
    last !== undefined &&
    shut.some(({ atMs, code, text }) => atMs === last.atMs && code === last.code && text === last.text)
  )
}

function foundIn(data: StationData, { grid, channel }: HourlyAmounts, { from, to }: Run, least: number): Found {
  const span = { fromMs: hourEndMs(grid, from) - HOUR_MS, toMs: hourEndMs(grid, to) }
  const hours = to - from + 1
  return {
    flag: 3,
    ...subjectOf(grid.archive, channel),
    ...span,
    measure: hours,
    threshold: least,
    unit: 'hours',
    m3: usualBetween(data, span.fromMs, span.toMs),
    detail: null,
    evidence: evidenceOf({
      records: Array.from({ length: Math.min(hours, MOST_EVIDENCE) }, (_, at) => hourEndMs(grid, from + at)),
      numbers: { hours },
    }),
  }
}
