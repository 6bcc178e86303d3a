import { setImmediate as breath } from 'node:timers/promises'
import { bookUntil } from '../../analysis/answers/past.ts'
import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { FormData } from '../../contract/form-words.ts'
import { gasDaySpan, type GasClock } from '../../contract/time/gas-day.ts'
import { sourceOf } from '../kinds/source.ts'
import { clockOfStation, deviceClockSaid } from './clock.ts'
import { branchesMeant } from './branches.ts'
import type { ContentOf, FormContent, FormRequest, FormSource } from './content.ts'
import type { Form } from './form.ts'
import { daysOfForm } from './part.ts'
import { printedLetterhead } from './printed-letterhead.ts'

/** Fills forms with what a book holds. */

export interface FillOptions {
  form: Form
  /** The clock of the preferences; that of the request when absent. */
  usual?: GasClock | undefined
  nowMs: number
  signal?: AbortSignal | undefined
}

/** @throws RangeError for a zone that the runtime does not know. */
export function formSource(book: Book, request: FormRequest, options: FillOptions): FormSource {
  const { language, timeZone, contractHour } = request
  const { form, nowMs, signal, usual = { zone: timeZone, contractHour } } = options
  return {
    ...sourceOf(book, { format: 'xlsx', reader: 'people', language, timeZone }),
    request,
    form,
    letterhead: printedLetterhead(book.reporting.letterhead()),
    contracts: new Map(book.reporting.contracts().map((contract) => [contract.consumerId, contract])),
    usual,
    nowMs,
    signal,
  }
}

/**
 * A part of a time that is over is told by the devices that its stations had until then. What is told of a moment, not of days, is
 * told of the end of that time; who needs a visit is asked of now alone.
 */
function sourceUntil(source: FormSource, stationIds: readonly number[]): FormSource {
  const { book, form, request, nowMs } = source
  // The stations of a branch may be others than those chosen: the balance sees to it itself.
  if (request.to === undefined || form.data === 'visits' || form.data === 'balance') return source
  const [first = -1] = stationIds
  const clock = clockOfStation(source, first)
  const gas = daysOfForm(request.form).days === 'calendar' ? { ...clock, contractHour: 0 } : clock
  const untilMs = gasDaySpan(request.to, request.to, gas).toMs
  const then = bookUntil(book, stationIds, untilMs)
  return { ...source, book: then, nowMs: OF_A_MOMENT.includes(form.data) ? Math.min(nowMs, untilMs) : nowMs }
}
const OF_A_MOMENT: readonly FormData[] = ['verifications', 'passport']

/** Data that are of all stations together; the others have a part for each station. */
const OF_ALL: readonly FormData[] = ['visits', 'verifications']

/** A part of a report: what it is of. */
interface Part {
  stationIds: readonly number[]
  branchId?: string
}

/** A part for each station; for the list of all of them; for each branch that is meant, and one that says so where there is none. */
function partsIn({ book, form, request: { stationIds } }: FormSource): Part[] {
  if (OF_ALL.includes(form.data)) return [{ stationIds }]
  if (form.data !== 'balance') return stationIds.map((id) => ({ stationIds: [id] }))
  const branches = branchesMeant(book, stationIds)
  return branches.length === 0 ? [{ stationIds }] : branches.map(({ id }) => ({ stationIds, branchId: id }))
}

/** How many parts a report has. */
export const partsOf = (source: FormSource): number => partsIn(source).length

/**
 * The parts of a report, one at a time, so that a batch is never held together; other work has its turn between them.
 * Columns and pictures are those that the form asks for, as it asks for them.
 * @throws MeterbookError NOTHING_CHOSEN, NO_SUCH_STATION, CANCELLED.
 */
export async function* fillForm(source: FormSource): AsyncGenerator<FormContent> {
  const { form, request, signal } = source
  if (request.stationIds.length === 0) throw new MeterbookError('NOTHING_CHOSEN')
  const contentOf = await contentOfData(form.data)
  for (const { stationIds, branchId } of partsIn(source)) {
    if (signal?.aborted) throw new MeterbookError('CANCELLED')
    const own = sourceUntil(source, stationIds)
    const content = await contentOf(own, stationIds, branchId)
    if (signal?.aborted) throw new MeterbookError('CANCELLED')
    yield asTheFormSays(content, form, own)
    await breath()
  }
}

async function contentOfData(data: FormData): Promise<ContentOf> {
  const { contentOf } = (await import(`./data/${data}.ts`)) as { contentOf: ContentOf }
  return contentOf
}

/** A heading with its unit behind it, unless it names the unit itself. */
const withUnit = (title: string, unit: string | undefined): string => (!unit || title.includes(unit) ? title : `${title}, ${unit}`)

/** Picks the columns that are asked for. Where the form has none of them any more, all of its columns are printed. */
function printedColumns({ columns }: Form, wished: readonly string[] | undefined): Form['columns'] {
  const printed = columns.filter(({ key }) => wished?.includes(key) ?? true)
  return printed.length > 0 ? printed : columns
}

/** Only the columns that the form names and the request asks for, in the form's order, with its titles, weights and decimals; pictures and totals likewise. */
function asTheFormSays(content: FormContent, form: Form, source: FormSource): FormContent {
  const { language, request } = source
  const chosen = printedColumns(form, request.columns).flatMap(({ key, title, weight, decimals }) => {
    const at = content.columns.findIndex((column) => column.key === key)
    const column = content.columns[at]
    if (!column) return []
    const { over, ...rest } = column
    const own = title ? { ...rest, header: withUnit(title[language], column.unit) } : { ...rest, ...(over === undefined ? {} : { over }) }
    return [{ at, column: { ...own, ...(weight === undefined ? {} : { weight }), ...(decimals === undefined ? {} : { decimals }) } }]
  })
  const cut = <Row extends { cells: readonly unknown[] }>(row: Row): Row => ({
    ...row,
    cells: chosen.map(({ at }) => row.cells[at]),
  })
  const { rows } = content
  return {
    ...content,
    columns: chosen.map(({ column }) => column),
    rows: {
      *[Symbol.iterator]() {
        for (const row of rows) yield cut(row)
      },
    },
    totals: form.totals ? content.totals.map(cut) : [],
    statements: [...content.statements, ...deviceClockSaid(source, content.stationId)],
    pictures: form.pictures.flatMap((key) => content.pictures.filter((picture) => picture.key === key)),
  }
}
