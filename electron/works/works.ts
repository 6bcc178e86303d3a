import type { Book } from '../book/index.ts'
import type { AnswerOf, InputOf } from '../book/threads/messages.ts'
import { startThread, type AskOptions } from '../book/threads/thread.ts'
import type { WorkQuestions } from './questions.ts'
import type { WorksGiven } from './worker.ts'

/**
 * Long works (exports, reports, evidence, the lake) are done in a thread that is made for them and ends with them: the desk
 * goes on downloading and answering. Sharing, merging and verifying have programs of their own (book/sharing,
 * exports/evidence). What the desk has in memory of a book that is open for reading goes with them (readers-aside.ts).
 */

const PROGRAM = { folder: import.meta.dirname, built: 'works.cjs', name: 'works' }

type Names = keyof WorkQuestions & string

/** Who does works one after another. */
export interface AtWorks {
  /** @throws as the work in questions.ts does; CANCELLED for an aborted signal. */
  do<Name extends Names>(name: Name, input: InputOf<WorkQuestions, Name>, options?: AskOptions): Promise<AnswerOf<WorkQuestions, Name>>
}

/** Does works on a book in one thread, which ends with `work`. */
export async function withWorks<T>(book: Book, work: (works: AtWorks) => Promise<T>): Promise<T> {
  // Who reads a book can give it no id.
  if (book.mode === 'write') void book.bookId
  const given: WorksGiven = { file: book.db.name, aside: book.findings.aside() }
  const thread = startThread<WorkQuestions & { end: (_: null) => void }>(PROGRAM, given)
  try {
    return await work({
      do: (name, input, options) => thread.ask(name, input, options),
    })
  } finally {
    await thread.ask('end', null).catch(() => undefined)
    await thread.close()
  }
}

/** Does one work in a thread of its own. */
export const doWork = <Name extends Names>(
  book: Book,
  name: Name,
  input: InputOf<WorkQuestions, Name>,
  options?: AskOptions,
): Promise<AnswerOf<WorkQuestions, Name>> => withWorks(book, (works) => works.do(name, input, options))
