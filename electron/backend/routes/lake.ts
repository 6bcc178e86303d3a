import { api, type Parts } from '../base.ts'
import { typedPath } from '../../exports/typed-path.ts'

/** The folder of Parquet files that many books write into. */
export function lakeRoutes({ lake }: Parts) {
  return {
    state: api.lake.state.handler(() => lake.state()),
    setFolder: api.lake.setFolder.handler(async ({ input: { folder } }) => {
      const typed = folder?.trim()
      await lake.setFolder(typed ? typedPath(typed) : null)
      return lake.state()
    }),
    write: api.lake.write.handler(async ({ signal }) => {
      const { files, written, rows, bytes } = await lake.write(signal)
      return { files, written, rows, bytes }
    }),
  }
}
