import { stationIn } from '../../analysis/answers/directory.ts'
import type { Book, Note } from '../../book/index.ts'
import type { NewPhoto } from '../../book/notes/note-photos.ts'
import { defined } from '../../contract/defined.ts'
import { api, type Parts } from '../base.ts'
import { clock } from '../clock.ts'

/** Notes are written into the book and told to the windows: no request to the service carries one. */
export function noteRoutes({ desk }: Parts) {
  /** Writes at once, and tells the windows. */
  function written(write: (book: Book) => Note): Note {
    const book = desk.writableBook()
    const note = book.page(() => write(book))
    desk.changes.publish({ topic: 'notes', stationId: note.stationId })
    if (note.kind === 'reading') desk.stationChanged(note.stationId)
    return note
  }

  return {
    page: api.notes.page.handler(({ input: { desc, offset, limit, ...filter } }) =>
      desk.book().notes.query(defined(filter), { desc, offset, limit }),
    ),
    counts: api.notes.counts.handler(({ input }) => {
      const { notes } = desk.book()
      const { stationIds } = input
      const deleted = notes.counts({ ...defined({ stationIds }), deleted: true })
      return {
        kinds: notes.counts(defined(input)),
        deleted: Object.values(deleted).reduce((sum, count) => sum + count, 0),
      }
    }),
    find: api.notes.find.handler(({ input: { text, limit } }) =>
      text.trim() === '' ? [] : desk.book().notes.query({ text }, { limit }).rows,
    ),
    get: api.notes.get.handler(({ input }) => desk.book().notes.get(input.id)),
    authors: api.notes.authors.handler(() => desk.book().notes.authors()),
    write: api.notes.write.handler(async ({ input: { stationId, photos, ...content } }) => {
      const news = await bytesOf(photos)
      return written((book) => book.notes.add(stationIn(book, stationId).id, content, news, clock.nowMs()))
    }),
    change: api.notes.change.handler(async ({ input: { id, photos, keptPhotoIds: kept, ...content } }) => {
      const news = await bytesOf(photos)
      return written((book) => book.notes.change(id, content, { kept, news }, clock.nowMs()))
    }),
    remove: api.notes.remove.handler(({ input }) => {
      written((book) => book.notes.remove(input.id, clock.nowMs()))
      return null
    }),
    restore: api.notes.restore.handler(({ input }) => written((book) => book.notes.restore(input.id, clock.nowMs()))),
    photo: api.notes.photo.handler(
      ({ input: { id, size } }) => new Blob([new Uint8Array(desk.book().notes.picture(id, size))], { type: 'image/jpeg' }),
    ),
  }
}

async function bytesOf(photos: readonly { name: string; jpeg: Blob; thumb: Blob }[]): Promise<NewPhoto[]> {
  return Promise.all(
    photos.map(async ({ name, jpeg, thumb }) => ({
      name,
      jpeg: new Uint8Array(await jpeg.arrayBuffer()),
      thumb: new Uint8Array(await thumb.arrayBuffer()),
    })),
  )
}
