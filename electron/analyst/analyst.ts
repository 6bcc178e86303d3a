import { inspect } from 'node:util'
import type { Book } from '../book/index.ts'
import type { AnswerOf, InputOf } from '../book/threads/messages.ts'
import { startThread, type AskOptions, type Thread } from '../book/threads/thread.ts'
import { MeterbookError } from '../contract/errors.ts'
import { visibleLines } from '../contract/visible.ts'
import type { Nudge } from './judging.ts'
import type { AnalystQuestions, Asked, AskedAt } from './questions.ts'
import type { AnalystGiven, AnalystTold } from './worker.ts'

/**
 * The analyst concludes: findings, health, consumption, who needs a visit. It judges a station as soon as its data rest,
 * while the desk goes on downloading and answering, in a thread of its own and with a connection of its own. What it finds in a
 * book that is open for reading it tells the desk: each of the two connections keeps that in memory (readers-aside.ts).
 */

const PROGRAM = { folder: import.meta.dirname, built: 'analyst.cjs', name: 'analyst' }

type Served = AnalystQuestions & { end: (_: null) => Promise<void> }
type Names = Exclude<keyof AnalystQuestions, 'nudge'> & string
/** The input of a question without its clock. */
type InputOfQuestion<Name extends Names> = InputOf<AnalystQuestions, Name> extends Asked<infer Input> ? Input : null

export interface Analyst {
  /** Something may have changed. Told within a moment, with all that has changed meanwhile: pages come hundreds a second. */
  nudge(what?: Nudge): void
  /** @throws as the question in questions.ts does; CANCELLED for an aborted signal. */
  ask<Name extends Names>(name: Name, input: InputOfQuestion<Name>, options?: AskOptions): Promise<AnswerOf<AnalystQuestions, Name>>
  /** Ends with the station that is being judged; what was judged so far is kept. */
  close(): Promise<void>
}

export interface AnalystParts {
  book: Book
  /** By which clock is asked. */
  at: () => AskedAt
  /** Findings of a station are new; null: of several. */
  tell: (stationId: number | null) => void
  /** The thread has ended by itself; by default it is printed. */
  onGone?: (error: unknown) => void
}

/** Those that have no clock take nothing. */
const CLOCKLESS: readonly string[] = ['hold', 'release', 'state'] satisfies Names[]

const NUDGE_MS = 50

const printed = (error: unknown): void => console.error('meterbook: the analyst has ended:', error)

export function startAnalyst({ book, at, tell, onGone = printed }: AnalystParts): Analyst {
  let thread: Thread<Served> | null = start()
  let isClosed = false
  let nudged: { ground: boolean; stationIds: Set<number>; timer: NodeJS.Timeout } | null = null
  function start(): Thread<Served> {
    const given: AnalystGiven = { file: book.db.name, mode: book.mode, at: at() }
    return startThread<Served>(PROGRAM, given, {
      onTold: (told) => hear(told as AnalystTold),
      // Another thread answers the next question: the results so far are in the book.
      onEnd(error) {
        onGone(error)
        thread = null
      },
    })
  }

  /** What was judged of a damaged book may not be kept in memory: the questions about it fail then, and nothing else. */
  function hear({ stationId, judged, isForgotten }: AnalystTold): void {
    try {
      if (judged) book.findings.replace(judged)
      else if (isForgotten) book.findings.refresh()
      else tell(stationId ?? null)
    } catch (error) {
      console.error(visibleLines(`meterbook: what the analyst found is not kept: ${inspect(error)}`))
    }
  }

  /** A change that was noticed goes before the next question. */
  function passOn(): void {
    if (!nudged || isClosed) return
    const { ground, stationIds, timer } = nudged
    clearTimeout(timer)
    nudged = null
    thread ??= start()
    void thread.ask('nudge', { input: { ground, stationIds: [...stationIds] }, at: at() }).catch(() => undefined)
  }

  return {
    nudge({ ground = false, stationIds = [] } = {}) {
      nudged ??= { ground: false, stationIds: new Set(), timer: setTimeout(passOn, NUDGE_MS) }
      if (ground) nudged.ground = true
      for (const stationId of stationIds) nudged.stationIds.add(stationId)
    },
    async ask(name, input, options) {
      if (isClosed) throw new MeterbookError('CANCELLED')
      passOn()
      thread ??= start()
      const asked = CLOCKLESS.includes(name) ? null : { input, at: at() }
      const answer: unknown = await thread.ask(name, asked as never, options)
      return answer as AnswerOf<AnalystQuestions, typeof name>
    },
    async close() {
      isClosed = true
      clearTimeout(nudged?.timer)
      await thread?.ask('end', null).catch(() => undefined)
      await thread?.close()
    },
  }
}
