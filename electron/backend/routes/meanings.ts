import { api, type Parts } from '../base.ts'

export function meaningRoutes(_parts: Parts) {
  return {
    types: api.meanings.types.handler(() => {
      throw new Error('to come')
    }),
    ofType: api.meanings.ofType.handler(() => {
      throw new Error('to come')
    }),
    correct: api.meanings.correct.handler(() => {
      throw new Error('to come')
    }),
  }
}
