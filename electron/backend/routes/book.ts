import path from 'node:path'
import { clockOf } from '../../analysis/station/clock.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import type { Book } from '../../book/index.ts'
import type { BookSummary } from '../../contract/book.ts'
import { api, type Parts } from '../base.ts'
import { recoverDamaged } from '../recovery.ts'
import { typedPath } from '../../exports/typed-path.ts'
import { usualClock } from '../usual-clock.ts'
import { recentBooks } from '../used-books.ts'

export function bookRoutes(parts: Parts) {
  const { desk, file, host, backups } = parts
  return {
    summary: api.book.summary.handler(() => {
      const open = desk.bookOrNull()
      return open && summaryOf(open)
    }),
    open: api.book.open.handler(async ({ input }) => summaryOf(await desk.open(typedPath(input.file), input.mode, input))),
    recover: api.book.recover.handler(({ input, signal }) => recoverDamaged(parts, typedPath(input.file), signal)),
    choose: api.book.choose.handler(async () => {
      const chosen = await host.chooseBook()
      return chosen === null ? null : summaryOf(await desk.open(chosen, 'write'))
    }),
    recent: api.book.recent.handler(() =>
      Promise.all(
        recentBooks(file.books(), host.dataFolder).map(async (known) => ({
          ...known,
          isRestorable: !known.exists && (await backups.of(known.file).catch(() => [])).length > 0,
        })),
      ),
    ),
    close: api.book.close.handler(async () => {
      await desk.closeBook()
      return null
    }),
    integrity: api.book.integrity.handler(() => ({ problems: desk.book().integrity().problems })),
    compact: api.book.compact.handler(() => desk.book().compact()),
    backUp: api.book.backUp.handler(async () => {
      const book = desk.book()
      const { zone } = clockOf(book, [], usualClock({ file, host }))
      const day = zoneClock(zone).dayAt(Date.now())
      const name = `${path.basename(book.file, '.meterbook')} ${day}.meterbook`
      const place = await host.saveAs(name)
      if (!place) return null
      const { bytes } = await book.backup(place.file)
      return { file: place.href === null ? place.file : name, href: place.href, bytes }
    }),
    rejected: api.book.rejected.handler(({ input }) => {
      const { rejected } = desk.book()
      const total = Object.values(rejected.counts()).reduce((sum, count) => sum + count, 0)
      return { total, rows: rejected.list(input) }
    }),
  }
}

/** What lies in a book. */
function summaryOf(book: Book): BookSummary {
  const { identity, ...summary } = book.summary()
  const { url, email } = identity
  return {
    file: book.file,
    mode: book.mode,
    account: url !== null && email !== null ? { url, email } : null,
    ...summary,
  }
}
