import { startThread, type Thread } from '../book/threads/thread.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { AnswererGiven, createAnswerer } from './answerer.ts'

/** The thread that answers, from the side that listens to the assistant. */

const PROGRAM = { folder: import.meta.dirname, built: 'assistant.cjs', name: 'assistant' }

type Questions = ReturnType<typeof createAnswerer>

/** As a thread's; each question fails as it does in answerer.ts, with CANCELLED for an aborted signal. */
export type Answers = Pick<Thread<Questions>, 'ask'> & { close(): Promise<void> }

/** Questions that are answered at the same time: each has the book open, and what it found in memory. The others wait for their turn. */
const MOST_AT_ONCE = 8

/** Starts it with the first question. One that has ended by itself fails what it was asked; the next question starts another. */
export function answersInThread(given: AnswererGiven): Answers {
  let thread: Thread<Questions> | null = null
  let isClosed = false
  const inTurn = createTurns(MOST_AT_ONCE)
  const start = () => startThread<Questions>(PROGRAM, given, { onEnd: () => (thread = null) })
  return {
    ask: (name, input, options) =>
      inTurn(() => {
        if (isClosed) throw new MeterbookError('CANCELLED')
        thread ??= start()
        return thread.ask(name, input, options)
      }),
    async close() {
      isClosed = true
      await thread?.ask('end', null).catch(() => undefined)
      await thread?.close()
    },
  }
}

/** First come, first served: so many pieces of work at once. One that was given up meanwhile has its turn as well, and ends it at once. */
function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let taken = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (taken < most) taken++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}
