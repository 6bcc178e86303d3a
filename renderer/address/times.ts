import type { Day, Span } from '../../electron/contract/records.ts'
import { isDay, utcMidnight } from '../../electron/contract/time/day.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { isMetered } from '../../electron/contract/time/span.ts'
import { utcIso } from '../../electron/contract/time/zone.ts'
import { inWord, wordIn, type Field } from './fields.ts'

/** How a moment (Unix ms) stands in an address; null: the word names none that a meter has lived to see. */
interface Moments {
  read: (word: string) => number | null
  write: (ms: number) => string
}
const metered = (ms: number): number | null => (isMetered(ms) ? ms : null)

/** In Unix ms. */
export const IN_MS: Moments = {
  read: (word) => (word === '' ? null : metered(Number(word))),
  write: (ms) => String(Math.round(ms)),
}
/** In ISO, as UTC; Unix ms are read, too. */
export const IN_ISO: Moments = {
  read: (word) => metered(/^-?\d+$/.test(word) ? Number(word) : Date.parse(word)),
  write: (ms) => utcIso(Math.round(ms)),
}
/** As wall time without a zone, to the second: a position on an axis that several stations share. */
export const AS_WALL_TIME: Moments = {
  read: (word) => metered(Date.parse(`${word}Z`)),
  write: (ms) => new Date(ms).toISOString().slice(0, 19),
}

/** A moment, Unix ms; null: none. Written in Unix ms. */
export const moment = ({ read }: Moments): Field<number | null> => inWord(read, (value) => (value === null ? '' : IN_MS.write(value)))

/** A time between two moments, each under a name of its own; null: none. */
export function between(
  [first, last]: readonly [string, string],
  { read, write }: Moments,
  fits: (span: TimeSpan) => boolean = ({ fromMs, toMs }) => fromMs < toMs,
): Field<TimeSpan | null> {
  return {
    names: [first, last],
    read(query) {
      const [fromMs, toMs] = [read(wordIn(query, first)), read(wordIn(query, last))]
      return fromMs !== null && toMs !== null && fits({ fromMs, toMs }) ? { fromMs, toMs } : null
    },
    write: (span) => (span === null ? {} : { [first]: write(span.fromMs), [last]: write(span.toMs) }),
  }
}

/** A day that a meter has lived to see; null: none. */
export const day: Field<Day | null> = inWord(
  (word) => (isDay(word) && isMetered(utcMidnight(word)) ? word : null),
  (value) => value ?? '',
)

/** Days from `from` to `to`, both included; null: none. */
export const days: Field<Span | null> = {
  names: ['from', 'to'],
  read(query) {
    const [from, to] = [wordIn(query, 'from'), wordIn(query, 'to')]
    return isDay(from) && isDay(to) && from <= to ? { from, to } : null
  },
  write: (span) => ({ from: span?.from, to: span?.to }),
}

/** Days that were chosen: `from` and `to`, or `days=all` for all of the book (null). Undefined: nobody has chosen. */
export const chosenDays: Field<Span | null | undefined> = {
  names: ['from', 'to', 'days'],
  read: (query) => (wordIn(query, 'days') === 'all' ? null : (days.read(query, '') ?? undefined)),
  write: (span) => ({ from: span?.from, to: span?.to, days: span === null ? 'all' : undefined }),
}
