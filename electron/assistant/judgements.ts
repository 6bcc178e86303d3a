import { judgeBook } from '../analysis/judge/book.ts'
import type { Book } from '../book/index.ts'
import type { AtWork } from '../book/threads/messages.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { GasClock } from '../contract/time/gas-day.ts'

/**
 * What was judged of a book in memory outlives the question that needed it for as long as the book's file stays as it was: of a
 * large book it takes minutes. Of a book that something writes, or that became another one, everything is judged anew.
 */

/** Bytes of judgements that are kept between two questions; of more nothing is kept. */
const MOST_KEPT = 64 << 20

interface Kept {
  /** The file (`fileState`) that was judged. */
  state: string
  /** `aside` of its findings. */
  bytes: Uint8Array
  stations: number
}

export interface JudgeAsked {
  /** The state of the file that the book was opened of, and how it is now. */
  state: string
  stateNow: () => string
  usual: GasClock
  nowMs: number
  stationIds?: readonly number[] | undefined
  at: AtWork
}

export interface JudgedHere {
  /** Stations judged in memory, by this question or those before it. */
  stations: number
  unreadable: number[]
}

/** @param mostBytes as MOST_KEPT; for tests */
export function createJudgements(mostBytes = MOST_KEPT) {
  let kept: Kept | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** Two questions that both need all stations judged do not judge them twice. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function judgeNow(book: Book, { state, stateNow, usual, nowMs, stationIds, at }: JudgeAsked): Promise<JudgedHere> {
    refuseCancelled(at)
    let before = 0
    if (kept?.state === state) {
      book.findings.takeAside(kept.bytes)
      before = kept.stations
    } else kept = null
    const unreadable: number[] = []
    const judged = await judgeBook(book, {
      usual,
      nowMs,
      goesOn: () => !at.isCancelled(),
      unreadable: (stationId) => unreadable.push(stationId),
      progress: at.tell,
      ...(stationIds ? { stationIds } : {}),
    })
    const stations = before + judged - unreadable.length
    if (judged > 0) keep(book, stations, state, stateNow)
    refuseCancelled(at)
    return { stations, unreadable }
  }

  function keep(book: Book, stations: number, state: string, stateNow: () => string): void {
    const bytes = stateNow() === state ? book.findings.aside() : null
    kept = bytes !== null && bytes.byteLength <= mostBytes ? { state, bytes, stations } : null
  }

  return {
    /** Judges what is older than its data, in the memory of this connection. @throws CANCELLED; what judging a station throws. */
    judge: (book: Book, asked: JudgeAsked): Promise<JudgedHere> => inTurn(() => judgeNow(book, asked)),
  }
}

export function refuseCancelled({ isCancelled }: Pick<AtWork, 'isCancelled'>): void {
  if (isCancelled()) throw new MeterbookError('CANCELLED')
}
