import path from 'node:path'
import type { ExportDone } from '../contract/exports.ts'
import type { FormChoice } from '../contract/forms.ts'
import type { Book } from '../book/index.ts'
import type { Desk } from './desk.ts'

/** Notes in the log of the book that it was made of what was made by hand. A book that is open for reading keeps no log. */
export function logByHand(desk: Desk, book: Book, choice: FormChoice, { file, bytes }: NonNullable<ExportDone>, hash: string | null): void {
  // Another book may have been opened meanwhile: its log is not of this one's reports.
  if (book.mode !== 'write' || !book.db.open) return
  const name = path.basename(file)
  const stations = choice.stationIds?.length ?? book.stations.ids({}).length
  const days = { from: choice.from ?? null, to: choice.to ?? null }
  book.page(() =>
    book.reporting.logMade({
      savedId: null,
      name,
      form: choice.form,
      ...days,
      stations,
      madeAtMs: desk.nowMs(),
      file,
      bytes,
      hash,
      failure: null,
      facts: null,
    }),
  )
  desk.changes.publish({ topic: 'reports', stationId: null })
}
