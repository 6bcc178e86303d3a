import { existsSync } from 'node:fs'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { beginScheduledRun } from '../backend/schedule/runs.ts'
import { MeterbookError } from '../contract/errors.ts'
import { EXIT, exitCodeOf } from './exit.ts'
import { failureOf, UsageError } from './failure.ts'
import { commandLog } from './logged-run.ts'
import type { SyncReport } from './sync-report.ts'
import type { Terminal } from './terminal.ts'

/**
 * A download that the system's scheduler has started: that it began, how it ended and what it brought is kept beside the
 * data, so that a window tells of a failure that nobody saw.
 * @returns null where another run for this book is still at work
 * @throws what the download throws, once it is kept; MeterbookError BOOK_MISSING: no new book is made in place of one that moved
 */
export async function scheduledRun(
  book: string | undefined,
  terminal: Terminal,
  sync: () => Promise<SyncReport>,
): Promise<SyncReport | null> {
  if (book === undefined) throw new UsageError('Name the book with --book FILE: a scheduled run is that of one book.')
  const dataFolder = defaultDataFolder(terminal.env)
  const log = commandLog(terminal)
  const end = await beginScheduledRun(dataFolder, book, Date.now)
  if (end === null) {
    terminal.note('The scheduled run before this one is still at work. Nothing was begun.')
    return null
  }
  log.write('info', 'scheduled-run-began')
  try {
    if (!existsSync(book)) throw new MeterbookError('BOOK_MISSING', { file: book })
    const report = await sync()
    const { exit, records, added, tasks, failure } = report
    end({ exit, records, added, failedTasks: tasks.failed, failure: failure && { code: failure.code, data: failure.data } })
    log.write(exit === EXIT.done ? 'info' : 'warn', 'scheduled-run-ended', { exit, records, added, failed: tasks.failed })
    return report
  } catch (error) {
    const failure = failureOf(error)
    const exit = error instanceof UsageError ? EXIT.usage : exitCodeOf(failure.code)
    end({ exit, records: 0, added: 0, failedTasks: 0, failure })
    log.write('error', 'scheduled-run-failed', { exit, code: failure.code })
    throw error
  }
}
