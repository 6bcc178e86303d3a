import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../book/index.ts'
import { openUntouched } from '../book/file/open.ts'
import { fileState } from '../book/file/file-state.ts'
import type { AtWork } from '../book/threads/messages.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { GasClock } from '../contract/time/gas-day.ts'
import type { Questions } from '../questions/questions.ts'
import { summaryOf } from './summary.ts'
import { fitted, type ToldAnswer } from './fitting.ts'
import { createJudgements, refuseCancelled, type JudgedHere } from './judgements.ts'
import { createKept } from './kept.ts'
import { isoIn } from './told.ts'
import type { Answer, Asked, Found, Tool } from './tool.ts'

/** Answers questions from a book that is opened for each of them, so that nothing holds it between two. */

export interface AnswererGiven {
  file: string
  usual: GasClock
  withPersonal: boolean
}

/** A writer that commits just then is given so many chances. */
const TRIES = 5

interface AnswererParts {
  tools: readonly Tool[]
  questions: Pick<Questions, 'ask' | 'close'>
  nowMs: () => number
}

export function createAnswerer({ file, usual, withPersonal }: AnswererGiven, { tools, questions, nowMs }: AnswererParts) {
  const judgements = createJudgements()
  const kept = createKept()
  let unknown = 0

  /** The book, and the state of the file that it was opened of. */
  function opened(): { book: Book; state: string } {
    for (let tried = 1; ; tried++) {
      const state = fileState(file)
      const book = openUntouched(file, nowMs)
      if (state === fileState(file)) return { book, state }
      // What is judged of it is kept for nobody: no state is called so.
      if (tried === TRIES) return { book, state: `unknown ${++unknown}` }
      book.close()
    }
  }

  function askedOf(book: Book, state: string, at: AtWork, heard: (judged: JudgedHere) => void): Asked {
    const askedMs = nowMs()
    return {
      book,
      usual,
      nowMs: askedMs,
      withPersonal,
      async judge(stationIds) {
        heard(await judgements.judge(book, { state, stateNow: () => fileState(file), usual, nowMs: askedMs, stationIds, at }))
      },
      kept: (name, work) => kept({ name, state, nowMs: askedMs }, work),
      questions,
      signal: at.signal,
      tell: at.tell,
      goesOn: () => !at.isCancelled(),
      async goOn() {
        await breath()
        refuseCancelled(at)
      },
    }
  }

  async function from(work: (asked: Asked) => Promise<Found>, at: AtWork): Promise<ToldAnswer> {
    const { book, state } = opened()
    try {
      let judged: JudgedHere | null = null
      const asked = askedOf(book, state, at, (here) => (judged = here))
      const found = await work(asked)
      refuseCancelled(at)
      return fitted(found, freshOf(book, judged, found, asked.nowMs))
    } finally {
      book.close()
    }
  }

  return {
    /** @throws as the tool does; as `openUntouched`: the book may be gone, or another file in its place. */
    async ask({ name, input }: { name: string; input: unknown }, at: AtWork): Promise<ToldAnswer> {
      const tool = tools.find((one) => one.name === name)
      if (!tool) throw new MeterbookError('BAD_INPUT')
      return from((asked) => tool.answer(asked, input), at)
    },
    /** What is in the book. */
    summary: (_: null, at: AtWork): Promise<ToldAnswer> => from((asked) => Promise.resolve(summaryOf(asked)), at),
    end: (_: null): void => questions.close(),
  }
}

function freshOf(book: Book, judged: JudgedHere | null, { clock }: Found, nowMs: number): Answer['book'] {
  const iso = isoIn(clock.zone)
  const { freshAtMs } = book.summary()
  const { judgedAtMs } = judged ? book.findings.judgedTotals() : { judgedAtMs: null }
  return {
    fetchedAt: freshAtMs === null ? null : iso(freshAtMs),
    answeredAt: iso(nowMs),
    judged: judged && {
      stationsInMemory: judged.stations,
      stationsUnreadable: judged.unreadable,
      latestAt: judgedAtMs === null ? null : iso(judgedAtMs),
    },
  }
}
