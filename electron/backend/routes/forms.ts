import type { Book } from '../../book/index.ts'
import { stationCalled } from '../../contract/called.ts'
import type { ExportDone } from '../../contract/exports.ts'
import type { FormChoice } from '../../contract/forms.ts'
import { formsFolder, copyForm, listForms, loadForm } from '../../exports/forms/own-forms.ts'
import type { ReportOptions } from '../../exports/forms/report.ts'
import { namePart } from '../../exports/name-part.ts'
import type { FormRequest } from '../../exports/forms/content.ts'
import { doWork } from '../../works/works.ts'
import { api, type Parts } from '../base.ts'
import { logByHand } from '../report-log.ts'
import { saveFile } from '../save-file.ts'
import { usualClock } from '../usual-clock.ts'

/** Forms, and reports made by hand. */
export function formRoutes(parts: Parts) {
  const { desk, host, file, works } = parts
  const folder = formsFolder(host.dataFolder)

  const options = (): ReportOptions => ({
    dataFolder: host.dataFolder,
    version: host.version,
    usual: usualClock({ file, host }),
    nowMs: desk.nowMs(),
  })
  const requestOf = (book: Book, { stationIds, ...choice }: FormChoice): FormRequest => ({
    ...choice,
    stationIds: stationIds ?? book.stations.ids({}),
  })

  /** The usual name of the file: the form's title, the station, the span. */
  async function nameOf(book: Book, choice: FormChoice): Promise<string> {
    const { title } = await loadForm(folder, choice.form, choice.language)
    const [only, second] = choice.stationIds ?? []
    const station = only !== undefined && second === undefined ? book.stations.get(only) : undefined
    const span = [...new Set([choice.from, choice.to])].filter((day) => day !== undefined).join('_')
    const parts = [title[choice.language], station ? stationCalled(station) : '', span]
    return namePart(
      parts
        .map((part) => namePart(part, MOST_PART))
        .filter(Boolean)
        .join(' '),
      MOST_NAME,
    )
  }

  return {
    list: api.forms.list.handler(() => listForms(folder)),
    copy: api.forms.copy.handler(({ input }) => copyForm(folder, input.code, input.name)),
    preview: api.forms.preview.handler(async ({ input, signal }) => {
      const book = desk.book()
      return works.run({ kind: 'report', title: await nameOf(book, input), outer: signal }, async (at) => {
        const { pdf, pages, hash } = await doWork(book, 'preview', { request: requestOf(book, input), options: options() }, at)
        return { pdf: new Blob([pdf], { type: 'application/pdf' }), pages, hash }
      })
    }),
    save: api.forms.save.handler(async ({ input, signal }): Promise<ExportDone> => {
      const { format, files, ...choice } = input
      // The one that is open now, whatever is opened while the user chooses a place or the file is written.
      const book = desk.book()
      const title = await nameOf(book, choice)
      const isZip = files === 'station' && requestOf(book, choice).stationIds.length > 1
      const name = `${title}.${isZip ? 'zip' : format}`
      const saved = await saveFile(parts, { kind: 'report', name, outer: signal }, async (out, at) => {
        const asked = { request: requestOf(book, choice), place: { file: out, format }, options: options() }
        const { bytes, hash } = isZip
          ? { ...(await doWork(book, 'reportsZip', asked, at)), hash: null }
          : await doWork(book, 'report', asked, at)
        return { bytes, hash }
      })
      if (!saved) return null
      logByHand(desk, book, choice, saved.done, saved.result.hash)
      return saved.done
    }),
  }
}

/** Bytes of a file's name without its ending. */
const MOST_NAME = 240
/** Bytes of one of its parts: of Cyrillic letters half as many. */
const MOST_PART = 110
