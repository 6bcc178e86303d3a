import { openBook } from '../book/index.ts'
import { given, serveOwner } from '../book/threads/serve.ts'
import { worksOf } from './questions.ts'

/** The thread of a long work: it reads the book that the desk has open, on a connection of its own. */

/** The facts that the thread is started with. */
export interface WorksGiven {
  file: string
  /** The stations that the desk has judged of a book that is open for reading. */
  aside: Uint8Array | null
}

const { file, aside } = given<WorksGiven>()
const book = openBook(file, { mode: 'read', now: Date.now })
if (aside) book.findings.takeAside(aside)

serveOwner({
  ...worksOf(book),
  end: (_: null) => book.close(),
})
