import { readLimits } from '../../analysis/answers/limits/read-pasted.ts'
import { stationIn } from '../../analysis/answers/directory.ts'
import type { Book } from '../../book/index.ts'
import { defined } from '../../contract/defined.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { LimitOwner } from '../../contract/limit-words.ts'
import { api, type Parts } from '../base.ts'

/** Limits of contracts. Rules judge by them: they run again after a change, and windows are told. */
export function limitRoutes({ desk }: Parts) {
  /** Throws READ_ONLY_BOOK. */
  function change(write: (book: Book) => void): void {
    const book = desk.writableBook()
    book.page(() => write(book))
    desk.groundChanged()
    desk.changes.publish({ topic: 'limits', stationId: null })
  }
  /** Throws NO_SUCH_STATION, NO_SUCH_CONSUMER. */
  function known(book: Book, owner: LimitOwner, id: number): void {
    if (owner === 'station') stationIn(book, id)
    else if (!book.consumers.get(id)) throw new MeterbookError('NO_SUCH_CONSUMER', { id })
  }

  return {
    list: api.limits.list.handler(({ input, signal }) => desk.analyst().ask('limits', input, { signal })),
    onCharts: api.limits.onCharts.handler(({ input, signal }) =>
      // Most books have no limits: their charts cost one look into an index, and no turn of the analyst.
      desk.book().limits.of('station', input.stationId).length === 0 ? null : desk.analyst().ask('limitsOnCharts', input, { signal }),
    ),
    read: api.limits.read.handler(({ input }) => readLimits(desk.book(), defined(input))),
    keep: api.limits.keep.handler(({ input: { limits, author } }) => {
      const book = desk.writableBook()
      for (const { owner, ownerId } of limits) known(book, owner, ownerId)
      change(() => book.limits.say(limits, author))
      return null
    }),
    remove: api.limits.remove.handler(({ input }) => {
      change((book) => void book.limits.unsay(input))
      return null
    }),
  }
}
