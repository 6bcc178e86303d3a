import { DAY_MS } from '../contract/time/units.ts'
import { utcIso } from '../contract/time/zone.ts'
import { cutForEye, SHOWN } from '../contract/cut.ts'
import { visible } from '../contract/visible.ts'

/** How numbers and times read in the terminal. */

const grouped = new Intl.NumberFormat('en-US')

export const count = (value: number) => grouped.format(value)

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(value) / 3), units.length)
  return `${(value / 1000 ** power).toFixed(1)} ${units[power - 1]}`
}

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** `2026-01-31 10:00`, in UTC; what is no moment as the number that it is. */
export const utcMinute = (atMs: number): string =>
  utcIso(atMs)
    .replace('T', ' ')
    .replace(/:\d\d\.\d{3}Z$/, '')

/** `1 station`, `2 stations`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** A text from the service, a book or a file name for one line of a terminal: harmless, and no longer than people read. */
export const shown = (text: string, most: number = SHOWN.cell): string => visible(cutForEye(text, most))

/** Rows as columns, as wide as they need; numbers to the right, in groups of three digits unless `say` has them otherwise. Widths count characters (Cyrillic included); a name stays in its cell, and is cut where it is longer than a name is shown; the last cell may be a message. */
export function columns(
  rows: readonly (readonly (string | number)[])[],
  header?: readonly string[],
  say: (value: number) => string = count,
): string {
  const lines = [...(header ? [header] : []), ...rows].map((row) =>
    row.map((cell, at) => (typeof cell === 'number' ? say(cell) : shown(cell, at === row.length - 1 ? SHOWN.cell : SHOWN.name))),
  )
  const width = (i: number) => Math.max(...lines.map((line) => [...(line[i] ?? '')].length))
  const widths = (lines[0] ?? []).map((_, i) => width(i))
  const isNumber = widths.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'))
  return lines
    .map((line) =>
      line
        .map((cell, i) => {
          const blank = ' '.repeat(Math.max(0, (widths[i] ?? 0) - [...cell].length))
          return isNumber[i] ? blank + cell : cell + blank
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
