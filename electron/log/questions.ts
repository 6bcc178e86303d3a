import { groupedPage, logDensity, logFacets, logPage, logPosition } from '../analysis/events/all.ts'
import type { Book } from '../book/index.ts'
import type { AtWork } from '../book/threads/messages.ts'
import type { LogFilter } from '../contract/all-events.ts'

type Rest<Call extends (book: Book, filter: LogFilter, wishes: never) => unknown> = { filter: LogFilter; wishes: Parameters<Call>[2] }

/** All that is asked of the log of all stations. */
export function questionsOf(book: Book) {
  return {
    page: answering(({ filter, wishes }: Rest<typeof logPage>) => logPage(book, filter, wishes)),
    grouped: answering(({ filter, wishes }: Rest<typeof groupedPage>) => groupedPage(book, filter, wishes)),
    facets: answering(({ filter, wishes }: Rest<typeof logFacets>) => logFacets(book, filter, wishes)),
    density: answering(({ filter, wishes }: Rest<typeof logDensity>) => logDensity(book, filter, wishes)),
    position: answering(({ filter, wishes }: Rest<typeof logPosition>) => logPosition(book, filter, wishes)),
  }
}
export type LogQuestions = ReturnType<typeof questionsOf>

/** A question that was taken back before its turn came is not answered. */
const answering =
  <Asked, Answer>(answer: (asked: Asked) => Answer) =>
  (asked: Asked, { signal }: AtWork): Answer => {
    signal.throwIfAborted()
    return answer(asked)
  }
