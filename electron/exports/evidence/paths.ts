import { CONTEXT_TABLES } from './context-tables.ts'
import { RECORD_TABLES } from './record-tables.ts'
import type { EvidenceTable } from './tables.ts'

/** Where what lies in a bundle. */
export const PATHS = {
  records: 'data/records.jsonl',
  context: 'data/context.jsonl',
  book: 'data/book.meterbook',
  choice: 'data/filters/choice.json',
  report: 'data/report.json',
  pdf: 'data/report.pdf',
  description: 'data/datapackage.json',
} as const

/** A file by cable, as it was given. */
export const importedPath = ({ sha256 }: { sha256: string }): string => `${IMPORTED}${sha256}`
const IMPORTED = 'data/files/'
/** The SHA-256 that a path of a file by cable names; null: it is none. */
export const importedSum = (path: string): string | null => (path.startsWith(IMPORTED) ? path.slice(IMPORTED.length) : null)
export const csvPath = ({ name }: EvidenceTable): string => `data/${name}.csv`
export const ALL_TABLES: readonly EvidenceTable[] = [...Object.values(RECORD_TABLES), ...Object.values(CONTEXT_TABLES)]
