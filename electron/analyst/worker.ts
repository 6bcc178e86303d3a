import { openBeside, openBook, type Book } from '../book/index.ts'
import type { JudgedStation } from '../book/findings/findings.ts'
import { given, serveOwner, tellOwner } from '../book/threads/serve.ts'
import { createJudging } from './judging.ts'
import { questionsOf, type AskedAt } from './questions.ts'

/** The analyst's thread: a connection of its own to the book that the desk has open. */

/** The facts that the thread is started with. */
export interface AnalystGiven {
  file: string
  mode: Book['mode']
  at: AskedAt
}

/** The thread's own messages. */
export interface AnalystTold {
  /** Findings of a station are new; null: of several stations. */
  stationId?: number | null
  /** The stations that were judged of a book that is open for reading. */
  judged?: JudgedStation
  /** Somebody else has written such a book: what was judged of it no longer holds. */
  isForgotten?: true
}
const told = (what: AnalystTold): void => tellOwner(what)

const { file, mode, at: first } = given<AnalystGiven>()
let clock = first
/** Its own clock beside the desk's: between two questions time goes on. */
let setMs = Date.now()
const nowMs = () => clock.nowMs + Date.now() - setMs

/** Judged is by the clock of who asks; the book itself dates its news by the computer's, as on the desk. */
function opened(): Book {
  if (mode === 'write') return openBeside(file, Date.now)
  const book = openBook(file, { mode, now: Date.now })
  const { replace, refresh } = book.findings
  book.findings.replace = (judged) => {
    replace(judged)
    told({ judged })
  }
  book.findings.refresh = () => {
    const isForgotten = refresh()
    if (isForgotten) told({ isForgotten: true })
    return isForgotten
  }
  return book
}
const book = opened()
const judging = createJudging({ book, usual: () => clock.usual, nowMs, tell: (stationId) => told({ stationId }) })

serveOwner({
  ...questionsOf({
    book,
    judging,
    setClock(at) {
      clock = at
      setMs = Date.now()
    },
  }),
  async end(_: null) {
    await judging.close()
    book.close()
  },
})
