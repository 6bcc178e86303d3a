import { asBookError } from '../../book/file/errors.ts'
import { isKnownFailure } from '../../downloads/failures.ts'
import type { ProgramLog } from '../program-log.ts'
import { errorFacts } from './error-facts.ts'

/** Writes that somebody signed in, or the code that it failed with; never who, nor where. */
export function accountLines(log: ProgramLog) {
  return async <T>(isDemo: boolean, signIn: () => Promise<T>): Promise<T> => {
    try {
      const state = await signIn()
      log.write('info', 'signed-in', { demo: isDemo })
      return state
    } catch (thrown) {
      const error = asBookError(thrown)
      log.write('warn', 'sign-in-failed', { demo: isDemo, ...(isKnownFailure(error) ? { code: error.code } : errorFacts(error)) })
      throw thrown
    }
  }
}
