import type { Book } from '../../../book/index.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import { BROUGHT_KINDS, type BroughtFigure } from '../../../contract/digest-words.ts'
import type { Digest, DigestLine } from '../../../contract/digest.ts'
import type { Brought } from '../../../contract/downloads.ts'
import { cameLines, kindsOf, type At } from './digest.ts'

/**
 * What a run of the downloads brought that is news to the book. The lines are counted here and nowhere else, so that the history, the
 * notice at the end, the command line and the list behind each number agree.
 */

/** Of a run that is not over, or was not followed by another one: what is known by now. */
const EVER = Number.MAX_SAFE_INTEGER

async function linesOf(book: Book, runId: number, at: At): Promise<{ lines: DigestLine[]; fromMs: number; untilMs: number | null }> {
  const window = book.tasks.window(runId)
  if (!window) throw new MeterbookError('NO_SUCH_RUN')
  const { fromMs, untilMs } = window
  const came = await cameLines(book, { afterMs: fromMs - 1, toMs: untilMs === null ? EVER : untilMs - 1 }, at)
  return { lines: came.filter(isBrought), fromMs, untilMs }
}

const KINDS = new Set(Object.values(BROUGHT_KINDS).flat())
/** What new rules say otherwise, and what is over, no download has brought. */
const isBrought = ({ kind, detail }: DigestLine): boolean => KINDS.has(kind) && detail !== 'anew'

/** A line of records or of a first judgement stands for many. */
const weightOf = ({ kind, count }: DigestLine): number => (kind === 'corrected' || kind === 'judged' ? (count ?? 0) : 1)

/** Throws NO_SUCH_RUN. */
export async function broughtBy(book: Book, runId: number, at: At): Promise<Brought> {
  const { lines } = await linesOf(book, runId, at)
  const figure = (name: BroughtFigure) =>
    lines.reduce((sum, line) => sum + (BROUGHT_KINDS[name].includes(line.kind) ? weightOf(line) : 0), 0)
  return {
    runId,
    records: book.tasks.added(runId),
    settings: figure('settings'),
    corrected: figure('corrected'),
    findings: figure('findings'),
    devices: figure('devices'),
  }
}

/** The lines that `broughtBy` counts. Throws NO_SUCH_RUN. */
export async function digestOfRun(book: Book, runId: number, at: At): Promise<Digest> {
  const { lines, fromMs, untilMs } = await linesOf(book, runId, at)
  return { sinceMs: fromMs, atMs: untilMs ?? Math.max(at.nowMs, fromMs), kinds: kindsOf(book, lines) }
}
