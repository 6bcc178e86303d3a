import type { Database } from 'better-sqlite3'
import type { OwnCommits, Written } from './transactions.ts'

/** Tell whether what was computed from a book still holds. Each answer differs after a write that it is about. */
export interface Versions {
  /** Any write, by any connection. */
  any(): string
  /** Writes of data, by any connection. */
  data(): string
  /** Writes of data by other connections. */
  othersData(): string
}

/**
 * Other connections count their commits in `written`. A write that is not counted there (another program's, or one outside
 * of a transaction) passes for a write of data.
 */
export function versionsOf(db: Database, own: OwnCommits): Versions {
  const total = db.prepare<[], number>('SELECT total_changes()').pluck()
  const seen = db.prepare<[], number>('PRAGMA data_version').pluck()
  const counted = db.prepare<[], [Written, number]>('SELECT kind, commits FROM written').raw()
  let seenLast: number | null = null
  let theirs: Record<Written, number> = { data: 0, derived: 0 }
  let uncounted = 0

  function othersData(): string {
    const now = seen.get() ?? 0
    if (now !== seenLast) {
      const { data = 0, derived = 0 } = Object.fromEntries(counted.all())
      const next = { data: data - own.commits.data, derived: derived - own.commits.derived }
      if (seenLast !== null && next.data === theirs.data && next.derived === theirs.derived) uncounted++
      theirs = next
      seenLast = now
    }
    return `${theirs.data}.${uncounted}`
  }

  return {
    any: () => `${total.get() ?? 0}/${seen.get() ?? 0}`,
    data: () => `${(total.get() ?? 0) - own.derivedRows}/${othersData()}`,
    othersData,
  }
}

/** Keeps the last few answers by question, each for as long as `version` stays the same. */
export function answersFor<T>(version: () => string, kept: number) {
  const answers = new Map<string, { answer: T; version: string }>()
  return (question: string, find: () => T): T => {
    const now = version()
    const known = answers.get(question)
    answers.delete(question)
    const current = known?.version === now ? known : { answer: find(), version: now }
    answers.set(question, current)
    const oldest = answers.keys().next()
    if (answers.size > kept && !oldest.done) answers.delete(oldest.value)
    return current.answer
  }
}
