import { MeterbookError } from '../contract/errors.ts'
import { rowsIn } from '../contract/question-rows.ts'
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
  limits: QuestionLimits
  signal?: AbortSignal | undefined
}

/** Rows of an answer as they came: JSON in UTF-8, a list of rows. */
interface Piece {
  json: Uint8Array<ArrayBuffer>
  count: number
}

export interface Questions {
  /**
   * The whole answer.
   * @throws MeterbookError QUESTION_REFUSED, QUESTION_WRONG, QUESTION_TOO_LONG, QUESTION_TOO_LARGE, QUESTION_BROKEN, CANCELLED; of
   * the book BOOK_MISSING, BOOK_DAMAGED, BOOK_IN_USE and what else can be wrong with a file
   */
  ask(question: Question): Promise<QuestionAnswer>
  /** The same, handed on piece by piece: the next one comes when `take` is done with the one before. Fails with what `take` fails with. */
  pour(question: Question, take: (piece: Piece) => Promise<void> | void): Promise<AnswerEnd>
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
}

/**
 * Asks questions in a process of their own, one after another. The process stays for the next question, and is killed where one is
 * cancelled or takes too long: nothing else can stop a statement.
 */
export function createQuestions({ start }: { start: StartProcess }): Questions {
  let warm: Warm | null = null
  let isClosed = false
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()

  function started(): Warm {
    if (warm) return warm
    const own: Warm = {
      heard: null,
      ended: null,
      process: start(
        (message) => own.heard?.(message),
        () => {
          if (warm === own) warm = null
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
    { file, sql, parameters, limits, personal }: Question,
    signal: AbortSignal,
    take: (piece: Piece) => Promise<void> | void,
  ): Promise<AnswerEnd> {
    if (signal.aborted) throw new MeterbookError('CANCELLED')
    const own = started()
    const { promise, resolve, reject } = Promise.withResolvers<AnswerEnd>()
    const stop = (why: unknown) => {
      reject(why)
      replace(own)
    }
    const cancel = () => stop(new MeterbookError('CANCELLED'))
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
      else if ('failed' in message) reject(failureOf(message.failed, { file, limits }))
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
    }
  }

  function pour(question: Question, take: (piece: Piece) => Promise<void> | void): Promise<AnswerEnd> {
    const signal = question.signal ? AbortSignal.any([question.signal, closing.signal]) : closing.signal
    // A question that waits for its turn and is cancelled does not wait for it.
    const turn = Promise.withResolvers<never>()
    turn.promise.catch(() => undefined)
    const leave = () => turn.reject(new MeterbookError('CANCELLED'))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    const asked = last.then(() => pourNow(question, signal, take)).finally(() => signal.removeEventListener('abort', leave))
    last = asked.catch(() => undefined)
    return Promise.race([asked, turn.promise])
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
    warm: () => void started(),
    close() {
      isClosed = true
      closing.abort()
      warm?.process.kill()
      warm = null
    },
  }
}
