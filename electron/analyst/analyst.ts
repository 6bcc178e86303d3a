import { createJudging } from './judging.ts'
import type { Book } from '../book/index.ts'
import { MeterbookError } from '../contract/errors.ts'
import { answersBeside } from '../book/threads/beside.ts'
import type { AnswerOf, InputOf } from '../book/threads/messages.ts'
import { startThread, type AskOptions, type Thread } from '../book/threads/thread.ts'
import { questionsOf, type AnalystQuestions, type Asked, type AskedAt } from './questions.ts'
import type { AnalystGiven, FindingsNew } from './worker.ts'

/**
 * The analyst concludes: findings, health, consumption, who needs a visit. It judges a station as soon as its data rest,
 * while the desk goes on downloading and answering. A book that is open for writing has the analyst in a thread of its own,
 * with a connection of its own; what is judged of a book that is open for reading lies in its one connection (readers-aside.ts),
 * so the analyst works beside the desk there.
 */

const PROGRAM = { folder: import.meta.dirname, built: 'analyst.js', name: 'analyst' }

type Served = AnalystQuestions & { end: (_: null) => Promise<void> }
type Names = keyof AnalystQuestions & string
/** The input of a question without its clock. */
type InputOfQuestion<Name extends Names> = InputOf<AnalystQuestions, Name> extends Asked<infer Input> ? Input : null

export interface Analyst {
  /** @throws as the question in questions.ts does; CANCELLED for an aborted signal. */
  ask<Name extends Names>(name: Name, input: InputOfQuestion<Name>, options?: AskOptions): Promise<AnswerOf<AnalystQuestions, Name>>
  /** Ends with the step that is being done; what was judged so far is kept. */
  close(): Promise<void>
}

export interface AnalystParts {
  book: Book
  /** By which clock is asked. */
  at: () => AskedAt
  /** Findings of a station are new; null: of several. */
  tell: (stationId: number | null) => void
}

export function startAnalyst(parts: AnalystParts): Analyst {
  return parts.book.mode === 'write' ? inThread(parts) : beside(parts)
}

/** Those that have no clock take nothing. */
const CLOCKLESS: readonly string[] = ['hold', 'release', 'state'] satisfies Names[]

const askedOf = (name: string, input: unknown, at: () => AskedAt): never => (CLOCKLESS.includes(name) ? null : { input, at: at() }) as never

function inThread({ book, at, tell }: AnalystParts): Analyst {
  let thread: Thread<Served> | null = start()
  let isClosed = false
  function start(): Thread<Served> {
    const given: AnalystGiven = { file: book.file, at: at() }
    return startThread<Served>(PROGRAM, given, {
      onTold: (told) => tell((told as FindingsNew).stationId),
      // What is asked next is answered by another one: what was judged so far is in the book.
      onEnd(error) {
        console.error('meterbook: the analyst has ended:', error)
        thread = null
      },
    })
  }
  return {
    async ask(name, input, options) {
      if (isClosed) throw new MeterbookError('CANCELLED')
      thread ??= start()
      const answer: unknown = await thread.ask(name, askedOf(name, input, at), options)
      return answer as AnswerOf<AnalystQuestions, typeof name>
    },
    async close() {
      isClosed = true
      await thread?.ask('end', null).catch(() => undefined)
      await thread?.close()
    },
  }
}

function beside({ book, at, tell }: AnalystParts): Analyst {
  const judging = createJudging({ book, usual: () => at().usual, nowMs: () => at().nowMs, tell })
  const thread = answersBeside(questionsOf({ book, judging, setClock: () => undefined }))
  return {
    ask: (name, input, options) => thread.ask(name, askedOf(name, input, at), options),
    async close() {
      await thread.close()
      await judging.close()
    },
  }
}
