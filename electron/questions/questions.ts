import { BookError } from '../book/file/errors.ts'
import { MeterbookError } from '../contract/errors.ts'
import { rowsIn, type AnswerPiece } from '../contract/question-rows.ts'
import type { QuestionAnswer, QuestionValue } from '../contract/question-words.ts'
import type { QuestionLimits } from '../contract/questions.ts'
import { failureOf } from './failure.ts'
import type { AnswerEnd, Asked, FromChild, ToChild } from './line.ts'

/** A process that answers, as its owner sees it. */
export interface QuestionProcess {
  send(message: ToChild): void
  /** Ends it at once, in the middle of a statement. */
  kill(): void
}

/** Starts such a process: `onMessage` is told what it says, `onEnd` once that it is there no more. */
export type StartProcess = (onMessage: (message: FromChild) => void, onEnd: () => void) => QuestionProcess

interface Question extends Pick<Asked, 'file' | 'sql' | 'parameters' | 'personal'> {
  /** What a failure calls the book, whose reader may have a copy of it open. */
  book: string
  limits: QuestionLimits
  signal?: AbortSignal | undefined
}

export interface Questions {
  /**
   * The whole answer.
   * @throws MeterbookError QUESTION_REFUSED, QUESTION_WRONG, QUESTION_TOO_LONG, QUESTION_TOO_LARGE, QUESTION_BROKEN, CANCELLED; of
   * the book BOOK_CLOSED, BOOK_MISSING, BOOK_DAMAGED, BOOK_IN_USE and what else can be wrong with a file
   */
  ask(question: Question): Promise<QuestionAnswer>
  /** The same, handed on piece by piece: the next one comes when `take` is done with the one before. Fails with what `take` fails with. */
  pour(question: Question, take: (piece: AnswerPiece) => Promise<void> | void): Promise<AnswerEnd>
  /** Ends what is being asked of a file, and waits until no process has it open: it fails with BOOK_CLOSED. */
  letGo(file: string): Promise<void>
  /** Starts the process before it is needed: it takes a tenth of a second. */
  warm(): void
  /** Ends the process; what is being asked fails with CANCELLED. */
  close(): void
}

interface Warm {
  process: QuestionProcess
  /** What it says goes here; null: nobody has asked. */
  heard: ((message: FromChild) => void) | null
  ended: (() => void) | null
  /** It is there no more. */
  gone: Promise<void>
}

/** A question that has no answer yet. */
interface Open extends Pick<Question, 'file' | 'book'> {
  end: AbortController
  /** Where it is answered; null: it waits for its turn, or has its answer. */
  warm: Warm | null
}

/** Why a question was ended: what it was asked of was put away, else whoever asked has given it up. */
const whyOf = ({ reason }: AbortSignal): MeterbookError => (reason instanceof BookError ? reason : new MeterbookError('CANCELLED'))

/**
 * Asks questions in a process of their own, one after another. The process stays for the next question, and is killed where one is
 * cancelled or takes too long: nothing else can stop a statement.
 */
export function createQuestions({ start }: { start: StartProcess }): Questions {
  let warm: Warm | null = null
  let isClosed = false
  const open = new Set<Open>()
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()

  function started(): Warm {
    if (warm) return warm
    const gone = Promise.withResolvers<void>()
    const own: Warm = {
      heard: null,
      ended: null,
      gone: gone.promise,
      process: start(
        (message) => own.heard?.(message),
        () => {
          if (warm === own) warm = null
          gone.resolve()
          own.ended?.()
        },
      ),
    }
    return (warm = own)
  }

  /** Another one takes its place at once, so that the next question does not wait for it. */
  function replace(own: Warm): void {
    own.heard = own.ended = null
    own.process.kill()
    if (warm !== own) return
    warm = null
    if (!isClosed) started()
  }

  async function pourNow(
    { file, book, sql, parameters, limits, personal }: Question,
    { signal, asked }: { signal: AbortSignal; asked: Open },
    take: (piece: AnswerPiece) => Promise<void> | void,
  ): Promise<AnswerEnd> {
    if (signal.aborted) throw whyOf(signal)
    const own = started()
    asked.warm = own
    const { promise, resolve, reject } = Promise.withResolvers<AnswerEnd>()
    const stop = (why: unknown) => {
      reject(why)
      replace(own)
    }
    const cancel = () => stop(whyOf(signal))
    const late = setTimeout(() => stop(new MeterbookError('QUESTION_TOO_LONG', { seconds: limits.seconds })), limits.seconds * 1000)
    let taken: Promise<void> = Promise.resolve()
    own.heard = (message) => {
      if ('isLast' in message && message.isLast === true) replace(own)
      if ('rows' in message) {
        taken = taken.then(async () => {
          await take({ json: message.rows, count: message.count })
          own.process.send({ more: 1 })
        })
        taken.catch(stop)
      } else if ('end' in message) taken.then(() => resolve(message.end), reject)
      else if ('failed' in message) reject(failureOf(message.failed, { file, book, limits }))
    }
    own.ended = () => {
      own.heard = null
      reject(new MeterbookError('QUESTION_BROKEN'))
    }
    signal.addEventListener('abort', cancel)
    const { rows, bytes, memoryMb } = limits
    own.process.send({ ask: { file, sql, parameters, limits: { rows, bytes, memoryMb }, personal } })
    try {
      return await promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', cancel)
      own.heard = own.ended = null
      asked.warm = null
    }
  }

  function pour(question: Question, take: (piece: AnswerPiece) => Promise<void> | void): Promise<AnswerEnd> {
    const asked: Open = { file: question.file, book: question.book, end: new AbortController(), warm: null }
    open.add(asked)
    const signal = AbortSignal.any([...(question.signal ? [question.signal] : []), closing.signal, asked.end.signal])
    // A question that waits for its turn and is cancelled does not wait for it.
    const turn = Promise.withResolvers<never>()
    turn.promise.catch(() => undefined)
    const leave = () => turn.reject(whyOf(signal))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    const answered = last
      .then(() => pourNow(question, { signal, asked }, take))
      .finally(() => {
        open.delete(asked)
        signal.removeEventListener('abort', leave)
      })
    last = answered.catch(() => undefined)
    return Promise.race([answered, turn.promise])
  }

  return {
    pour,
    async ask(question) {
      const rows: QuestionValue[][] = []
      const end = await pour(question, ({ json }) => {
        for (const row of rowsIn(json)) rows.push(row)
      })
      return { ...end, rows }
    },
    async letGo(file) {
      const asked = [...open].filter((one) => one.file === file)
      for (const { end, book } of asked) end.abort(new BookError('BOOK_CLOSED', { file: book }))
      await Promise.all(asked.map((one) => one.warm?.gone))
    },
    warm: () => void started(),
    close() {
      isClosed = true
      closing.abort()
      warm?.process.kill()
      warm = null
    },
  }
}
