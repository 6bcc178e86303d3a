import { api, type Parts } from '../base.ts'
import { knownAccounts } from '../used-books.ts'

export function accountRoutes({ desk, file }: Parts) {
  return {
    state: api.account.state.handler(() => desk.accountState()),
    watch: api.account.watch.handler(async function* ({ signal }) {
      yield* desk.accountChanges.listen(signal, { first: desk.accountState })
    }),
    signIn: api.account.signIn.handler(({ input, signal }) => desk.signIn(input, signal)),
    tryDemo: api.account.tryDemo.handler(() => desk.tryDemo()),
    signOut: api.account.signOut.handler(() => desk.signOut()),
    known: api.account.known.handler(() => knownAccounts(file.books())),
  }
}
