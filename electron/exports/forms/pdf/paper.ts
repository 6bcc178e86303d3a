import type { Language } from '../../../words/index.ts'
import type { Letterhead } from '../../../contract/reports.ts'
import type { FormPicture } from '../content.ts'
import type { LetterFont } from './letters.ts'
import type { Orientation } from '../vocabulary.ts'

/** What is drawn on paper: texts only, so that the thread that lays pages out gets plain data. */

export interface Paper {
  language: Language
  title: string
  author: string
  /** A4, or A3 for tables that are too wide for it. */
  size: 'A4' | 'A3'
  orientation: Orientation
  /** Points, of the table. */
  fontSize: number
  /** Unix ms: the only time in the file, so that the same report has the same bytes. */
  madeAtMs: number
  /** Texts below every page, one a line; page x of y stands beside them. */
  footer: readonly string[]
}

export interface PaperColumn {
  header: string
  over: string | null
  weight: number
  align: 'left' | 'right' | 'center'
  /** People's own words, which are read in full: cells of other columns are cut sooner. */
  isProse?: boolean
}

export interface PaperRow {
  cells: readonly string[]
  group: string | null
  tone: 'weak' | 'strong' | null
}

interface PaperSignature {
  what: string
  name: string
  post: string
}

/** One part, which begins on a page of its own. Its rows come behind it, some at a time. */
export interface PaperPart {
  /** The form's title, and whose part it is. */
  title: string
  subtitle: string
  /** Repeated above the table's head on each page: whose sheet it is. */
  running: string
  letterhead: Pick<Letterhead, 'organisation' | 'address' | 'logo'> | null
  heads: readonly (readonly [name: string, value: string])[]
  above: string | null
  pictures: readonly FormPicture[]
  columns: readonly PaperColumn[]
  totals: readonly PaperRow[]
  /** The heading of the statements, where there are any. */
  stated: string
  statements: readonly string[]
  below: string | null
  signatures: readonly PaperSignature[]
  /** Said in place of rows where there are none. */
  empty: string
}

/** To the thread. */
export type ToLayout =
  | { type: 'part'; part: PaperPart }
  | { type: 'rows'; rows: readonly PaperRow[] }
  | { type: 'finish'; rows: number; replaced: readonly string[] }
/** From the thread: how far it is (0 to 1), then the file. */
export type FromLayout =
  /** Its modules are loaded: from now on it may be terminated between its steps (uncut.ts). */
  { type: 'ready' } | { type: 'progress'; share: number } | { type: 'done'; pdf: Uint8Array<ArrayBuffer>; pages: number }

export interface LayoutStart {
  paper: Paper
  /** Files of the fonts. */
  fonts: Readonly<Record<LetterFont, { regular: string; medium: string }>>
  /** What the thread and its owner share, so that it is not ended within a step (uncut.ts). */
  steps: Int32Array<SharedArrayBuffer>
}
