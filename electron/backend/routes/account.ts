import { existsSync, statSync } from 'node:fs'
import { api, type Parts } from '../base.ts'

export function accountRoutes({ desk, file }: Parts) {
  return {
    state: api.account.state.handler(() => desk.accountState()),
    watch: api.account.watch.handler(async function* ({ signal }) {
      yield* desk.accountChanges.listen(signal, { first: desk.accountState })
    }),
    signIn: api.account.signIn.handler(({ input, signal }) => desk.signIn(input, signal)),
    tryDemo: api.account.tryDemo.handler(() => desk.tryDemo()),
    signOut: api.account.signOut.handler(() => desk.signOut()),
    known: api.account.known.handler(() =>
      file.books().flatMap((used) => {
        if (!used.account || !existsSync(used.file)) return []
        const { url, email } = used.account
        const { size, mtimeMs } = statSync(used.file)
        return [
          { url, email, book: used.file, bytes: size, usedMs: used.openedMs, changedMs: mtimeMs, isDemo: used.isDemo },
        ]
      }),
    ),
  }
}
