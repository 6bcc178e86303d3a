import { createHash, randomUUID } from 'node:crypto'
import type { BookMode } from '../context.ts'
import type { BookFile } from './connect.ts'
import { BookError } from './errors.ts'
import { identityIn } from './identity.ts'
import { metaIn } from './meta.ts'

const KEY = 'book_id'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Which book this is, wherever it lies and whatever it is called: a UUID, kept in `meta`. A backup and a restored book
 * keep it, because they are the same book; a book that is made to be given away gets its own (`renew`).
 */
export function bookIdIn(book: BookFile & { mode: BookMode }) {
  const meta = metaIn(book)
  const identity = identityIn(book)

  function kept(): string | undefined {
    const found = meta.get<unknown>(KEY)
    if (found === undefined) return undefined
    // The id becomes the name of files, and a book may come from anywhere.
    if (typeof found !== 'string' || !UUID.test(found)) throw new BookError('BOOK_DAMAGED', { file: book.file, reason: 'meta: book_id' })
    return found
  }

  return {
    /** Whether a writer has given the book its id. */
    isKept: (): boolean => kept() !== undefined,

    /**
     * The id: a UUID that follows from the account and the time at which the book was made. A writer keeps it when it is
     * first asked for; a reader cannot, and says the same one, so that what it wrote elsewhere is the same book's.
     */
    read(): string {
      const there = kept()
      if (there !== undefined) return there
      const made = derived(JSON.stringify(identity.read()))
      if (book.mode === 'write') meta.set(KEY, made)
      return made
    },

    /** Makes this another book than the one that it was copied from. For writers. */
    renew(): string {
      const made = randomUUID()
      meta.set(KEY, made)
      return made
    },
  }
}

/** A UUID of version 8 (RFC 9562): bits of one's own choice, here of a digest. */
function derived(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
