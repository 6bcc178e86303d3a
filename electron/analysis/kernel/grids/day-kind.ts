import { countsAs, type DaysOff } from '../../../contract/time/days-off.ts'

/**
 * Monday to Thursday are one kind. The gas day of Friday ends on a Saturday, that of Sunday on a Monday: each is its own. A
 * gas day is of the day on which it begins.
 * @param day days since 1970-01-01
 * @returns 0: a working day; 1: Friday; 2: Saturday; 3: Sunday or a public holiday
 */
export const dayKind = (day: number, country: DaysOff): number => Math.max(0, countsAs(day, country) - 3)
export const DAY_KINDS = 4
