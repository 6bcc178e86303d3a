import type { BookFile } from '../file/connect.ts'
import { identityIn } from '../file/identity.ts'
import { metaIn } from '../file/meta.ts'

/** Where a shared book comes from, kept in its `meta`: opening it signs in to no account. */
export interface Origin {
  url: string | null
  /** Null also of a book that was shared without personal data. */
  email: string | null
  bookId: string
  sharedAtMs: number
}
export const ORIGIN_KEY = 'origin'

/** A book may come from anywhere, so its contents are validated. */
function isOrigin(found: unknown): found is Origin {
  if (typeof found !== 'object' || found === null) return false
  const { url, email, bookId, sharedAtMs } = found as Partial<Record<keyof Origin, unknown>>
  const isText = (value: unknown) => value === null || typeof value === 'string'
  return isText(url) && isText(email) && typeof bookId === 'string' && typeof sharedAtMs === 'number'
}

/** Where a shared book comes from; null: it is no shared one. */
export function originIn({ db }: Pick<BookFile, 'db'>): Origin | null {
  const found = metaIn({ db }).get<unknown>(ORIGIN_KEY)
  return isOrigin(found) ? found : null
}

/**
 * The address of the service that a book's records are of: its own, of a shared book that of the book that it was made of, of
 * one that belongs to nobody that of the books that were merged into it. Null: no book says it.
 */
export function serviceIn({ file, db }: BookFile): string | null {
  const merged = db.prepare<[], string>('SELECT url FROM merge_log WHERE url IS NOT NULL ORDER BY id DESC LIMIT 1').pluck()
  return originIn({ db })?.url ?? identityIn({ file, db }).read().url ?? merged.get() ?? null
}
