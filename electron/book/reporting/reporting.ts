import type { Context } from '../context.ts'
import { contractsIn } from './contracts.ts'
import { letterheadIn } from './letterhead.ts'
import { madeReportsIn } from './made-reports.ts'
import { savedReportsIn } from './saved-reports.ts'

/** What reports are made with and what was made of them. */
export const reportingIn = (book: Context) => ({
  ...letterheadIn(book),
  ...contractsIn(book),
  ...savedReportsIn(book),
  ...madeReportsIn(book),
})
