import { BENCH_NAMES, keysOf, nameOf, rowsOf } from '../rows.ts'
import type { BenchName } from '../sizes.ts'
import { barOf, lineOf, sayRow, type Measured } from './measured.ts'

/** The page of the last full run, docs/performance.md: its table is written, the words around it by hand. */

const BEGIN = '<!-- Written by `npm run bench -- --write`: from here … -->'
const END = '<!-- … to here. -->'
const HEAD = ['bench', 'what is measured', 'measured', 'bar', '', 'day', 'commit']

/** What was measured of each bench, row by row. */
export type Results = Partial<Record<BenchName, readonly Measured[]>>

/** The rows that no result has, as 'bench row'. The page says of them that they were not measured yet. */
export const missingIn = (results: Results): string[] =>
  BENCH_NAMES.flatMap((name) =>
    keysOf(name, null).flatMap((key) => (results[name]?.some(({ row }) => row === key) ? [] : [`${name} ${key}`])),
  )

/**
 * The page with the table of these results in the place of the one that it has.
 * @throws Error when the page has no place for the table
 */
export function writePage(page: string, results: Results): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('the page has no place for the table')
  const measured: Measured[] = []
  const rows = BENCH_NAMES.flatMap((name) =>
    Object.entries(rowsOf(name, 'full')).map(([key, spec]) => {
      const one = results[name]?.find(({ row }) => row === key)
      if (!one) return [nameOf(name, key), sayRow(spec), 'not yet', barOf(spec), '', '', '']
      measured.push(one)
      const { bench, what, figure, bar, verdict, note } = lineOf(name, 'full', one)
      return [bench, what, note === '' ? figure : `${figure} (${note})`, bar, verdict, one.at.slice(0, 10), one.commit]
    }),
  )
  const met = rows.filter((row) => row[4] === 'ok').length
  const machines = [...new Set(measured.map(({ machine }) => machine))]
  const words = `${met} of ${rows.length} rows meet their bar. Measured on: ${machines.join('; ')}. ${sayBusy(measured.map(({ busy }) => busy))}`
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
