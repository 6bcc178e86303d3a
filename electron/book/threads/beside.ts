import { MeterbookError } from '../../contract/errors.ts'
import type { AtWork, Questions } from './messages.ts'
import type { Thread } from './thread.ts'

/** Has the face of `startThread` and works in the caller's own thread: for questions that take fewer milliseconds than a thread takes to start. */
export function answersBeside<Q extends Questions>(questions: Q): Thread<Q> {
  const closing = new AbortController()
  return {
    async ask(name, input, { signal, tell = () => undefined } = {}) {
      const ending = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      if (ending.aborted) throw new MeterbookError('CANCELLED')
      const at: AtWork = { signal: ending, tell, isCancelled: () => ending.aborted }
      return (await questions[name]?.(input, at)) as never
    },
    async close() {
      closing.abort()
    },
  }
}
