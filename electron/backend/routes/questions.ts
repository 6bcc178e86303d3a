import { bookInFiles } from '../../contract/book-name.ts'
import { namePart } from '../../exports/index.ts'
import { withSpool } from '../../exports/answers/spool.ts'
import { ROWS_END_BYTES } from '../../contract/question-rows.ts'
import { MOST_LIMITS, USUAL_LIMITS } from '../../contract/question-words.ts'
import { wordsOf } from '../../words/program.ts'
import { doWork } from '../../works/works.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'

/** Questions in SQL. The desk hands bytes on and reads no row: an answer of 10,000 rows must not hold it up. */
export function questionRoutes(parts: Parts) {
  const { desk, questions } = parts
  return {
    ask: api.questions.ask.handler(async ({ input, signal }) => {
      const book = desk.book()
      const rows: Uint8Array<ArrayBuffer>[] = []
      let count = 0
      const end = await questions.pour({ ...input, file: book.db.name, book: book.file, personal: 'shown', signal }, (piece) => {
        rows.push(piece.json, ROWS_END_BYTES)
        count += piece.count
      })
      return { ...end, count, rows: new Blob(rows) }
    }),
    write: api.questions.write.handler(async ({ input: { sql, parameters, name: title, ...how }, signal }) => {
      const book = desk.book()
      const limits = { ...MOST_LIMITS, memoryMb: USUAL_LIMITS.memoryMb }
      const asked = { sql, parameters, limits, file: book.db.name, book: book.file, personal: 'shown' as const }
      const name = `${namePart(title, 200) || wordsOf(how.language).file.question}.${how.format}`
      const saved = await saveFile(parts, { kind: 'export', name, outer: signal }, (file, at) =>
        withSpool(
          (take) => questions.beside((own) => own.pour({ ...asked, signal: at.signal }, take)),
          async (answer, { cut }) => {
            const told = { answer, how: { ...how, title, sql, book: bookInFiles(book) }, file }
            return { ...(await doWork(book, 'answer', told, at)), cut }
          },
        ),
      )
      return saved && { ...saved.done, cut: saved.result.cut }
    }),
  }
}
