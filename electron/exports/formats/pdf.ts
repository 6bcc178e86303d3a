import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { MeterbookError } from '../../contract/errors.ts'
import { byDay, type ZoneClock } from '../../contract/time/zone.ts'
import { wordsOf } from '../../words/program.ts'
import { startPdf, type PdfMaker } from '../forms/pdf/make-pdf.ts'
import { shapeFor } from '../forms/pdf/shape.ts'
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
 * of its own. Streams end with TOO_MANY_ROWS where a table is too long.
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
  { language, onReplaced }: FormatOptions,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const fields = table.columns.map((column) => fieldOf(table.columns, column, { clock, language }))
  const printed = (row: Row) => fields.map((field, at) => field(row[at], row))
  const rows = table.rows[Symbol.iterator]()
  const first: string[][] = []
  let maker: PdfMaker | null = null
  try {
    for (let next = rows.next(); !next.done && first.length < SAMPLE; next = rows.next()) {
      first.push(printed(next.value))
      if (first.length === SAMPLE) break
    }
    const made = (maker = begun(table, first, { clock, language, signal }))
    for (const cells of first) made.row({ cells, group: null, tone: null })
    for (let count = first.length, next = rows.next(); !next.done; next = rows.next()) {
      if (++count > MOST_ROWS) throw new MeterbookError('TOO_MANY_ROWS', { most: MOST_ROWS })
      made.row({ cells: printed(next.value), group: null, tone: null })
      if (count % BREATH_ROWS === 0) await breath()
      if (signal.aborted) throw new MeterbookError('CANCELLED')
    }
    const { pdf, replaced } = await made.finish()
    for (const character of replaced) onReplaced?.(character)
    for (let from = 0; from < pdf.length; from += BLOCK_BYTES) yield pdf.subarray(from, from + BLOCK_BYTES)
  } finally {
    rows.return?.()
    await maker?.close()
  }
}

interface Facts {
  clock: ZoneClock
  language: FormatOptions['language']
  signal: AbortSignal
}

function begun(table: Table, first: readonly (readonly string[])[], { clock, language, signal }: Facts): PdfMaker {
  const { forms } = wordsOf(language)
  const headers = table.columns.map(({ header }) => header)
  const { weights, ...shape } = shapeFor(headers, first)
  const nowMs = Date.now()
  const maker = startPdf(
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
  maker.part({
    title: table.title,
    subtitle: '',
    running: table.title,
    letterhead: null,
    heads: table.about,
    above: null,
    pictures: [],
    columns: table.columns.map(({ header, kind, isProse = false }, at) => ({
      header,
      over: null,
      weight: weights[at] ?? 1,
      align: kind === 'value' ? 'right' : 'left',
      isProse,
    })),
    totals: [],
    stated: '',
    statements: [],
    below: null,
    signatures: [],
    empty: forms.empty,
  })
  return maker
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
