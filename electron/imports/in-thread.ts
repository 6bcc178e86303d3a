import type { Book } from '../book/index.ts'
import { inThread, type AskOptions } from '../book/threads/thread.ts'
import type { ImportOutcome } from '../contract/imports.ts'
import type { BringQuestion, FileQuestion } from './bring-file.ts'
import type { LookedAt } from './look-at-file.ts'
import type { ImportQuestions } from './worker.ts'

const PROGRAM = { folder: import.meta.dirname, built: 'imports.cjs', name: 'imports' }

/** What is in a file, and by which map it can be read. Throws as `lookAtFile`. */
export const lookAt = (book: Book, question: FileQuestion, options: AskOptions = {}): Promise<LookedAt> =>
  inThread<ImportQuestions, 'look'>(PROGRAM, 'look', { ...question, file: book.db.name }, options)

/** Brings a file into a book, or only compares it. Throws as `bringFile`, and READ_ONLY_BOOK, MERGE_RUNNING. */
export function bring(book: Book, question: BringQuestion, options: AskOptions = {}): Promise<ImportOutcome> {
  const work = () => inThread<ImportQuestions, 'bring'>(PROGRAM, 'bring', { ...question, file: book.db.name }, options)
  return question.isDryRun ? work() : book.imports.underHold(work)
}
