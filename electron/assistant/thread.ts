import { startThread, type Thread } from '../book/threads/thread.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { AnswererGiven, createAnswerer } from './answerer.ts'

/** The thread that answers, from the side that listens to the assistant. */

const PROGRAM = { folder: import.meta.dirname, built: 'assistant.cjs', name: 'assistant' }

type Questions = ReturnType<typeof createAnswerer>

/** As a thread's; each question fails as it does in answerer.ts, with CANCELLED for an aborted signal. */
export type Answers = Pick<Thread<Questions>, 'ask'> & { close(): Promise<void> }

/** Starts it with the first question. One that has ended by itself fails what it was asked; the next question starts another. */
export function answersInThread(given: AnswererGiven): Answers {
  let thread: Thread<Questions> | null = null
  let isClosed = false
  const start = () => startThread<Questions>(PROGRAM, given, { onEnd: () => (thread = null) })
  return {
    ask(name, input, options) {
      if (isClosed) return Promise.reject(new MeterbookError('CANCELLED'))
      thread ??= start()
      return thread.ask(name, input, options)
    },
    async close() {
      isClosed = true
      await thread?.ask('end', null).catch(() => undefined)
      await thread?.close()
    },
  }
}
