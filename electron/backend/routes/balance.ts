import { branchSaid } from '../../analysis/answers/balance/balance.ts'
import type { Book } from '../../book/index.ts'
import { api, type Parts } from '../base.ts'

/** Branches are written at once and told to the windows; what begins at their stations is judged again. */
export function balanceRoutes({ desk }: Parts) {
  /** @throws MeterbookError READ_ONLY_BOOK */
  function changed<T>(write: (book: Book) => T): T {
    const book = desk.writableBook()
    const answer = book.page(() => write(book))
    desk.groundChanged()
    desk.changes.publish({ topic: 'branches', stationId: null })
    return answer
  }
  return {
    branches: api.balance.branches.handler(() => desk.book().branches.all().map(branchSaid)),
    say: api.balance.say.handler(({ input: { id, ...content } }) =>
      changed((book) => branchSaid(book.branches.say(id, content, desk.nowMs()))),
    ),
    remove: api.balance.remove.handler(({ input: { id, author } }) => {
      changed((book) => book.branches.remove(id, author, desk.nowMs()))
      return null
    }),
    ofBranch: api.balance.ofBranch.handler(({ input, signal }) => desk.analyst().ask('balance', input, { signal })),
  }
}
