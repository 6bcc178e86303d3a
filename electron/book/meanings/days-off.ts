import { DAYS_OFF, type DaysOff } from '../../contract/time/days-off.ts'
import type { Context } from '../context.ts'
import { metaIn } from '../file/meta.ts'

/** The country whose public holidays count as Sundays in this book; nobody's until somebody says so. */

export const DAYS_OFF_KEY = 'daysOff'

export function daysOffIn({ db }: Pick<Context, 'db'>) {
  const meta = metaIn({ db })
  return {
    /** A book may come from a program that knows more countries: one that is not known here counts as none. */
    get: (): DaysOff => DAYS_OFF.find((country) => country === meta.get<unknown>(DAYS_OFF_KEY)) ?? 'none',
    set: (country: DaysOff): void => meta.set(DAYS_OFF_KEY, country),
  }
}
