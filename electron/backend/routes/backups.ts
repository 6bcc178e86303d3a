import { api, type Parts } from '../base.ts'
import { typedPath } from '../../exports/typed-path.ts'

/** Backups of the open book, and of one at a place. */
export function backupRoutes({ backups }: Parts) {
  const placeOf = (book: string | null) => (book === null ? null : typedPath(book))
  return {
    state: api.backups.state.handler(() => backups.state()),
    of: api.backups.of.handler(({ input }) => backups.of(typedPath(input.book))),
    setFolder: api.backups.setFolder.handler(async ({ input: { folder } }) => {
      const typed = folder?.trim()
      await backups.setFolder(typed ? typedPath(typed) : null)
      return backups.state()
    }),
    make: api.backups.make.handler(async ({ signal }) => {
      await backups.make(signal)
      return backups.state()
    }),
    preview: api.backups.preview.handler(({ input, signal }) => backups.preview(input.file, placeOf(input.book), signal)),
    restore: api.backups.restore.handler(({ input }) => backups.restore(input.file, placeOf(input.book))),
    saveCopy: api.backups.saveCopy.handler(({ input, signal }) => backups.saveCopy(input.file, placeOf(input.book), signal)),
  }
}
