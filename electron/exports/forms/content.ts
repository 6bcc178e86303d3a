import type { Language } from '../../words/index.ts'
import type { LogoFault } from '../../contract/logo.ts'
import type { ContractNumber, Letterhead } from '../../contract/reports.ts'
import type { ClockWish } from '../../contract/time/gas-clock.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import type { Cell, Column } from '../table.ts'
import type { Source } from '../kinds/source.ts'
import type { Day } from '../../contract/records.ts'
import type { Form } from './form.ts'
import type { HeadKey, SignatureKey } from './vocabulary.ts'

/** What a form is asked to be filled with. */
export interface FormRequest {
  /** A code of FORMS, or the name of a form of the user's own. */
  form: string
  stationIds: readonly number[]
  /** Gas days, both included; all there is when absent. */
  from?: Day | undefined
  to?: Day | undefined
  /** Keys of the form's columns that are printed; all of them when absent. */
  columns?: readonly string[] | undefined
  /** Of the visit list: the stations of the trip among these, in its own order. */
  trip?: boolean | undefined
  language: Language
  /** The clock of stations that have none of their own, in a book that has none either. */
  timeZone: string
  contractHour: number
  /** The clock that was asked for by name: it comes before what stations and the book say. */
  asked?: ClockWish | undefined
}

/** What the data of a form is read from: the book and its names, in the language and zone of the report. */
export interface FormSource extends Source {
  request: FormRequest
  /** The form that is filled in; pictures that it does not show need not be made. */
  form: Form
  /** With a logo that can be printed; `logoFault` says why the book's is not. */
  letterhead: Letterhead & { logoFault: LogoFault | null }
  /** Contract numbers by consumer, as they were typed in. */
  contracts: ReadonlyMap<number, ContractNumber>
  /** The clock of stations that have none of their own. */
  usual: GasClock
  /** Unix ms: when it is printed; what is open, is open until then. */
  nowMs: number
  signal?: AbortSignal | undefined
}

/** A line of the title block: what it is called and what it says. '—' stands where the book does not say it. */
export interface Head {
  key: HeadKey
  name: string
  value: string
}

/** One of COLUMNS of the form's data: data fill all of them, the form says which are printed. */
export interface FormColumn extends Pick<Column, 'key' | 'header' | 'kind' | 'show'> {
  /** Instead of this one a spreadsheet has columns of numbers: what each is called behind the heading, and takes from the cell. */
  inSheets?: readonly { key: string; header: string; of: (cell: Cell) => Cell }[]
  /** A heading over neighbours that have the same: 'P, MPa' over 'min', 'mean', 'max'. */
  over?: string
  /** The unit of the column's numbers, as in the usual heading: a title of the form's own keeps it. */
  unit?: string | undefined
  /** Share of the page's width, beside those of the other columns. */
  weight: number
  align?: 'left' | 'right' | 'center'
  /** Decimals that a number is printed with; values are rounded for display only. */
  decimals?: number
}

/** A row of the table; one with a `group` begins a group, which stands over it in bold. */
export interface FormRow {
  cells: readonly Cell[]
  group?: string
  /** Drawn weaker (no number) or stronger (a sum). */
  tone?: 'weak' | 'strong'
}

/** A picture as vectors: an SVG without scripts, styles or foreign objects, and what it shows in words. */
export interface FormPicture {
  /** One of PICTURES of the form's data. */
  key: string
  svg: string
  /** Width ÷ height. */
  ratio: number
  caption: string
}

/**
 * One part of a report: a station's, or the whole of a list. Pure data, the same for paper, spreadsheet and tests:
 * nothing here is computed anew while it is drawn.
 */
export interface FormContent {
  /** Null where it is of many stations. */
  stationId: number | null
  /** Whose clock the times of its cells are shown by: the station's own zone; the report's where absent. */
  timeZone?: string
  /** The name of the part: the station. */
  title: string
  heads: readonly Head[]
  columns: readonly FormColumn[]
  rows: Iterable<FormRow>
  /** How many rows, for progress. */
  expected: number
  /** Totals and means under the table, by the same columns. */
  totals: readonly FormRow[]
  pictures: readonly FormPicture[]
  /** Completeness, findings, what was left out, in sentences: stated, never silent. */
  statements: readonly string[]
  /** Who signs, where the data say it; else the letterhead does. */
  signed?: Partial<Readonly<Record<SignatureKey, { name: string; post: string }>>>
}

/**
 * Reads what a form shows of one station, of all stations of a list, or of one branch. What each file in data/ has as
 * `contentOf`.
 */
export type ContentOf = (source: FormSource, stationIds: readonly number[], branchId?: string) => Promise<FormContent>
