import { z } from 'zod'
import type { Book } from '../book/book.ts'
import { SESSIONS_ARCHIVE } from '../contract/records.ts'
import { firstCadence, type Cadence } from './cadence.ts'
import type { ArchiveTarget } from './target.ts'

const cadenceSchema = z.object({ recordsPerDay: z.number().positive(), maxDays: z.int().positive().nullable() })

/** What the book remembers of how densely archives are filled and how long a span the service takes, by archive type. */
export function createCadences(book: Book) {
  const known = new Map<string, Cadence>()
  const keyOf = (target: ArchiveTarget) =>
    `cadence:${target.kind === 'sessions' ? SESSIONS_ARCHIVE : `${target.kind}:${target.archiveType}`}`

  const read = (target: ArchiveTarget): Cadence => {
    const parsed = cadenceSchema.safeParse(book.meta.get(keyOf(target)))
    if (parsed.success) return parsed.data
    return firstCadence(target.kind, target.kind === 'sessions' ? SESSIONS_ARCHIVE : target.archiveType)
  }

  return {
    /** The cadence that is believed of a target's archive now. */
    of(target: ArchiveTarget): Cadence {
      const key = keyOf(target)
      const cadence = known.get(key) ?? read(target)
      known.set(key, cadence)
      return cadence
    },
    /** Remembers for this and every later plan. Call inside a transaction of the book. */
    learn(target: ArchiveTarget, cadence: Cadence): void {
      known.set(keyOf(target), cadence)
      book.meta.set(keyOf(target), cadence)
    },
    /** Believes it as long as the book is open. */
    suppose: (target: ArchiveTarget, cadence: Cadence): void => void known.set(keyOf(target), cadence),
  }
}
export type Cadences = ReturnType<typeof createCadences>
