import type { client } from '../../client.ts'
import { bookFileName } from '../../../electron/contract/book-name.ts'

type Known = Awaited<ReturnType<typeof client.account.known>>
type Recent = Awaited<ReturnType<typeof client.book.recent>>

/** A book in the list of those used before. */
export interface KnownBook {
  file: string
  /** Its title: the account, or the file's name. */
  name: string | null
  isDemo: boolean
  host: string | null
  bytes: number
  account: { url: string; email: string } | null
  /** When it was used last, and when its file was last written, Unix ms. */
  atMs: number
  changedMs: number
  /** True when this book lies elsewhere and the same account has another one in the program's own folder. */
  isCopy: boolean
  /** Its file is gone, and backups of it are there. */
  isGone: boolean
  /** Its path, where the name alone does not distinguish it from another in the list. */
  place: string | null
}

/**
 * Books used before, the latest first, and of those that are gone the ones that can be restored: an account's book is named by the account, others by their file. No two entries
 * look the same: where names are equal, each shows its path.
 * @param booksFolder the program's own folder of books
 */
export function knownBooks(known: Known, recent: Recent, booksFolder: string, limit: number): KnownBook[] {
  const accounts = known.map(({ url, email, book: file, bytes, usedMs, changedMs, isDemo }) => ({
    file,
    name: isDemo ? null : email,
    isDemo,
    host: isDemo ? null : hostOf(url),
    bytes,
    account: isDemo ? null : { url, email },
    atMs: usedMs,
    changedMs,
    isGone: false,
  }))
  const files = new Set(accounts.map(({ file }) => file))
  const others = recent
    .filter(({ exists, isRestorable, file }) => (exists || isRestorable) && !files.has(file))
    .map(({ file, exists, bytes, openedMs, changedMs }) => ({
      file,
      name: bookFileName(file),
      isDemo: false,
      host: null,
      bytes,
      account: null,
      atMs: openedMs,
      changedMs,
      isGone: !exists,
    }))
  const all = [...accounts, ...others].toSorted((a, b) => b.atMs - a.atMs).slice(0, limit)
  return all.map((entry) => {
    const twins = all.filter((other) => other !== entry && titleOf(other) === titleOf(entry))
    const isOwn = ({ file }: { file: string }) => folderOf(file) === booksFolder
    return {
      ...entry,
      isCopy: !isOwn(entry) && twins.some(isOwn),
      place: twins.length > 0 ? entry.file : null,
    }
  })
}

/** Sign-in names are compared without regard to case. */
const titleOf = ({ name, host }: { name: string | null; host: string | null }) => `${name?.toLowerCase()} ${host}`

const folderOf = (file: string) => file.replace(/[\\/][^\\/]*$/, '')

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
