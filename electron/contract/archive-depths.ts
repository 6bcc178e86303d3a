import type { RuleSource } from './rules.ts'

/**
 * How far back devices remember, by what their makers say: older records are overwritten. Of the rows that match the name
 * of a device's type or its brand, the first holds; what it does not say is not known. Data only; free of zod.
 */
export interface ArchiveDepth {
  id: string
  /** A regular expression over folded names. */
  pattern: string
  /** Days of hourly, and of daily records; null: not said. */
  hourlyDepth: number | null
  dailyDepth: number | null
  source: RuleSource
}

export const ARCHIVE_DEPTHS: readonly ArchiveDepth[] = [
  // 35 days of hours.
  {
    id: 'roc800',
    pattern: '(?<![\\p{L}\\p{N}])roc ?-?8\\d\\d(?!\\d)',
    hourlyDepth: 35,
    dailyDepth: null,
    source: 'r1',
  },
  // 600 daily rows. The maker's name for it in Russian is ЕК280, in letters of either alphabet.
  {
    id: 'ek280',
    pattern: '(?<![\\p{L}\\p{N}])[eе][kк] ?-?280(?!\\d)',
    hourlyDepth: null,
    dailyDepth: 600,
    source: 'e2',
  },
]
