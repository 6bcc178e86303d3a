import { BENCH_NAMES, keysOf } from '../rows.ts'
import type { BenchName } from '../sizes.ts'
import { lineOf, type Measured } from './measured.ts'

/** The page of the last full run, docs/performance.md: its table is written, the words around it by hand. */

const BEGIN = '<!-- Written by `npm run bench -- --write`: from here … -->'
const END = '<!-- … to here. -->'
const HEAD = ['bench', 'what is measured', 'measured', 'bar', '', 'day', 'commit']

/** What was measured of each bench, row by row. */
export type Results = Partial<Record<BenchName, readonly Measured[]>>

/** The rows that no result has, as 'bench row'. The page is written only when there are none. */
export const missingIn = (results: Results): string[] =>
  BENCH_NAMES.flatMap((name) =>
    keysOf(name, null).flatMap((key) => (results[name]?.some(({ row }) => row === key) ? [] : [`${name} ${key}`])),
  )

/**
 * The page with the table of these results in the place of the one that it has.
 * @throws Error when a row has no result, or the page no place for the table
 */
export function writePage(page: string, results: Results): string {
  const missing = missingIn(results)
  if (missing.length > 0) throw new Error(`not measured yet: ${missing.join(', ')}`)
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('the page has no place for the table')
  const all = BENCH_NAMES.flatMap((name) =>
    keysOf(name, null).flatMap((key) => (results[name] ?? []).filter(({ row }) => row === key).map((one) => ({ name, one }))),
  )
  const rows = all.map(({ name, one }) => {
    const { bench, what, figure, bar, verdict, note } = lineOf(name, 'full', one)
    return [bench, note === '' ? what : `${what} (${note})`, figure, bar, verdict, one.at.slice(0, 10), one.commit]
  })
  const short = rows.filter((row) => row[4] === 'short').length
  const machines = [...new Set(all.map(({ one }) => one.machine))]
  const words = `${rows.length - short} of ${rows.length} rows meet their bar. Measured on: ${machines.join('; ')}. ${sayBusy(all.map(({ one }) => one.busy))}`
  return `${page.slice(0, begin + BEGIN.length)}\n\n${words}\n\n${markdown(rows)}\n\n${page.slice(end)}`
}

/** Whether anything else was at work: figures of a busy machine say little of the program. */
function sayBusy(busy: readonly (number | null)[]): string {
  const known = busy.filter((one) => one !== null)
  const most = `other work took at most ${Math.max(...known)} % of the processors before a bench began`
  const unknown = known.length < busy.length ? [`how busy the machine was is not known for ${busy.length - known.length} rows`] : []
  const words = [...(known.length > 0 ? [most] : []), ...unknown].join('; ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The table of the page: bench, what is measured and bar of each row. */
export function readPage(page: string): { bench: string; what: string; bar: string }[] {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('the page has no place for the table')
  return page
    .slice(begin, end)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [bench = '', what = '', , bar = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return { bench, what, bar }
    })
}

/** As the formatter wants it, so that a written page needs no formatting. */
function markdown(rows: readonly string[][]): string {
  const widths = HEAD.map((head, at) => Math.max(3, head.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
