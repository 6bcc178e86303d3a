import type { Book } from '../book/book.ts'
import { bookIsAt, openBook, type OpenOptions } from '../book/file/open.ts'

interface AccountBook {
  file: string
  account: { url: string; email: string }
  now: () => number
  /** Who writes, for whoever finds the book in use. */
  owner: string
  open?: (file: string, options: OpenOptions) => Book
}

/**
 * Opens a book to write what an account downloads. A place that cannot be used is told before the account signs in; the book is
 * made, or claimed for the account, only when that has succeeded. Where it fails the book is closed, and a new one was not made.
 * @throws what `open` and `signIn` throw
 */
export async function signedInBook(
  { file, account, now, owner, open = openBook }: AccountBook,
  signIn: () => Promise<unknown>,
): Promise<Book> {
  const options = { mode: 'write', account, now, owner } as const
  let book = bookIsAt(file) ? open(file, { ...options, claims: false }) : null
  try {
    await signIn()
    book ??= open(file, options)
    book.claim(account)
    return book
  } catch (error) {
    book?.close()
    throw error
  }
}
