import { statSync } from 'node:fs'
import { booksIn } from './book-path.ts'
import type { UsedBook } from './program-file.ts'

const statsOf = (file: string) => statSync(file, { throwIfNoEntry: false })

/** Accounts that were signed in to before and whose book is still there, in the order of the books. */
export function knownAccounts(books: readonly UsedBook[]) {
  return books.flatMap(({ file, account, openedMs, isDemo }) => {
    const stats = statsOf(file)
    if (!account || !stats) return []
    const { url, email } = account
    return [{ url, email, book: file, bytes: stats.size, usedMs: openedMs, changedMs: stats.mtimeMs, isDemo }]
  })
}

/** Books that were open before, also those that are gone, then the others of the usual folder. */
export function recentBooks(books: readonly UsedBook[], dataFolder: string) {
  const opened = books.map(({ file, openedMs }) => {
    const stats = statsOf(file)
    return {
      file,
      exists: stats !== undefined,
      bytes: stats?.size ?? 0,
      openedMs,
      changedMs: stats?.mtimeMs ?? openedMs,
    }
  })
  const known = new Set(opened.map(({ file }) => file))
  return [...opened, ...booksIn(dataFolder).filter(({ file }) => !known.has(file))]
}
