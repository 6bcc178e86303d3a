import path from 'node:path'
import { languageOf } from '../../words/index.ts'
import { gasDaysOf } from '../../contract/time/gas-day.ts'
import { namePart } from '../../exports/index.ts'
import { stationCount } from '../../exports/file-name.ts'
import { earlierMerges } from '../../exports/sharing/history.ts'
import { shareBook } from '../../exports/sharing/share.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'
import { typedPath } from '../../exports/typed-path.ts'
import { usualClock } from '../usual-clock.ts'

/** Books that change hands. */
export function sharingRoutes(parts: Parts) {
  const { desk, host, file, works } = parts
  const merge = (other: string, isDryRun: boolean, outer: AbortSignal | undefined) =>
    works.run({ kind: 'merge', title: path.basename(other), outer }, (at) =>
      desk.alone((book) => book.sharing.merge(other, { isDryRun, ...at })),
    )
  return {
    share: api.sharing.share.handler(async ({ input, signal }) => {
      const book = desk.book()
      const usual = usualClock({ file, host })
      const today = gasDaysOf({ fromMs: desk.nowMs(), toMs: desk.nowMs() + 1 }, usual)[0]
      const stationIds = input.stationIds ?? book.stations.ids()
      const [only, second] = stationIds
      const station = only !== undefined && second === undefined ? book.stations.get(only)?.name : null
      // The file of a book is called after its account, which is a personal datum.
      const { language } = file.preferences()
      const whole = input.withoutPersonal
        ? stationCount(stationIds.length, languageOf(language, host.systemLocale))
        : path.basename(book.file, '.meterbook')
      const about = station ?? whole
      const name = `${namePart(about, 120)} ${input.to ?? today}.meterbook`
      const saved = await saveFile(parts, { kind: 'share', name, outer: signal }, async (out, at) => {
        const { bytes } = await shareBook(book, { ...input, stationIds, usual }, out, at)
        return { bytes }
      })
      return saved?.done ?? null
    }),
    choose: api.sharing.choose.handler(async () => {
      const chosen = await host.chooseBook()
      return chosen === null ? null : { file: chosen }
    }),
    preview: api.sharing.preview.handler(({ input, signal }) => merge(typedPath(input.file), true, signal)),
    merge: api.sharing.merge.handler(({ input, signal }) => merge(typedPath(input.file), false, signal)),
    history: api.sharing.history.handler(() => earlierMerges(desk.book())),
  }
}
