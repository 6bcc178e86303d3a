import { openBeside } from '../book/index.ts'
import { given, serveOwner, tellOwner } from '../book/threads/serve.ts'
import { createJudging } from './judging.ts'
import { questionsOf, type AskedAt } from './questions.ts'

/** The analyst's thread: a connection of its own to the book that the desk has open. */

/** The facts that the thread is started with. */
export interface AnalystGiven {
  file: string
  at: AskedAt
}

/** The thread's own message that findings of a station are new; null: of several stations. */
export interface FindingsNew {
  stationId: number | null
}

const { file, at: first } = given<AnalystGiven>()
let clock = first
/** Its own clock beside the desk's: between two questions time goes on. */
let setMs = Date.now()
const nowMs = () => clock.nowMs + Date.now() - setMs
const book = openBeside(file, nowMs)
const judging = createJudging({
  book,
  usual: () => clock.usual,
  nowMs,
  tell: (stationId) => tellOwner({ stationId } satisfies FindingsNew),
})

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
