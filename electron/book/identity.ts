import type { Database } from 'better-sqlite3'
import { isSameAccount } from '../contract/account-key.ts'
import { BookError } from './errors.ts'
import { metaIn } from './meta.ts'

/** An account of a service: the service's address and the sign-in name. */
export interface Account {
  url: string
  email: string
}

/** Whose book it is; null until it is first opened for an account. */
export interface Identity {
  url: string | null
  email: string | null
  createdAtMs: number
}

const KEY = 'identity'

/** The account that a book belongs to, kept in `meta`. */
export function identityIn(db: Database) {
  const meta = metaIn(db)
  const read = (): Identity => meta.get<Identity>(KEY) ?? { url: null, email: null, createdAtMs: 0 }
  const write = (identity: Identity): void => meta.set(KEY, identity)
  return {
    read,
    write,
    /** Throws OTHER_ACCOUNT if the book is another account's; a book of nobody becomes this account's (if writable). */
    claim(file: string, account: Account | undefined): void {
      if (!account) return
      const { url, email, createdAtMs } = read()
      if (url === null || email === null) {
        if (!db.readonly) write({ ...account, createdAtMs })
      } else if (!isSameAccount({ url, email }, account)) {
        throw new BookError('OTHER_ACCOUNT', { file, url, email, askedUrl: account.url, askedEmail: account.email })
      }
    },
  }
}
