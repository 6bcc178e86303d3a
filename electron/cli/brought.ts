import { broughtBy } from '../analysis/answers/digest/brought.ts'
import type { Book } from '../book/index.ts'
import { BROUGHT_FIGURES, type BroughtFigure } from '../contract/digest-words.ts'
import type { Brought } from '../contract/downloads.ts'
import { usualGas } from './analysis-book.ts'
import { plural } from './numbers.ts'

/** What a run brought that is news to the book; of none, nothing. */
export async function broughtIn(book: Book, runId: number | null): Promise<Brought | null> {
  if (runId === null || !book.tasks.window(runId)) return null
  return broughtBy(book, runId, { usual: usualGas(), nowMs: Date.now(), goesOn: () => true })
}

const WORDS: Readonly<Record<BroughtFigure, (n: number) => string>> = {
  settings: (n) => plural(n, 'changed setting'),
  corrected: (n) => plural(n, 'corrected record'),
  findings: (n) => plural(n, 'new finding'),
  devices: (n) => plural(n, 'exchanged device'),
}

/** Says it in one line, without what there is none of. */
export const broughtText = (brought: Brought): string =>
  [
    plural(brought.records, 'new record'),
    ...BROUGHT_FIGURES.flatMap((name) => (brought[name] > 0 ? [WORDS[name](brought[name])] : [])),
  ].join(', ')
