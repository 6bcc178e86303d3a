import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { numberOf } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { byDay, type ZoneClock } from '../../contract/time/zone.ts'
import { wordsOf } from '../../words/program.ts'
import { isNumber } from '../forms/pdf/fitted.ts'
import { startPdf, type PdfMaker } from '../forms/pdf/make-pdf.ts'
import { shapeFor, type Shape } from '../forms/pdf/shape.ts'
import { printedIn } from '../forms/printed.ts'
import type { FormatOptions, WriteFormat } from '../format.ts'
import { isDecimal, measuredIn } from '../safety.ts'
import { plainText, type Cell, type Column, type Row, type Table } from '../table.ts'

/** More would be thousands of pages, which nobody reads and the memory does not hold. */
const MOST_ROWS = 50_000
/** Rows by which the widths of columns are chosen. */
const SAMPLE = 200
const BREATH_ROWS = 200
const BLOCK_BYTES = 1 << 20

/**
 * A table on paper, for people: what it is about above, the head on each page, numbers in columns. Laid out in a thread
 * of its own. Streams end with TOO_MANY_ROWS where a table is too long, with LETTERS_LACKING where
 * characters would be printed as codes that nobody was told of.
 */
export const write: WriteFormat = (table, clock, options) => {
  const stop = new AbortController()
  const output = Readable.from(blocks(table, clock, options, stop.signal), { objectMode: false })
  // Closing waits for the step under way, which is the layout of all pages: its thread is ended first.
  const closed = output._destroy.bind(output)
  output._destroy = (error, done) => {
    stop.abort()
    closed(error, done)
  }
  return output
}

async function* blocks(
  table: Table,
  clock: ZoneClock,
  { language, lettersSaid, onReplaced }: FormatOptions,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let count = 0
  let maker: PdfMaker | null = null
  const facts = { language, signal }
  try {
    // Each station's own, one after the other; of rows that are of no single station the one table.
    for await (const one of table.apart ?? [table]) {
      const its = partOf(table, one, { ...facts, clock: one.clock ?? table.clock ?? clock })
      const rows: string[][] = []
      for (const row of one.rows) {
        rows.push(its.printed(row))
        if (++count > MOST_ROWS) throw new MeterbookError('TOO_MANY_ROWS', { most: MOST_ROWS })
        if (count % BREATH_ROWS === 0) await breath()
        if (signal.aborted) throw new MeterbookError('CANCELLED')
      }
      const { shape, part } = its.of(rows)
      maker ??= begun(table, shape, { ...facts, clock })
      maker.part(part)
      for (const cells of rows) maker.row({ cells, group: null, tone: null })
      const totals = its.totals()
      if (totals) maker.row({ cells: totals, group: null, tone: 'strong' })
    }
    // No station is left of those that were chosen.
    if (!maker) {
      const { shape, part } = partOf(table, table, { ...facts, clock }).of([])
      maker = begun(table, shape, { ...facts, clock })
      maker.part(part)
    }
    const { pdf, replaced } = await maker.finish()
    if (lettersSaid && replaced.some((character) => !lettersSaid.includes(character)))
      throw new MeterbookError('LETTERS_LACKING', { characters: replaced.join(' ') })
    for (const character of replaced) onReplaced?.(character)
    for (let from = 0; from < pdf.length; from += BLOCK_BYTES) yield pdf.subarray(from, from + BLOCK_BYTES)
  } finally {
    await maker?.close()
  }
}

interface Facts {
  clock: ZoneClock
  language: FormatOptions['language']
  signal: AbortSignal
}

/** One table as a part: without what is for programs, what is the same in all its rows above them, sums below. */
function partOf(whole: Table, table: Table, { clock, language }: Omit<Facts, 'signal'>) {
  const { forms } = wordsOf(language)
  const isOfOne = whole.apart !== undefined
  const shown = table.columns.flatMap((column, at) => (column.offPaper || (isOfOne && column.isOfStation) ? [] : [{ column, at }]))
  const fields = shown.map(({ column }) => fieldOf(table.columns, column, { clock, language }))
  const sums = shown.map(({ column }) => (column.adds ? createSum() : null))
  const headers = shown.map(({ column }) => column.header)
  const [name = '', value = ''] = isOfOne ? [table.title, whole.title] : [whole.title]
  const about = isOfOne ? table.about.slice(1) : table.about
  const { decimal } = wordsOf(language).habits
  return {
    printed: (row: Row): string[] =>
      shown.map(({ at }, place) => {
        const cell = row[at]
        sums[place]?.add(cell)
        return fields[place]?.(cell, row) ?? ''
      }),
    /** Gives the rows of the part as many decimals in a column as any of its numbers has. */
    of(rows: string[][]) {
      for (const [place, { column }] of shown.entries())
        if (column.kind === 'value' && column.unitKey === undefined && !column.hasCodes) alignDecimals(rows, place, decimal)
      const { weights, ...shape } = shapeFor(headers, rows.slice(0, SAMPLE), whole.paper === 'by-station' ? 'A4' : 'A3')
      return {
        shape,
        part: {
          title: name,
          subtitle: value,
          running: [name, value].filter(Boolean).join('  ·  '),
          letterhead: null,
          heads: isOfOne ? [...about, [wordsOf(language).file.time_zone, clock.timeZone] as const] : about,
          above: null,
          pictures: [],
          columns: shown.map(({ column: { header, kind, isProse = false } }, at) => ({
            header,
            over: null,
            weight: weights[at] ?? 1,
            align: kind === 'value' ? ('right' as const) : ('left' as const),
            isProse,
          })),
          totals: [],
          stated: '',
          statements: [],
          below: null,
          signatures: [],
          empty: forms.empty,
        },
      }
    },
    /** The sums of what was printed; null where nothing was summed. */
    totals(): string[] | null {
      if (!sums.some((sum) => sum?.text() != null)) return null
      return sums.map((sum, at) => sum?.text()?.replace('.', decimal) ?? (at === 0 ? forms.total : ''))
    },
  }
}

/** How many decimals a printed number has behind its sign; 0 for what is no number. */
const decimalsIn = (text: string, sign: string): number =>
  isNumber(text) && text.includes(sign) ? text.length - text.lastIndexOf(sign) - 1 : 0

function alignDecimals(rows: readonly string[][], place: number, sign: string): void {
  const most = rows.reduce((all, row) => Math.max(all, decimalsIn(row[place] ?? '', sign)), 0)
  if (most === 0 || most > MOST_DECIMALS) return
  for (const row of rows) {
    const text = row[place] ?? ''
    if (!isNumber(text)) continue
    const own = decimalsIn(text, sign)
    row[place] = (text.includes(sign) ? text : `${text}${sign}`) + '0'.repeat(most - own)
  }
}

/** Adds up what is printed in a column, to the decimals that its values have. */
function createSum() {
  let sum = 0
  let decimals = 0
  let isThere = false
  return {
    add(cell: Cell): void {
      if (typeof cell !== 'string' && typeof cell !== 'number') return
      const value = numberOf(cell)
      if (!Number.isFinite(value)) return
      sum += value
      decimals = Math.max(decimals, /[.,](\d+)$/.exec(String(cell))?.[1]?.length ?? 0)
      isThere = true
    },
    text: (): string | null => (isThere ? sum.toFixed(Math.min(decimals, MOST_DECIMALS)) : null),
  }
}
const MOST_DECIMALS = 6

function begun(table: Table, shape: Omit<Shape, 'weights'>, { clock, language, signal }: Facts): PdfMaker {
  const { forms } = wordsOf(language)
  const nowMs = Date.now()
  return startPdf(
    {
      language,
      title: table.title,
      author: 'Meterbook',
      ...shape,
      madeAtMs: nowMs,
      footer: [`Meterbook  ·  ${forms.printed(`${printedIn(language, clock.timeZone).time(nowMs)} (${clock.timeZone})`)}`],
    },
    { signal },
  )
}

type Field = (cell: Cell, row: Row) => string

/** How people read a column: as in CSV for people, with the language's signs. */
function fieldOf(columns: readonly Column[], column: Column, { clock, language }: Omit<Facts, 'signal'>): Field {
  const { kind, show } = column
  const isNothing = (cell: Cell): cell is null | undefined => cell === null || cell === undefined
  if (show) return (cell) => (isNothing(cell) ? '' : show(cell))
  const { habits, file } = wordsOf(language)
  const printed = printedIn(language, clock.timeZone)
  const isMeasured = measuredIn(columns, column)
  const localized = (number: string) => (habits.decimal === '.' ? number : number.replace('.', habits.decimal))
  const withMs = kind === 'instant'
  const wall = byDay(
    clock,
    (atMs) => {
      const text = clock.wall(atMs, withMs)
      return `${printed.day(text)} ${localized(text.slice(11))}`
    },
    { digits: withMs ? (habits.decimal === ',' ? 'hh:mm:ss,mmm' : 'hh:mm:ss.mmm') : 'hh:mm:ss', behind: '' },
  )
  return (cell, row) => {
    if (isNothing(cell)) return ''
    if (typeof cell === 'number') {
      if (kind === 'time' || withMs) return wall(cell)
      return kind === 'text' ? String(cell) : localized(String(cell))
    }
    if (typeof cell === 'boolean') return cell ? file.yes : file.no
    if (typeof cell !== 'string') return plainText(cell)
    if (kind === 'day') return printed.day(cell)
    return isDecimal(cell) && isMeasured(row) ? localized(cell) : cell
  }
}
