import { type Language, wordsOf } from '../words/index.ts'
import type { ClockSource } from './time/gas-clock.ts'

/** How a clock and where it comes from is said, wherever that is: in the window, on the command line, on paper. */

/** '08:00' */
export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** 'Europe/Samara (from the book)'. Null: where it comes from is not known. */
export const zoneSaid = (language: Language, zone: string, from: ClockSource | null): string => withSource(zone, language, from)

/** '08:00 (from the book)' */
export const hourSaid = (language: Language, contractHour: number, from: ClockSource | null): string =>
  withSource(hourName(contractHour), language, from)

const withSource = (text: string, language: Language, from: ClockSource | null): string =>
  from === null ? text : `${text} (${wordsOf(language).clock[from]})`
