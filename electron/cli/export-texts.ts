import { UNIT_CHOICES, UNIT_PREFERENCES } from '../contract/shown-units.ts'
import { visible } from '../contract/visible.ts'
import { plural } from './numbers.ts'
import * as read from './options.ts'

/** What `meterbook export` says of itself and of what it wrote. */

/** `pressure=kPa|MPa|bar|kgfCm2`, for each quantity. */
export const UNITS_HELP = `convert values for people, with commas: ${UNIT_PREFERENCES.map(
  (name) => `${read.unitWord(name)}=${UNIT_CHOICES[name].slice(1).join('|')}`,
).join(', ')}; the header names the unit`

export const EXPORT_HELP = `
Examples:
  meterbook export events --book trip.meterbook --stations 12 --from 2026-01-01 --to 2026-03-31 --out log.xlsx
  meterbook export readings --book trip.meterbook --archives hourly --time-zone Europe/Moscow --out hourly.csv
  meterbook export readings --book trip.meterbook --archives daily --plain --out daily.csv
  meterbook export findings --book trip.meterbook --language ru --encoding windows-1251 --out findings.csv
  meterbook export sums --book trip.meterbook --stations 12 --archives hourly --channel gas_consume --by month --out m3.csv
  meterbook export readings --book trip.meterbook --units pressure=MPa,volume=thousandM3 --out readings.xlsx
  meterbook export lake --book trip.meterbook --out /mnt/lake
CSV and XLSX are for people: names of archives and channels, numbers and times as the language writes them, in the time
zone that the header names. With --plain they are for programs: headings are the service's names and codes, values
verbatim, times ISO 8601 with their offset; CSV has commas, decimal points and no byte order mark. JSON is so always, and
Parquet with times in UTC. The kind lake writes every public view into a folder of Parquet files that many books share, and
only what has changed: docs/lake.md. In every CSV a text that a spreadsheet would run as a formula gets an apostrophe before it, and so does one that begins with
apostrophes and such a formula: a program that takes one apostrophe away gets the text back.`

const MOST_CHARACTERS = 20

const named = (characters: readonly string[]): string =>
  `${characters.slice(0, MOST_CHARACTERS).map(visible).join(' ')}${characters.length > MOST_CHARACTERS ? ' …' : ''}`

/** Names what the fonts of a PDF lack. */
export const codedText = (characters: readonly string[]): string =>
  `The fonts of a PDF lack ${plural(characters.length, 'character')}, printed as codes such as [U+6F22]: ${named(characters)}. A CSV or XLSX has all of them.`

/** Names what the encoding of the file lacks. */
export function replacedText(encoding: string, characters: readonly string[]): string {
  return `${encoding} lacks ${plural(characters.length, 'character')}, written as the nearest sign or as ?: ${named(characters)}. With --encoding utf-8 all stay.`
}
