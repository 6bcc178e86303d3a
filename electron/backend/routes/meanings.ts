import { meaningRows, meaningsOfTypes } from '../../analysis/station/meaning/rows.ts'
import { MEANING_TABLE_VERSION } from '../../contract/meaning-table.ts'
import { api, type Parts } from '../base.ts'

/** Answers which meanings were recognised, and keeps what the user says instead. Rules run again after that: `findings` is published. */
export function meaningRoutes({ desk }: Parts) {
  return {
    types: api.meanings.types.handler(() => meaningsOfTypes(desk.book())),
    ofType: api.meanings.ofType.handler(async ({ input }) => ({
      tableVersion: MEANING_TABLE_VERSION,
      rows: await meaningRows(desk.book(), input.equipmentTypeId),
    })),
    correct: api.meanings.correct.handler(({ input: { meaning, ...thing } }) => {
      const book = desk.writableBook()
      book.page(() => book.meanings.correct(thing, meaning))
      desk.groundChanged()
      desk.changes.publish({ topic: 'findings', stationId: null })
      return null
    }),
  }
}
