import type { Database } from 'better-sqlite3'

/** Tells whether what was computed from the book still holds: the answer changes with every write, by any connection. */
export function versionOf(db: Database): () => string {
  const own = db.prepare<[], number>('SELECT total_changes()').pluck()
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  return () => `${own.get() ?? 0}/${others.get() ?? 0}`
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
