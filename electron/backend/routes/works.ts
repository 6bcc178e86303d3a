import { api, type Parts } from '../base.ts'

/** Long work that makes files. */
export function workRoutes({ works }: Parts) {
  return {
    running: api.works.running.handler(async function* ({ signal }) {
      yield* works.listen(signal)
    }),
    cancel: api.works.cancel.handler(({ input }) => {
      works.cancel(input.id)
      return null
    }),
  }
}
