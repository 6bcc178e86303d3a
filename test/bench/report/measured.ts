import { holds, nameOf, rowsOf, type RowSpec } from '../rows.ts'
import type { BenchName } from '../sizes.ts'

/** What one run of a bench found for a row, with what is to be known of the run. */
export interface Measured {
  row: string
  value: number
  note?: string
  /** When the bench ended, ISO 8601 in UTC. */
  at: string
  /** The short name of the commit; with '+' when files were changed beyond it. */
  commit: string
  /** The machine in general words. */
  machine: string
  /** How busy the processors were with other things before the bench began, percent; null when that is not known. */
  busy: number | null
}

/** A row as tables show it: what it is to be, and what was measured. */
export interface Line {
  bench: string
  what: string
  figure: string
  bar: string
  verdict: 'ok' | 'short'
  note: string
}

/** What a bench printed as JSON; an error when it is not one figure for each of the expected rows. */
export function parseFigures(text: string, expected: readonly string[]): { row: string; value: number; note?: string }[] {
  const found = JSON.parse(text) as unknown
  if (!Array.isArray(found)) throw new Error('the bench printed no list of figures')
  const figures = found.map((one: unknown) => {
    const { row, value, note } = one as Record<string, unknown>
    if (typeof row !== 'string' || typeof value !== 'number' || !Number.isFinite(value))
      throw new Error(`no figure: ${JSON.stringify(one)}`)
    return { row, value, ...(typeof note === 'string' && { note }) }
  })
  const rows = figures.map(({ row }) => row)
  if (rows.toSorted().join() !== expected.toSorted().join())
    throw new Error(`the bench measured ${rows.join(', ') || 'nothing'} in place of ${expected.join(', ')}`)
  return expected.flatMap((row) => figures.filter((one) => one.row === row))
}

/** A number with its unit, in as many digits as tell something. */
export function inUnit(value: number, unit: RowSpec['unit']): string {
  const digits = unit === 'times' || unit === 's' ? 2 : value < 10 && !Number.isInteger(value) ? 1 : 0
  return unit === 'times' ? `${value.toFixed(digits)} ×` : `${value.toFixed(digits)} ${unit}`
}

/** The bar of a row in words. */
export const barOf = ({ bar, unit, better }: RowSpec): string =>
  `${better === 'lower' ? 'at most' : 'at least'} ${unit === 'times' ? `${bar} ×` : `${bar} ${unit}`}`

/** What is measured, and what beside. */
export const sayRow = ({ what, beside, better }: RowSpec): string =>
  beside === null ? what : `${what}, ${better === 'lower' ? 'times' : 'times the speed of'} ${beside}`

export function lineOf(name: BenchName, size: 'full' | 'quick', { row, value, note = '' }: Pick<Measured, 'row' | 'value' | 'note'>): Line {
  const spec = rowsOf(name, size)[row]
  if (!spec) throw new Error(`${name} has no row ${row}`)
  const figure = inUnit(value, spec.unit)
  return { bench: nameOf(name, row), what: sayRow(spec), figure, bar: barOf(spec), verdict: holds(spec, value) ? 'ok' : 'short', note }
}
