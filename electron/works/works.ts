import type { Book } from '../book/index.ts'
import { answersBeside } from '../book/threads/beside.ts'
import type { AnswerOf, InputOf } from '../book/threads/messages.ts'
import { startThread, type AskOptions } from '../book/threads/thread.ts'
import { worksOf, type WorkQuestions } from './questions.ts'

/**
 * Long works (exports, reports, evidence, the lake) are done in a thread that is made for them and ends with them: the desk
 * goes on downloading and answering. Sharing, merging and verifying have programs of their own (book/sharing,
 * exports/evidence). What is judged of a book that is open for reading lies in its one connection (readers-aside.ts), so
 * these works are done beside the desk there.
 */

const PROGRAM = { folder: import.meta.dirname, built: 'works.js', name: 'works' }

type Names = keyof WorkQuestions & string

/** Who does works one after another. */
export interface AtWorks {
  /** @throws as the work in questions.ts does; CANCELLED for an aborted signal. */
  do<Name extends Names>(name: Name, input: InputOf<WorkQuestions, Name>, options?: AskOptions): Promise<AnswerOf<WorkQuestions, Name>>
}

/** Does works on a book in one thread, which ends with `work`. */
export async function withWorks<T>(book: Book, work: (works: AtWorks) => Promise<T>): Promise<T> {
  if (book.mode === 'read') {
    const beside = answersBeside(worksOf(book))
    return work({ do: (name, input, options) => beside.ask(name, input, options) })
  }
  // Who reads a book can give it no id.
  void book.bookId
  const thread = startThread<WorkQuestions & { end: (_: null) => void }>(PROGRAM, book.file)
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
