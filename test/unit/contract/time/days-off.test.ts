import { expect, test } from 'vitest'
import { addDays, dayNumber } from '../../../../electron/contract/time/day.ts'
import { countsAs, isRestDay, type DaysOff } from '../../../../electron/contract/time/days-off.ts'

/** Monday to Friday of a year that are days off, and Saturdays that are worked. */
function exceptionsOf(year: number, country: DaysOff): { off: string[]; worked: string[] } {
  const [off, worked]: string[][] = [[], []]
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
    const weekday = countsAs(dayNumber(day), 'none')
    const isRest = isRestDay(dayNumber(day), country)
    if (weekday < 5 && isRest) off?.push(day.slice(5))
    if (weekday === 5 && !isRest) worked?.push(day.slice(5))
  }
  return { off: off ?? [], worked: worked ?? [] }
}

test('the days off of Russia as its calendars of working days have them', () => {
  expect(exceptionsOf(2024, 'RU')).toEqual({
    off: [
      '01-01',
      '01-02',
      '01-03',
      '01-04',
      '01-05',
      '01-08',
      '02-23',
      '03-08',
      '04-29',
      '04-30',
      '05-01',
      '05-09',
      '05-10',
      '06-12',
      '11-04',
      '12-30',
      '12-31',
    ],
    worked: ['04-27', '11-02', '12-28'],
  })
  expect(exceptionsOf(2026, 'RU')).toEqual({
    off: ['01-01', '01-02', '01-05', '01-06', '01-07', '01-08', '01-09', '02-23', '03-09', '05-01', '05-11', '06-12', '11-04', '12-31'],
    worked: [],
  })
})

test('in a year without a decree a holiday on a weekend makes the next working day a day off', () => {
  // 1 May 2027 is a Saturday, 9 May a Sunday, 12 June a Saturday.
  expect(exceptionsOf(2027, 'RU').off).toEqual(expect.arrayContaining(['05-03', '05-10', '06-14']))
})

test('the days off in all of Germany, with those that move with Easter', () => {
  expect(exceptionsOf(2025, 'DE').off).toEqual(['01-01', '04-18', '04-21', '05-01', '05-29', '06-09', '10-03', '12-25', '12-26'])
  expect(exceptionsOf(2026, 'DE').off).toEqual(['01-01', '04-03', '04-06', '05-01', '05-14', '05-25', '12-25'])
})

test('a holiday is a Sunday, a worked Saturday a Friday, and without a country every day is what it is', () => {
  expect(countsAs(dayNumber('2026-02-23'), 'RU')).toBe(6)
  expect(countsAs(dayNumber('2024-04-27'), 'RU')).toBe(4)
  for (let weekday = 0; weekday < 7; weekday++) expect(countsAs(dayNumber(addDays('2026-02-23', weekday)), 'none')).toBe(weekday)
})
