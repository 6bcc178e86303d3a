import { inspect } from 'node:util'
import type { Mishap } from '../../contract/log-words.ts'
import { visibleLines } from '../../contract/visible.ts'
import type { ProgramLog } from '../program-log.ts'
import { errorFacts } from './error-facts.ts'
import type { Mishaps } from './mishaps.ts'

/** For a thread that has ended by itself: written, printed, and told once in the window. The next question starts another one. */
export function threadLines(log: ProgramLog, mishaps: Mishaps) {
  return (thread: Extract<Mishap, 'analyst' | 'events'>) =>
    (error: unknown): void => {
      log.write('error', 'thread-crashed', { thread, ...errorFacts(error) })
      console.error(visibleLines(`meterbook: the thread '${thread}' has ended: ${inspect(error)}`))
      mishaps.add(thread)
    }
}
