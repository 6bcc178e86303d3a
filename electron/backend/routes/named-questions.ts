import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'

/** The questions that are kept in the book. */
export function namedQuestionRoutes(_parts: Parts) {
  return {
    named: api.questions.named.handler(() => {
      throw new MeterbookError('UNKNOWN')
    }),
    keep: api.questions.keep.handler(() => {
      throw new MeterbookError('UNKNOWN')
    }),
    remove: api.questions.remove.handler(() => {
      throw new MeterbookError('UNKNOWN')
    }),
  }
}
