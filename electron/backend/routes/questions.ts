import { MeterbookError } from '../../contract/errors.ts'
import { ROWS_END } from '../../contract/question-rows.ts'
import { api, type Parts } from '../base.ts'

/** Questions in SQL. The desk hands bytes on and reads no row: an answer of 10,000 rows must not hold it up. */
export function questionRoutes({ desk, questions }: Parts) {
  return {
    ask: api.questions.ask.handler(async ({ input, signal }) => {
      const rows: Uint8Array<ArrayBuffer>[] = []
      let count = 0
      const end = await questions.pour({ ...input, file: desk.book().db.name, personal: 'shown', signal }, (piece) => {
        rows.push(piece.json, END)
        count += piece.count
      })
      return { ...end, count, rows: new Blob(rows) }
    }),
    write: api.questions.write.handler(() => {
      throw new MeterbookError('UNKNOWN')
    }),
  }
}
const END = new Uint8Array([ROWS_END])
