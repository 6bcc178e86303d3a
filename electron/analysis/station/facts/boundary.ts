import { RULES } from '../../../contract/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'
import type { Columns } from './columns.ts'
import type { StationData } from '../../kernel/data.ts'
import { counterBeside, dayAmounts, dayPairs, hourSums, wholeSum, type DayAmounts, type HourSums } from '../../kernel/grids/day-sums.ts'
import { dependsOn } from '../../kernel/part.ts'
import { baseValue, onGrid, placeFrom } from '../../kernel/grids/periods.ts'
import { contractHourIn } from '../settings/values.ts'
import { coarserStep, tolerance } from '../../kernel/grids/sums-fit.ts'

/** The boundary of the gas day: the hour at which the sums of hours fit the records of days. */

/** Days in a row that fit another hour than the one in use. */
export interface OtherHour {
  /** Places in the grid of days. */
  places: readonly number[]
  /** The hour of the zone's day at which the sums fit, and the one in use. */
  hour: number
  present: number
  /** By how many hours the end of the day that fits lies behind the one in use; negative: before it. */
  shift: number
  days: DayAmounts
  hours: HourSums
  /** Days from the first to the last of them that can be compared, and those of them that fit that hour. */
  compared: number
  fits: number
  /** By how much the days and their hours differ at the hour in use, m³. */
  m3: number
  /** Days whose counter stood then at what the hourly counter shows at the end that fits; null: there are no two counters. */
  counterFits: number | null
}

const HOURS_A_DAY = 24
/** A record of a day may be stamped up to a day away from the day whose sum it has. */
const FARTHEST = 23
/** The share of the days in question that must agree: one in ten may have a fault of its own. */
const NEARLY_ALL = 0.9
/** Days between two days in question that break no row. */
const LONGEST_BREAK = 3
const EDGE_MS = (LONGEST_BREAK + 2) * DAY_MS
const { steps, percent } = { steps: 2, percent: 0.1 }

/** The number of days that make a contract hour doubtful where nobody sets another. */
export const USUAL_DAYS: number = RULES.contract_hour.thresholds[0].usual ?? 0

/** Rows of at least `least` days that fit exactly one other hour of the day; the best channel that both archives have. */
export function otherHoursOf(columns: Columns, least: number): OtherHour[] {
  const { data } = columns
  const [hourly, daily] = [columns.archive('hourly'), columns.archive('daily')]
  const [hourlyGrid, dailyGrid] = [hourly && columns.hourGrid(hourly), daily && columns.dayGrid(daily)]
  const pair = hourly && daily && dayPairs(columns.counted(hourly), daily)[0]
  if (!hourlyGrid || !dailyGrid || !pair) return []
  const hours = hourSums(hourlyGrid, pair.hours)
  const days = dayAmounts(dailyGrid, pair.days, pair.counts)
  const fit = fitting(columns, days, hours)
  const places: number[] = []
  for (let place = 0; place < days.m3.length; place++) if (fit.atPresent(place) === false) places.push(place)
  const rows: OtherHour[] = []
  for (const group of closeGroups(places, dailyGrid.days)) {
    if (group.length < least) continue
    // A group that comes near an end of what is here may go on beyond it.
    const [first, last] = [group[0] as number, group.at(-1) as number]
    dependsOn(data, (dailyGrid.fromMs[first] as number) - EDGE_MS, (dailyGrid.toMs[last] as number) + EDGE_MS)
    for (let by = -FARTHEST; by <= FARTHEST; by++) {
      for (const row of closeGroups(
        group.filter((place) => fit.at(place, by) === true),
        dailyGrid.days,
      )) {
        if (row.length < least || !isOnlyOne(row, by, fit.at)) continue
        const hour = fit.hourAt(row[0] as number, by)
        const present = fit.presentAt(row[0] as number)
        // Sums that fit at the same hour of the day before or after are no other hour.
        if (hour === present.hour) continue
        const m3 = row.reduce((sum, place) => sum + Math.abs(fit.differenceAt(place, fit.presentAt(place).by)), 0)
        const all = Array.from({ length: (row.at(-1) as number) - (row[0] as number) + 1 }, (_, at) => fit.at((row[0] as number) + at, by))
        rows.push({
          places: row,
          hour,
          present: present.hour,
          shift: by - present.by,
          days,
          hours,
          compared: all.filter((one) => one !== null).length,
          fits: all.filter(Boolean).length,
          m3,
          counterFits: counterFits(hours, days, row, (place) => fit.endAt(place, by)),
        })
      }
    }
  }
  return rows.sort((a, b) => (a.places[0] as number) - (b.places[0] as number))
}

/** The third witness: the counter that both archives have. */
function counterFits(hours: HourSums, days: DayAmounts, row: readonly number[], endAt: (place: number) => number): number | null {
  const { archive } = days.grid
  const daily = counterBeside(archive, days.channel)
  const hourly = counterBeside(hours.grid.archive, hours.channel)
  if (!daily || !hourly) return null
  const counts = onGrid(hours.grid, hourly)
  const step = coarserStep(daily, hourly)
  return row.filter((place) => {
    const shown = counts[placeFrom(hours.grid, endAt(place))] ?? NaN
    return Math.abs(shown - baseValue(daily, days.grid.rows[place] as number)) <= steps * step
  }).length
}

/** Places whose days follow one another with short breaks at most. */
function closeGroups(places: readonly number[], days: Int32Array): number[][] {
  const groups: number[][] = []
  for (const place of places) {
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && (days[place] as number) - (days[last] as number) <= LONGEST_BREAK) groups.at(-1)?.push(place)
    else groups.push([place])
  }
  return groups
}

/** No other hour fits nearly all of these days; the same hour of another day is no other hour. */
function isOnlyOne(row: readonly number[], by: number, fits: (place: number, by: number) => boolean | null): boolean {
  for (let other = -FARTHEST; other <= FARTHEST; other++) {
    if (other === by) continue
    const count = row.filter((place) => fits(place, other) === true).length
    if (count >= NEARLY_ALL * row.length) return false
  }
  return true
}

interface Fitting {
  /** Hours less day at the boundary that lies `by` hours after the record's stamp, m³; NaN where they cannot be compared. */
  differenceAt: (place: number, by: number) => number
  /** That boundary, Unix ms. */
  endAt: (place: number, by: number) => number
  /** True where the hours that end `by` hours after the record's stamp fit it; null where they cannot be compared. */
  at: (place: number, by: number) => boolean | null
  atPresent: (place: number) => boolean | null
  /** The hour of the zone's day that lies so far from the record's stamp. */
  hourAt: (place: number, by: number) => number
  presentAt: (place: number) => { by: number; hour: number }
}

/** How the records of days fit the sums of hours, at any boundary. */
function fitting({ data, disturbedWithin }: Columns, { grid, channel, m3 }: DayAmounts, hours: HourSums): Fitting {
  const { offsetMs } = zoneClock(grid.clock.zone)
  const step = coarserStep(channel, hours.channel)
  const { minute } = hours.grid
  /** The end of the hour in which the record is stamped. */
  const stampOf = (place: number): number => {
    const atMs = grid.archive.timesMs[grid.rows[place] as number] as number
    return grid.inPlace[place] === 1
      ? (grid.toMs[place] as number)
      : Math.ceil((atMs - minute * MINUTE_MS) / HOUR_MS) * HOUR_MS + minute * MINUTE_MS
  }
  const hourOf = (atMs: number): number => {
    const hour = Math.floor((atMs + offsetMs(atMs)) / HOUR_MS) % HOURS_A_DAY
    return hour < 0 ? hour + HOURS_A_DAY : hour
  }
  const endAt = (place: number, by: number): number => stampOf(place) + by * HOUR_MS
  const differenceAt = (place: number, by: number): number => {
    const endMs = endAt(place, by)
    const beginMs = endMs - HOURS_A_DAY * HOUR_MS
    const amount = m3[place] as number
    // On the day of a clock change nobody knows which hours another boundary would take.
    if (Number.isNaN(amount) || offsetMs(beginMs - HOURS_A_DAY * HOUR_MS) !== offsetMs(endMs + HOURS_A_DAY * HOUR_MS)) return NaN
    const sum = wholeSum(hours, beginMs, endMs)
    return Number.isNaN(sum) || disturbedWithin(beginMs, endMs) ? NaN : sum - amount
  }
  const at = (place: number, by: number): boolean | null => {
    const difference = differenceAt(place, by)
    if (Number.isNaN(difference)) return null
    const limit = tolerance({ steps, percent }, m3[place] as number, step, { terms: HOURS_A_DAY, termStep: step })
    return Math.abs(difference) <= limit
  }
  const presentAt = (place: number) => {
    const stampMs = stampOf(place)
    const own = hourOf(stampMs)
    const said = statedHour(data, stampMs)
    if (said === null) return { by: 0, hour: own }
    const ahead = (said - own + HOURS_A_DAY) % HOURS_A_DAY
    const by = ahead > HOURS_A_DAY / 2 ? ahead - HOURS_A_DAY : ahead
    // A device whose clock follows no summer time closes its days an hour off for half of the year.
    if (Math.abs(by) === 1 && hasSummerTime(offsetMs, stampMs)) return { by: 0, hour: own }
    return { by, hour: said }
  }
  return {
    differenceAt,
    endAt,
    at,
    atPresent: (place) => at(place, presentAt(place).by),
    hourAt: (place, by) => hourOf(stampOf(place) + by * HOUR_MS),
    presentAt,
  }
}

/** Quarters of a year: one of them lies in the other half of the clock. */
const QUARTERS = [-2, -1, 1, 2].map((quarter) => quarter * 91 * HOURS_A_DAY * HOUR_MS)
const hasSummerTime = (offsetMs: (atMs: number) => number, atMs: number): boolean =>
  QUARTERS.some((quarterMs) => offsetMs(atMs + quarterMs) !== offsetMs(atMs))

/** In these no gas day begins anywhere: who reads a book in them has said nothing of the time that its devices show. */
const NO_PLACE: readonly string[] = ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT']

/**
 * The contract hour by the device's settings at a moment, else the station's; null where nobody says it. A device names
 * the hour of its own clock: where nobody said the zone, that is no hour of ours.
 */
function statedHour({ settings, gas, gasIsUsual = false, zoneIsUsual = false }: StationData, atMs: number): number | null {
  let said: number | null = null
  const isZoneKnown = !zoneIsUsual && !NO_PLACE.includes(gas.zone)
  for (const { takenAtMs, items } of isZoneKnown ? settings : []) {
    if (said !== null && takenAtMs > atMs) break
    const item = items.find(({ meaning }) => meaning.role === 'contractHour')
    said = contractHourIn(item?.value ?? '') ?? said
  }
  return said ?? (gasIsUsual ? null : gas.contractHour)
}
