import { InvalidArgumentError } from 'commander'
import { daySchema, isAskedDay, timeZoneSchema } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Span } from '../contract/records.ts'
import { UNIT_CHOICES, UNIT_PREFERENCES, type UnitChoices, type UnitPreference } from '../contract/shown-units.ts'

/** Options of several commands, and readers of single ones for commander: each throws InvalidArgumentError, which ends with exit 2. */

export const AUTHORITY = [
  '--authority <FILE>',
  "certificates of an authority that are trusted besides this computer's, PEM or DER",
] as const

export function day(text: string): string {
  if (!daySchema.safeParse(text).success) throw new InvalidArgumentError('Write a day that exists as yyyy-mm-dd.')
  if (!isAskedDay(text)) throw new InvalidArgumentError('Write a day from 1970 to 2199.')
  return text
}

export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`)
  }
}

export function timeZone(text: string): string {
  if (!timeZoneSchema.safeParse(text).success) {
    throw new InvalidArgumentError('Write an IANA time zone, for example Europe/Moscow or UTC.')
  }
  return text
}

/** `all`, or station numbers with commas between them. */
export function stations(text: string): 'all' | number[] {
  if (text.trim().toLowerCase() === 'all') return 'all'
  return words(text).map((word) => {
    if (/^\d+$/.test(word) && Number.isSafeInteger(Number(word))) return Number(word)
    throw new InvalidArgumentError("Write 'all', or station numbers with commas between them.")
  })
}

export function words(text: string): string[] {
  const found = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (found.length === 0) throw new InvalidArgumentError('Write at least one.')
  return [...new Set(found)]
}

/** One word of a list, in any case. */
export function oneOf<Word extends string>(list: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = list.find((known) => known === text.trim().toLowerCase())
    if (word) return word
    throw new InvalidArgumentError(`Write one of: ${list.join(', ')}.`)
  }
}

/** Words of a list with commas between them, in the list's order. */
export function someOf<Word extends string>(list: readonly Word[]): (text: string) => Word[] {
  return (text) => {
    const found = words(text).map(oneOf(list))
    return list.filter((word) => found.includes(word))
  }
}

/** What a quantity is called in `--units`: `pressure` for the preference `pressureUnit`. */
export const unitWord = (name: UnitPreference): string => name.slice(0, -'Unit'.length)

/** `pressure=MPa,volume=thousandM3`, in any case. */
export function units(text: string): Partial<UnitChoices> {
  const chosen = words(text).map((pair) => {
    const [word = '', unit = ''] = pair.split('=').map((part) => part.trim().toLowerCase())
    const name = UNIT_PREFERENCES.find((known) => unitWord(known).toLowerCase() === word)
    const choice = name && UNIT_CHOICES[name].find((known) => known.toLowerCase() === unit)
    if (name && choice) return [name, choice]
    throw new InvalidArgumentError(`'${pair}' is no quantity and unit. Write, for example, pressure=MPa.`)
  })
  return Object.fromEntries(chosen) as Partial<UnitChoices>
}

/** @throws MeterbookError SPAN_REVERSED when the end lies before the start. */
export function span(from: string, to: string): Span {
  if (from > to) throw new MeterbookError('SPAN_REVERSED', { from, to })
  return { from, to }
}

export const systemTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
