import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { numberOf } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { byDay, type ZoneClock } from '../../contract/time/zone.ts'
import { wordsOf } from '../../words/program.ts'
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
  let count = 0
  let maker: PdfMaker | null = null
  const facts = { language, signal }
  try {
    // Each station's own, one after the other; of rows that are of no single station the one table.
    for await (const one of table.apart ?? [table]) {
      const its = partOf(table, one, { ...facts, clock: one.clock ?? table.clock ?? clock })
      try {
        const made = (maker ??= begun(table, its.shape, { ...facts, clock }))
        made.part(its.part)
        for (const cells of its.rows()) {
          if (++count > MOST_ROWS) throw new MeterbookError('TOO_MANY_ROWS', { most: MOST_ROWS })
          made.row({ cells, group: null, tone: null })
          if (count % BREATH_ROWS === 0) await breath()
          if (signal.aborted) throw new MeterbookError('CANCELLED')
        }
        const totals = its.totals()
        if (totals) made.row({ cells: totals, group: null, tone: 'strong' })
      } finally {
        its.close()
      }
    }
    // No station is left of those that were chosen.
    if (!maker) {
      const none = partOf(table, { ...table, rows: [] }, { ...facts, clock })
      maker = begun(table, none.shape, { ...facts, clock })
      maker.part(none.part)
    }
    const { pdf, replaced } = await maker.finish()
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
  function printed(row: Row): string[] {
    return shown.map(({ at }, place) => {
      const cell = row[at]
      sums[place]?.add(cell)
      return fields[place]?.(cell, row) ?? ''
    })
  }
  const rows = table.rows[Symbol.iterator]()
  const first: string[][] = []
  for (let next = rows.next(); !next.done; next = rows.next()) {
    first.push(printed(next.value))
    if (first.length === SAMPLE) break
  }
  const headers = shown.map(({ column }) => column.header)
  const { weights, ...shape } = shapeFor(headers, first, whole.paper === 'by-station' ? 'A4' : 'A3')
  const [name = '', value = ''] = isOfOne ? [table.title, whole.title] : [whole.title]
  const about = isOfOne ? table.about.slice(1) : table.about
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
    *rows(): Generator<string[]> {
      yield* first
      for (let next = rows.next(); !next.done; next = rows.next()) yield printed(next.value)
    },
    /** The sums of what was printed; null where nothing was summed. */
    totals(): string[] | null {
      if (!sums.some((sum) => sum?.text() != null)) return null
      const { decimal } = wordsOf(language).habits
      return sums.map((sum, at) => sum?.text()?.replace('.', decimal) ?? (at === 0 ? forms.total : ''))
    },
    close: () => void rows.return?.(),
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
