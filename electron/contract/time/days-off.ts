import { dayNumber, dayOf, utcMidnight } from './day.ts'
import { DAY_MS } from './units.ts'

/** Public holidays: which days of a country count as Sundays. Free of zod, for the window too. */

/** `none`: Saturdays and Sundays alone. */
export const DAYS_OFF = ['none', 'RU', 'DE'] as const
export type DaysOff = (typeof DAYS_OFF)[number]

const SUNDAY = 6
const FRIDAY = 4
const SATURDAY = 5

/** 1970-01-01 was a Thursday: Monday 0, Sunday 6. */
const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7

/**
 * The day of the week that a day counts as, Monday 0 to Sunday 6: a public holiday is a Sunday, and a Saturday on which the
 * country works is a Friday.
 * @param day days since 1970-01-01
 */
export const countsAs = (day: number, country: DaysOff): number => exceptions(day, country).get(day) ?? weekday(day)

/** A Saturday, a Sunday or a public holiday. */
export const isRestDay = (day: number, country: DaysOff): boolean => countsAs(day, country) >= SATURDAY

/** Days that count as another day of the week, by the days of one year. */
type Exceptions = ReadonlyMap<number, number>
const NONE: Exceptions = new Map()
const known = new Map<string, Exceptions>()

function exceptions(day: number, country: DaysOff): Exceptions {
  if (country === 'none') return NONE
  const year = Number(dayOf(day).slice(0, 4))
  const key = `${country} ${year}`
  let found = known.get(key)
  if (!found) {
    found = country === 'RU' ? ofRussia(year) : ofGermany(year)
    known.set(key, found)
  }
  return found
}

/** The number of a day that is written as in the tables below: '02-23'. */
const dayIn = (year: number, monthDay: string): number => dayNumber(`${year}-${monthDay}`)
const asSundays = (days: readonly number[]): [number, number][] => days.map((day) => [day, SUNDAY])

/** Labour Code of the Russian Federation, article 112. */
const NEW_YEAR_OF_RUSSIA = ['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08']
const HOLIDAYS_OF_RUSSIA = ['02-23', '03-08', '05-01', '05-09', '06-12', '11-04']

/**
 * What the government decreed for a year: days off on which people would work otherwise, after the New Year's holidays, and
 * Saturdays on which they work. In other years a holiday on a weekend makes the next working day a day off.
 */
const DECREES_OF_RUSSIA: Readonly<Record<number, { off: readonly string[]; worked?: readonly string[] }>> = {
  2018: {
    off: ['02-23', '03-08', '03-09', '04-30', '05-01', '05-02', '05-09', '06-11', '06-12', '11-05', '12-31'],
    worked: ['04-28', '06-09', '12-29'],
  },
  2019: { off: ['03-08', '05-01', '05-02', '05-03', '05-09', '05-10', '06-12', '11-04'] },
  2020: { off: ['02-24', '03-09', '05-01', '05-04', '05-05', '05-11', '06-12', '11-04'] },
  2021: { off: ['02-22', '02-23', '03-08', '05-03', '05-10', '06-14', '11-04', '11-05', '12-31'], worked: ['02-20'] },
  2022: { off: ['02-23', '03-07', '03-08', '05-02', '05-03', '05-09', '05-10', '06-13', '11-04'], worked: ['03-05'] },
  2023: { off: ['02-23', '02-24', '03-08', '05-01', '05-08', '05-09', '06-12', '11-06'] },
  2024: {
    off: ['02-23', '03-08', '04-29', '04-30', '05-01', '05-09', '05-10', '06-12', '11-04', '12-30', '12-31'],
    worked: ['04-27', '11-02', '12-28'],
  },
  2025: { off: ['05-01', '05-02', '05-08', '05-09', '06-12', '06-13', '11-03', '11-04', '12-31'], worked: ['11-01'] },
  2026: { off: ['01-09', '02-23', '03-09', '05-01', '05-11', '06-12', '11-04', '12-31'] },
}

function ofRussia(year: number): Exceptions {
  const holidays = HOLIDAYS_OF_RUSSIA.map((monthDay) => dayIn(year, monthDay))
  const decree = DECREES_OF_RUSSIA[year]
  const moved = decree ? decree.off.map((monthDay) => dayIn(year, monthDay)) : movedToWorkingDays(holidays)
  const worked = decree?.worked?.map((monthDay): [number, number] => [dayIn(year, monthDay), FRIDAY]) ?? []
  return new Map([...asSundays([...NEW_YEAR_OF_RUSSIA.map((monthDay) => dayIn(year, monthDay)), ...holidays, ...moved]), ...worked])
}

/** The first working day after each holiday that falls on a weekend. */
function movedToWorkingDays(holidays: readonly number[]): number[] {
  const taken = new Set(holidays)
  return holidays.flatMap((holiday) => {
    if (weekday(holiday) < SATURDAY) return []
    let day = holiday + 1
    while (weekday(day) >= SATURDAY || taken.has(day)) day++
    taken.add(day)
    return [day]
  })
}

/** Days off in all of Germany; those of single states are not here. */
function ofGermany(year: number): Exceptions {
  const fixed = ['01-01', '05-01', '10-03', '12-25', '12-26'].map((monthDay) => dayIn(year, monthDay))
  const easter = easterSunday(year)
  // Good Friday, Easter Monday, Ascension Day, Whit Monday.
  const movable = [-2, 1, 39, 50].map((days) => easter + days)
  return new Map(asSundays([...fixed, ...movable]))
}

/** Easter Sunday of the Gregorian calendar, days since 1970-01-01 (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return Math.round(utcMidnight(`${year}-0${month}-${String(day).padStart(2, '0')}`) / DAY_MS)
}
