import type { Book } from '../book/book.ts'
import type { RecordProblem } from '../book/file/record-check.ts'
import { count } from './numbers.ts'
import type { Terminal } from './terminal.ts'

/** What reading every record of a book has shown. */
export interface CheckedRecords {
  /** Readings and texts of events that were read one by one. */
  checked: number
  unreadable: number
  problems: RecordProblem[]
}

/** Reads every record of the book; on a terminal, a count goes on in its line. */
export function checkRecords(book: Book, terminal: Terminal): CheckedRecords {
  const { checked, problems: unread } = book.checkRecords((done, all) => {
    if (!terminal.isInteractive) return
    terminal.stderr.write(done < all ? `\r${count(done)} of ${count(all)} records\u001b[K` : '\r\u001b[K')
  })
  const problems = [...unread, ...book.contradictions()]
  return { checked, unreadable: problems.reduce((sum, problem) => sum + problem.count, 0), problems }
}

const SHOWN = 30

/** The lines of a report for people. */
export function recordsText({ checked, unreadable, problems }: CheckedRecords): string[] {
  if (unreadable === 0) return [`Records    sound: ${count(checked)} readings and event texts one by one, the other tables as a whole`]
  const lines = problems
    .slice(0, SHOWN)
    .map(({ table, what, count: rows, first }) => `           ${table}: ${count(rows)} ${what} (first: ${first})`)
  return [`Records    ${count(unreadable)} UNREADABLE; the others can be used as they are`, ...lines]
}
