import path from 'node:path'
import { ORPCError } from '@orpc/client'
import { askAtHand } from '../backend/at-hand/client.ts'
import type { SyncNews } from '../backend/at-hand/contract.ts'
import type { Book } from '../book/book.ts'
import { openBook } from '../book/file/open.ts'
import { failureSchema, type Failure } from '../contract/common.ts'
import { MeterbookError, type FailureCode } from '../contract/errors.ts'
import { queueIn } from '../downloads/queue.ts'
import { broughtIn } from './brought.ts'
import { foundIn, judgingLine, notJudged, noteUnreadable } from './judged.ts'
import { progressView } from './progress.ts'
import type { SyncAccount } from './remembered.ts'
import { incompleteIf, SHOWN_FAILURES, reportOf, type SyncReport } from './sync-report.ts'
import type { SyncOrder } from './sync-order.ts'
import type { Terminal } from './terminal.ts'

/**
 * Has the program that runs on this data folder do the download, and shows how it goes on. Null: none runs, or the account is not
 * remembered there. Ctrl+C pauses what was begun, and leaves alone what was under way already.
 * @throws MeterbookError PROGRAM_GONE where the program ended meanwhile, and what it fails with
 */
export async function handOver(
  { plan, lanes, book: named }: SyncOrder,
  { account, dataFolder, terminal }: { account: SyncAccount; dataFolder: string; terminal: Terminal },
): Promise<{ report: SyncReport; withBook: <T>(work: (book: Book) => Promise<T>) => Promise<T> } | null> {
  const program = await askAtHand(dataFolder)
  if (!program) return null
  const startedMs = performance.now()
  const view = progressView(terminal)
  const judging = judgingLine(terminal)
  let last: Exclude<SyncNews, { kind: 'judging' }> | null = null
  try {
    const book = named === undefined ? null : path.resolve(named)
    const news = await program.client.sync({ book, account, plan, lanes }, { signal: terminal.signal })
    for await (const one of news) {
      if (one.kind === 'judging') {
        judging(one.at, one.of)
        continue
      }
      if (!last) terminal.note(one.joined ? JOINED : HANDED)
      last = one
      view.update(one.progress)
    }
  } catch (error) {
    if (!terminal.signal.aborted) {
      const failure = failureIn(error)
      if (failure?.code === 'NOT_REMEMBERED') return null
      if (failure) throw new MeterbookError(failure.code as FailureCode, failure.data)
      throw program.isGone ? new MeterbookError('PROGRAM_GONE') : error
    }
  } finally {
    view.stop()
    program.close()
  }
  if (!last) throw new MeterbookError(terminal.signal.aborted ? 'CANCELLED' : 'PROGRAM_GONE')
  if (last.kind !== 'end' && !terminal.signal.aborted) throw new MeterbookError('PROGRAM_GONE')
  if (last.kind === 'end') noteUnreadable(last.unreadable, terminal)
  const unjudged = last.kind === 'end' && last.judging ? notJudged(last.judging, terminal) : {}
  const { book: file, progress } = last
  const withBook = async <T>(work: (book: Book) => Promise<T>) => {
    const open = openBook(file, { mode: 'read', now: Date.now })
    try {
      return await work(open)
    } finally {
      open.close()
    }
  }
  const report = await withBook(async (open) => {
    const failed = { states: ['failed' as const], offset: 0, limit: SHOWN_FAILURES }
    const failures = progress.runId === null ? [] : queueIn(open).tasks(progress.runId, failed, []).rows
    const elapsedMs = performance.now() - startedMs
    const made = reportOf({ plan, book: open, progress, failures, elapsedMs, isInterrupted: terminal.signal.aborted })
    const brought = last.kind === 'end' ? await broughtIn(open, progress.runId) : null
    return incompleteIf('judging' in unjudged, { ...made, ...unjudged, ...(brought && { brought }), findings: foundIn(open) })
  })
  return { report, withBook }
}

/** What the program failed with, as it tells every window. */
function failureIn(error: unknown): Failure | null {
  return error instanceof ORPCError && error.code === 'FAILED' ? failureSchema.parse(error.data) : null
}

const HANDED = 'Meterbook is running: it downloads this. Ctrl+C pauses it there.'
const JOINED = 'Meterbook is running and downloads this already. Ctrl+C leaves it to it.'
