import { createHash } from 'node:crypto'
import type { Book } from '../book/index.ts'
import { calledBy } from '../contract/called.ts'
import type { VerificationCalendar, VerificationRow } from '../contract/verifications.ts'
import type { Language } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { icsOf } from './ics.ts'

/** The verifications of a calendar as all-day events. A device's event keeps its id whatever its day is, in all books of a service. */
export function verificationIcs(
  book: Book,
  { rows }: VerificationCalendar,
  { language, nowMs }: { language: Language; nowMs: number },
): string {
  const words = wordsOf(language).verifications
  const service = createHash('sha256')
    .update(book.sharing.service() ?? book.bookId)
    .digest('hex')
    .slice(0, 12)
  const events = rows.map((row: VerificationRow) => {
    const { stationId, stationName, consumerName, serial, equipmentId, day } = row
    const lines = [
      serial === null ? '' : words.serial(serial),
      consumerName === null ? '' : `${words.column.consumer}: ${consumerName}`,
      sourceText(row, language),
    ]
    return {
      uid: `verification-${stationId}-${equipmentId ?? 0}-${service}@meterbook`,
      day,
      summary: words.summary(calledBy(stationName, stationId)),
      description: lines.filter(Boolean).join('\n'),
      categories: [words.category],
    }
  })
  return icsOf(events, { name: words.title, product: '-//Meterbook//Meterbook//EN', atMs: nowMs })
}

/** What a day comes from, with the setting that names it or who typed it in. */
export function sourceText({ from, said }: Pick<VerificationRow, 'from' | 'said'>, language: Language): string {
  const words = wordsOf(language).verifications
  return said === '' ? words.from[from] : `${words.from[from]} (${said})`
}
