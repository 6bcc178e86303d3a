import { openBook } from '../../../electron/book/index.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { bookOfBranches, FIRST_MS, trueBranch, type TrueBranch } from '../../support/branch-worlds.ts'

/** A book of the stations of one branch, which loses 3 % from its 12th day on and which nobody has drawn yet. */
export const DAYS = 20
export const LEAKING: TrueBranch = trueBranch({
  seed: 7,
  days: DAYS,
  firstId: 1,
  leak: 0.03,
  leaksFrom: 11 * 24,
  limits: [0.2, 0.4],
  missing: 0.01,
})

export function writeBranchBook(file: string): void {
  const nowMs = FIRST_MS + DAYS * DAY_MS
  const book = openBook(file, { mode: 'write', now: () => nowMs, account: { url: 'https://meters.example', email: 'i@example.com' } })
  try {
    bookOfBranches(book, [LEAKING], nowMs, { drawn: false })
    book.clocks.setOfBook({ timeZone: 'UTC', contractHour: 10 })
  } finally {
    book.close()
  }
}
