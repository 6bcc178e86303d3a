import { Readable } from 'node:stream'
import { digestHtml } from '../../exports/digest-html.ts'
import { writeWhole } from '../../exports/file.ts'
import { namePart } from '../../exports/name-part.ts'
import { bookInFiles } from '../../contract/book-name.ts'
import { wordsOf } from '../../words/program.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'

/** What is new since somebody looked last. */
export function digestRoutes(parts: Parts) {
  const { desk } = parts
  return {
    news: api.digest.news.handler(({ signal }) => desk.analyst().ask('digest', null, { signal })),
    ofRun: api.digest.ofRun.handler(({ input, signal }) => desk.analyst().ask('digestOfRun', input, { signal })),
    state: api.digest.state.handler(() => {
      const { digest } = desk.book()
      return { lookedAtMs: digest.lookedAtMs(), downloadedAtMs: digest.downloadedAtMs() }
    }),
    looked: api.digest.looked.handler(({ input: { atMs } }) => {
      const book = desk.writableBook()
      const before = book.digest.lookedAtMs()
      book.page(() => book.digest.looked(atMs))
      desk.changes.publish({ topic: 'digest', stationId: null })
      return before
    }),
    html: api.digest.html.handler(async ({ input: { language, timeZone }, signal }) => {
      const name = `${namePart(wordsOf(language).digest.title, MOST_NAME)}.html`
      const saved = await saveFile(parts, { kind: 'export', name, outer: signal }, async (out, at) => {
        const digest = await desk.analyst().ask('digest', null, { signal: at.signal })
        const html = digestHtml(digest, { language, timeZone, book: bookInFiles(desk.book()) })
        const bytes = await writeWhole(out, Readable.from([Buffer.from(html)]), at.signal)
        return { bytes, rows: digest.kinds.reduce((sum, { lines }) => sum + lines.length, 0) }
      })
      return saved?.done ?? null
    }),
  }
}

/** Bytes of a file's name without its ending. */
const MOST_NAME = 240
