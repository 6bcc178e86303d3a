import type { Book } from '../../book/index.ts'
import { api, type Parts } from '../base.ts'

/** The questions that are kept in the book. */
export function namedQuestionRoutes({ desk, questions }: Parts) {
  /** Writes at once, tells windows, and answers all that are kept then. Throws READ_ONLY_BOOK. */
  function changed(write: (book: Book) => void) {
    const book = desk.writableBook()
    book.page(() => write(book))
    desk.changes.publish({ topic: 'questions', stationId: null })
    return book.questions.all()
  }
  return {
    named: api.questions.named.handler(() => {
      // Whoever looks at questions soon asks one.
      questions.warm()
      return desk.book().questions.all()
    }),
    keep: api.questions.keep.handler(({ input: { id, ...content } }) => changed((book) => book.questions.keep(id, content, desk.nowMs()))),
    remove: api.questions.remove.handler(({ input: { id } }) => changed((book) => book.questions.remove(id, desk.nowMs()))),
  }
}
