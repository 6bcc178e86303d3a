import { typedPath } from '../../exports/typed-path.ts'
import { api, type Parts } from '../base.ts'

/** New versions of the program. */
export function updateRoutes({ updates }: Parts) {
  return {
    state: api.updates.state.handler(() => updates.state()),
    check: api.updates.check.handler(({ input }) => updates.check(input)),
    download: api.updates.download.handler(async ({ input }) => ({ saved: await updates.download(input.version) })),
    install: api.updates.install.handler(async ({ input }) => {
      await updates.install(input.version)
      return null
    }),
    fromFile: api.updates.fromFile.handler(({ input }) => updates.fromFile(input.file === null ? null : typedPath(input.file))),
  }
}
