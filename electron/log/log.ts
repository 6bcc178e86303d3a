import { logPageOfFile } from '../analysis/events/all.ts'
import type { Book } from '../book/index.ts'
import { answersBeside } from '../book/threads/beside.ts'
import type { AnswerOf, InputOf } from '../book/threads/messages.ts'
import { startThread, type AskOptions, type Thread } from '../book/threads/thread.ts'
import { MeterbookError } from '../contract/errors.ts'
import { questionsOf, type LogQuestions } from './questions.ts'

/**
 * The log of all stations is answered from events in memory. Those of a long log take long to be read, so they lie in a
 * thread of their own, which begins with the first question and reads the book on a connection of its own. A shorter log is
 * answered beside the desk: in fewer milliseconds than a thread takes to start.
 */

const PROGRAM = { folder: import.meta.dirname, built: 'log.cjs', name: 'log' }
/** Events of a log that is answered beside the desk: it is held for 15 ms at most, once for each version of the book. */
const SHORT = 20_000

const printed = (error: unknown): void => console.error('meterbook: the thread of the log has ended:', error)

type Served = LogQuestions & { end: (_: null) => void }
type Names = keyof LogQuestions & string

export interface EventLog {
  /** @throws CANCELLED for an aborted signal */
  ask<Name extends Names>(name: Name, input: InputOf<LogQuestions, Name>, options?: AskOptions): Promise<AnswerOf<LogQuestions, Name>>
  /** A window of the log; the first one of a long log comes from the file: it does not wait until the events are in memory. */
  page(input: InputOf<LogQuestions, 'page'>, options?: AskOptions): Promise<AnswerOf<LogQuestions, 'page'>>
  close(): Promise<void>
}

/** @param onGone the thread has ended by itself; by default it is printed */
export function openLog(book: Book, onGone: (error: unknown) => void = printed): EventLog {
  const beside = answersBeside(questionsOf(book))
  let thread: Thread<Served> | null = null
  /** The thread has the events in memory. */
  let isReady = false
  let isClosed = false

  function threaded(): Thread<Served> {
    if (isClosed) throw new MeterbookError('NO_BOOK')
    thread ??= startThread<Served>(PROGRAM, book.file, {
      // Another thread answers the next question.
      onEnd(error) {
        onGone(error)
        thread = null
        isReady = false
      },
    })
    return thread
  }

  async function ask<Name extends Names>(
    name: Name,
    input: InputOf<LogQuestions, Name>,
    options?: AskOptions,
  ): Promise<AnswerOf<LogQuestions, Name>> {
    if (book.events.count({}) <= SHORT) return beside.ask(name, input, options)
    const answer: unknown = await threaded().ask(name, input, options)
    isReady = true
    return answer as AnswerOf<LogQuestions, Name>
  }
  return {
    ask,
    async page(input, options) {
      const early = isReady || book.events.count({}) <= SHORT ? null : logPageOfFile(book, input.filter, input.wishes)
      if (!early) return ask('page', input, options)
      // The next question needs the events in memory. Whoever asks it is told what goes wrong.
      ask('page', { filter: {}, wishes: { offset: 0, limit: 1 } }).catch(() => undefined)
      return early
    },
    async close() {
      isClosed = true
      await beside.close()
      await thread?.ask('end', null).catch(() => undefined)
      await thread?.close()
    },
  }
}
