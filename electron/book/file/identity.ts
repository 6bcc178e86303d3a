import { isSameAccount } from '../../contract/account-key.ts'
import type { BookFile } from './connect.ts'
import { BookError } from './errors.ts'
import { metaIn } from './meta.ts'

/** An account of a service: the service's address and the sign-in name. */
export interface Account {
  url: string
  email: string
}

/** Whose book it is; url and email are null until it is first opened for an account. */
export interface Identity {
  url: string | null
  email: string | null
  createdAtMs: number
}

const KEY = 'identity'

/** The account that a book belongs to, kept in `meta`. */
export function identityIn({ file, db }: BookFile) {
  const meta = metaIn({ db })
  const read = (): Identity => {
    const found = meta.get<unknown>(KEY)
    if (found === undefined) return { url: null, email: null, createdAtMs: 0 }
    if (!isIdentity(found)) throw new BookError('BOOK_DAMAGED', { file, reason: 'meta: identity' })
    return found
  }
  const write = (identity: Identity): void => meta.set(KEY, identity)
  /** Throws OTHER_ACCOUNT if the book is another account's. */
  function refuseOthers(account: Account | undefined): void {
    const { url, email } = read()
    if (!account || url === null || email === null || isSameAccount({ url, email }, account)) return
    throw new BookError('OTHER_ACCOUNT', { file, url, email, askedUrl: account.url, askedEmail: account.email })
  }
  return {
    read,
    write,
    /** Whether the book says anything of whose it is: every book does that was made as one. */
    isKept: (): boolean => meta.get<unknown>(KEY) !== undefined,
    refuseOthers,
    /** Assigns a book of no account to this account. Throws OTHER_ACCOUNT. */
    claim(account: Account | undefined): void {
      refuseOthers(account)
      const { url, email, createdAtMs } = read()
      if (account && (url === null || email === null)) write({ ...account, createdAtMs })
    },
  }
}

/** A book may come from anywhere, so its contents are validated. */
function isIdentity(found: unknown): found is Identity {
  if (typeof found !== 'object' || found === null) return false
  const { url, email, createdAtMs } = found as Partial<Record<keyof Identity, unknown>>
  const isText = (value: unknown) => value === null || typeof value === 'string'
  return isText(url) && isText(email) && typeof createdAtMs === 'number'
}
