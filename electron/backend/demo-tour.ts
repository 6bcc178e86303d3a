import { naturalKey } from '../book/search/text.ts'
import { addDays, dayAt } from '../contract/time/day.ts'
import { LISTS_OLD_MS } from '../contract/time/stale.ts'
import type { World } from '../demo/index.ts'
import type { RunPlan } from '../downloads/run-plan.ts'

const FULL_STATIONS = 3
const YEAR_DAYS = 365
const MONTH_DAYS = 30
const VIEWS: RunPlan['views'] = ['general', 'unified']

/**
 * What the demo's book is filled with, newest first: everything of three stations for a year, then of the stations at
 * which something has gone wrong for some months, then daily readings of every station for a year, then events of every
 * station for a month, and what was changed in it in the year. Some twenty seconds in all; the window is open meanwhile and shows what comes.
 */
export function demoTour(world: World, nowMs: number): RunPlan {
  const to = dayAt(nowMs)
  const year = { from: addDays(to, 1 - YEAR_DAYS), to }
  const month = { from: addDays(to, 1 - MONTH_DAYS), to }
  return {
    stations: fullStations(world),
    archives: ['all'],
    views: VIEWS,
    span: year,
    refresh: false,
    also: [
      ...storyParts(world, to),
      { stations: 'all', archives: ['daily'], views: VIEWS, span: year },
      { stations: 'all', archives: ['events'], views: VIEWS, span: month },
      { stations: 'all', archives: ['changes'], views: VIEWS, span: year },
    ],
    unasked: true,
  }
}

/** True when the book has had its tour, and it has not grown old. No other run has several parts. */
export function isTourDone(history: readonly { parts: number; state: string; startedMs: number }[], nowMs: number): boolean {
  return history.some(({ parts, state, startedMs }) => parts > 1 && state === 'done' && nowMs - startedMs <= LISTS_OLD_MS)
}

/**
 * The station that the table of the window begins with, so that the first one at hand is full, and two more of other
 * device types. All have a device and telemetry: every resource has something.
 */
function fullStations(world: World): number[] {
  const whole = [...world.stations()]
    .filter(({ equipment_id, telemetry_id }) => equipment_id !== null && telemetry_id !== null)
    .map((station) => ({ ...station, key: naturalKey(station.name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const firstOfType = new Map(whole.toReversed().map((station) => [station.equipment_type_id, station]))
  const first = whole.filter((station) => firstOfType.get(station.equipment_type_id) === station)
  return first.slice(0, FULL_STATIONS).map(({ id }) => id)
}

/** The parts of the download that show each kind of finding at work. */
function storyParts(world: World, to: string): NonNullable<RunPlan['also']> {
  const { stations, days, atRisk, unfetchedDays } = world.stories()
  const span = { from: addDays(to, 1 - days), to }
  const known = { from: span.from, to: addDays(to, -unfetchedDays) }
  return [
    { stations, archives: ['all'], views: ['general'] as RunPlan['views'], span },
    { stations: atRisk, archives: ['hourly', 'settings'], views: ['general'] as RunPlan['views'], span: known },
  ].filter((part) => part.stations.length > 0)
}
