import { openBook, type Book } from '../book/index.ts'
import { serveOwner } from '../book/threads/serve.ts'
import { bringFile, type BringQuestion, type FileQuestion } from './bring-file.ts'
import { lookAtFile } from './look-at-file.ts'

/** Files are read, compared and brought in by a thread of their own: some have a million rows. */
const questions = {
  look: ({ file, ...question }: FileQuestion & { file: string }) => within(file, (book) => lookAtFile(book, question)),
  bring: ({ file, ...question }: BringQuestion & { file: string }) => within(file, (book) => bringFile(book, question)),
}
export type ImportQuestions = typeof questions

async function within<T>(file: string, work: (book: Book) => Promise<T>): Promise<T> {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    return await work(book)
  } finally {
    book.close()
  }
}

serveOwner(questions)
