import { MeterbookError } from '../../contract/errors.ts'
import { api, type Parts } from '../base.ts'

/** Questions in SQL. */
export function questionRoutes(_parts: Parts) {
  return {
    ask: api.questions.ask.handler(() => {
      throw new MeterbookError('UNKNOWN')
    }),
    write: api.questions.write.handler(() => {
      throw new MeterbookError('UNKNOWN')
    }),
  }
}
