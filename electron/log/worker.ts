import { openBook } from '../book/index.ts'
import { given, serveOwner } from '../book/threads/serve.ts'
import { questionsOf } from './questions.ts'

/** The thread of the log: it reads the book that the desk has open, on a connection of its own. */
const book = openBook(given<string>(), { mode: 'read', now: Date.now })

serveOwner({ ...questionsOf(book), end: (_: null) => book.close() }, { inHaste: true })
