import type { Database } from 'better-sqlite3'

/** The transactions of one connection. */
export interface Transactions {
  /**
   * Runs `work` in one IMMEDIATE transaction, or as part of the one that is open. All of it is committed or none:
   * when a part throws, the whole page is rolled back even if somebody caught the error on the way.
   * `work` must be synchronous: an `await` inside would let other work slip into the page.
   */
  run<T>(work: () => T): T
  /** Called after a rollback: what was remembered of rows that are gone must be forgotten. */
  onRollback(forget: () => void): void
}

const known = new WeakMap<Database, Transactions>()

/** The one Transactions of a connection. */
export function transactionsIn(db: Database): Transactions {
  const there = known.get(db)
  if (there) return there
  const made = create(db)
  known.set(db, made)
  return made
}

function create(db: Database): Transactions {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const forgetters: (() => void)[] = []
  let broken: { error: unknown } | null = null

  function undo(): void {
    // SQLite has already rolled back by itself after some errors (a full disk, for one).
    if (db.inTransaction) rollback.run()
    broken = null
    for (const forget of forgetters) forget()
  }

  return {
    run<T>(work: () => T): T {
      if (db.inTransaction) {
        try {
          return work()
        } catch (error) {
          broken ??= { error }
          throw error
        }
      }
      begin.run()
      try {
        const result = work()
        if (result instanceof Promise) throw new TypeError('A page of the book must be written without awaiting')
        if (broken) throw broken.error
        commit.run()
        return result
      } catch (error) {
        undo()
        throw error
      }
    },
    onRollback: (forget) => void forgetters.push(forget),
  }
}
