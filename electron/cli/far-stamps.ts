import type { Book } from '../book/book.ts'
import { stampBounds } from '../contract/time/stamps.ts'
import { plural } from './numbers.ts'

/** The line that says how many records are left out of what is computed; none where there are none. */
export function farStampsText({ counts }: ReturnType<Book['summary']>, width: number): string[] {
  const { farStamps } = counts
  if (farStamps === 0) return []
  const { fromMs, toMs } = stampBounds({ nowMs: Date.now() })
  const years = `${new Date(fromMs).getUTCFullYear()}–${new Date(toMs).getUTCFullYear()}`
  const are = farStamps === 1 ? 'is' : 'are'
  return [
    `${'Left out'.padEnd(width)}${plural(farStamps, 'record')} ${are} stamped outside ${years}: shown as they came, left out of sums and findings`,
  ]
}
