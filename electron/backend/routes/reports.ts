import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { MadeReport } from '../../contract/reports.ts'
import { checkLogo } from '../../exports/forms/pdf/check-logo.ts'
import { printedLetterhead } from '../../exports/forms/printed-letterhead.ts'
import { lookAhead, makeSaved } from '../../exports/reports/make-saved.ts'
import { folderOf, withoutFolder } from '../../exports/reports/folders.ts'
import type { Line } from '../../exports/reports/run.ts'
import { makersInThread } from '../../works/makers.ts'
import { withWorks } from '../../works/works.ts'
import { api, type Parts } from '../base.ts'
import { signingKey } from '../evidence-keys.ts'
import { usualClock } from '../usual-clock.ts'

/** Saved reports, the log of what was made, and the head of every report. */
export function reportRoutes(parts: Parts) {
  const { desk, host, vault, works } = parts
  /** Does `work` at once on the open book, and tells windows. Throws READ_ONLY_BOOK. */
  function change<T>(work: (book: Book) => T, book = desk.writableBook()): T {
    const result = book.page(() => work(book))
    desk.changes.publish({ topic: 'reports', stationId: null })
    return result
  }
  let turn: Promise<unknown> = Promise.resolve()
  /** One at a time: a logo is looked at for a while, and what was asked later must not be undone by it. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work, work)
    turn = result.catch(() => undefined)
    return result
  }

  return {
    letterhead: api.reports.letterhead.handler(() => printedLetterhead(desk.book().reporting.letterhead())),
    setLetterhead: api.reports.setLetterhead.handler(({ input }) => {
      const book = desk.writableBook()
      return inTurn(async () => {
        // Once it is kept, every report has it: what cannot be drawn would let all of them fail.
        if (input.logo) await checkLogo(input.logo)
        return change(({ reporting }) => {
          reporting.setLetterhead({ ...reporting.letterhead(), ...input })
          return printedLetterhead(reporting.letterhead())
        }, book)
      })
    }),
    contracts: api.reports.contracts.handler(() => desk.book().reporting.contracts()),
    setContract: api.reports.setContract.handler(({ input }) =>
      change(({ reporting, consumers }) => {
        if (!consumers.get(input.consumerId)) throw new MeterbookError('NOT_IN_BOOK')
        const before = reporting.contractOf(input.consumerId) ?? { number: '', contractDay: null }
        reporting.setContract({ ...before, ...input })
        return null
      }),
    ),
    saved: api.reports.saved.handler(() => {
      const { reporting } = desk.book()
      const ran = reporting.lastRuns()
      return reporting.savedReports().map((one) => ({ ...one, lastRun: ran.get(one.id) ?? null }))
    }),
    withoutFolder: api.reports.withoutFolder.handler(async () => {
      const lacking = await withoutFolder(desk.book().reporting.savedReports())
      return lacking.map(({ id }) => id)
    }),
    save: api.reports.save.handler(({ input }) => change(({ reporting }) => reporting.saveReport(input))),
    remove: api.reports.remove.handler(({ input }) =>
      change(({ reporting }) => {
        reporting.removeReport(input.id)
        return null
      }),
    ),
    restore: api.reports.restore.handler(({ input }) => change(({ reporting }) => reporting.restoreReport(input.id))),
    plan: api.reports.plan.handler(({ input }) => lookAhead(desk.book(), input, { dataFolder: host.dataFolder, nowMs: desk.nowMs() })),
    run: api.reports.run.handler(({ input, signal }) => {
      const book = desk.writableBook()
      const { id, ...choices } = book.reporting.savedReport(input.id)
      const run = {
        book,
        savedId: id,
        choices,
        folder: folderOf(choices, input.folder),
        dataFolder: host.dataFolder,
        version: host.version,
        usual: usualClock(parts),
        nowMs: desk.nowMs(),
        key: signingKey(vault),
      }
      return works.run({ kind: 'report', title: choices.name, savedId: id, outer: signal }, async (at) => {
        const made: MadeReport[] = []
        const log = (line: Line) => made.push(change(({ reporting }) => reporting.logMade(line), book))
        await withWorks(book, (threads) => makeSaved(run, log, at, makersInThread(run, threads)))
        return made
      })
    }),
    made: api.reports.made.handler(({ input }) => desk.book().reporting.madeReports(input)),
    chooseFolder: api.reports.chooseFolder.handler(() => host.chooseFolder()),
  }
}
