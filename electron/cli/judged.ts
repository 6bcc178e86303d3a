import { wordsOf } from '../words/program.ts'
import { concludeBook } from '../analysis/answers/keep-answers.ts'
import { judgeBook } from '../analysis/judge/book.ts'
import type { Book } from '../book/book.ts'
import type { FindingQuestion } from '../book/findings/finding-filter.ts'
import type { FindingCounts } from '../book/findings/finding-pages.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import { FLAG, RULE_CODES, type FindingState, type Flag } from '../contract/rules.ts'
import { usualGas } from './analysis-book.ts'
import { failureOf } from './failure.ts'
import { count, plural } from './numbers.ts'
import { sentenceOf } from './sentences.ts'
import type { Terminal } from './terminal.ts'

/** Findings on the command line. */

/** States of findings that still stand: neither explained nor wrong. */
export const STANDING: readonly FindingState[] = ['new', 'seen']
/** A finding that fails what was asked to hold: fail and missing. */
export const FAILING = [FLAG.fail, FLAG.missing] as const

export const FLAG_WORDS: Readonly<Record<Exclude<Flag, 1 | 2>, string>> = { 3: 'suspect', 4: 'fail', 9: 'missing' }

/** How many stations are judged goes on in its line on a terminal. */
export const judgingLine =
  ({ isInteractive, stderr }: Terminal) =>
  (at: number, all: number | null): void => {
    if (!isInteractive || all === null) return
    stderr.write(at < all ? `\r${count(at)} of ${count(all)} stations judged\u001b[K` : '\r\u001b[K')
  }

/**
 * Judges what is not judged yet: in memory where the book is open for reading. A count goes on in its line on a terminal.
 * Returns the stations that cannot be judged, because records of theirs cannot be read; they are said.
 */
export async function judge(book: Book, terminal: Terminal, stationIds?: readonly number[]): Promise<number[]> {
  const unreadable: number[] = []
  await judgeBook(book, {
    usual: usualGas(),
    nowMs: Date.now(),
    goesOn: () => !terminal.signal.aborted,
    ...(stationIds ? { stationIds } : {}),
    unreadable: (stationId) => unreadable.push(stationId),
    progress: judgingLine(terminal),
  })
  noteUnreadable(unreadable, terminal)
  return unreadable
}

/**
 * After stations were written to: judges them, and keeps findings, health, consumption and balances in the book, for the records
 * that it has now. How far it is goes on in its line on a terminal. What was written is in the book, whatever becomes of it: it
 * is said where it does not come to its end. Returns false then.
 */
export async function concluded(book: Book, terminal: Terminal, stationIds: readonly number[]): Promise<boolean> {
  const unreadable = new Set<number>()
  try {
    await concludeBook(book, {
      usual: usualGas(),
      nowMs: Date.now(),
      goesOn: () => !terminal.signal.aborted,
      stationIds,
      unreadable: (stationId) => unreadable.add(stationId),
      progress: judgingLine(terminal),
    })
    if (terminal.signal.aborted) throw new MeterbookError('CANCELLED')
  } catch (error) {
    if (!(error instanceof MeterbookError)) throw error
    terminal.note(`What was brought is in the book. Its stations could not all be judged: ${sentenceOf(failureOf(error))}`)
    return false
  }
  noteUnreadable([...unreadable], terminal)
  return true
}

/** Says which stations could not be judged. */
export function noteUnreadable(unreadable: readonly number[], terminal: Terminal): void {
  if (unreadable.length > 0)
    terminal.note(
      `${plural(unreadable.length, 'station')} could not be judged, because records cannot be read: ${unreadable.slice(0, SHOWN_STATIONS).join(', ')}${unreadable.length > SHOWN_STATIONS ? ', …' : ''}. Their findings are those of before; 'meterbook check' names the records.`,
    )
}

const SHOWN_STATIONS = 10

/** Says that the judging failed after a download that is whole all the same; for its report. */
export function notJudged(failure: Failure, terminal: Terminal): { judging: Failure & { sentence: string } } {
  const sentence = sentenceOf(failure)
  terminal.note(`What was downloaded is in the book. Its stations could not all be judged: ${sentence}`)
  return { judging: { ...failure, sentence } }
}

/** How many findings stand, and in how many stations. */
export interface FoundCounts {
  total: number
  stations: number
  flags: FindingCounts['flags']
}

export function foundIn(book: Book, filter: FindingQuestion = {}): FoundCounts {
  const standing = { ...filter, states: [...STANDING] }
  const { total, flags } = book.findings.counts(standing)
  return { total, flags, stations: book.findings.stationsWith(standing) }
}

/** Says in one line what was found. */
export function foundText({ total, stations, flags }: FoundCounts): string {
  if (total === 0) return 'nothing'
  const parts = flags.map(({ flag, findings }) => `${count(findings)} ${FLAG_WORDS[flag]}`)
  return `${count(total)} in ${plural(stations, 'station')}: ${parts.join(', ')}`
}

/** Counts by rule, in the order of the rules. */
export const byRule = ({ rules }: FindingCounts): [name: string, findings: number, stations: number][] =>
  RULE_CODES.flatMap((code) => {
    const found = rules.find(({ rule }) => rule === code)
    return found ? [[wordsOf('en').rules[code].name, found.findings, found.stations] as [string, number, number]] : []
  })
