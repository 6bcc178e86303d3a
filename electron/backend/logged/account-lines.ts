import { asBookError } from '../../book/file/errors.ts'
import type { ProgramLog } from '../program-log.ts'
import { failureFacts } from './error-facts.ts'

/** Writes that somebody signed in, or the code that it failed with; never who, nor where. */
export function accountLines(log: ProgramLog) {
  return async <T>(isDemo: boolean, signIn: () => Promise<T>): Promise<T> => {
    try {
      const state = await signIn()
      log.write('info', 'signed-in', { demo: isDemo })
      return state
    } catch (error) {
      log.write('warn', 'sign-in-failed', { demo: isDemo, ...failureFacts(asBookError(error)) })
      throw error
    }
  }
}
