import type { FormData } from '../../contract/form-words.ts'
import type { Language } from '../../words/index.ts'
import type { FormStep, HeadKey, Orientation, SignatureKey } from './vocabulary.ts'

/** A form as it is filled: what a form file says, read by `read-form.ts`. */

export type InLanguages = Readonly<Record<Language, string>>

export interface ColumnChoice {
  /** One of COLUMNS of its data. */
  key: string
  /** Other than the usual ones. */
  title?: InLanguages
  weight?: number
  decimals?: number
}

export interface Form {
  /** A built-in form's code; for a form of the user's own the name of its file without the ending. */
  code: string
  title: InLanguages
  data: FormData
  /** Consumption and balance only: what a row is. */
  step: FormStep
  page: {
    orientation: Orientation
    /** Points, of the table. */
    fontSize: number
  }
  heads: readonly HeadKey[]
  columns: readonly ColumnChoice[]
  /** Names out of PICTURES that its data have. */
  pictures: readonly string[]
  totals: boolean
  signatures: readonly SignatureKey[]
  texts: {
    /** Between the title block and the table. */
    above: InLanguages | null
    /** Under the statements. */
    below: InLanguages | null
  }
}
