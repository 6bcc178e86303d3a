import type { Database } from 'better-sqlite3'

/** The transactions of one connection. */
export interface Transactions {
  /**
   * Runs `work` in one IMMEDIATE transaction, or as part of the one that is open. All of it is committed or none:
   * when a part throws, the whole transaction is rolled back, even if a caller in between has caught the error.
   * `work` must be synchronous: an `await` inside would let other work slip into the transaction.
   */
  atOnce<T>(work: () => T): T
  /** Registers what is to be called after a rollback: caches must forget rows that are gone. */
  onRollback(forget: () => void): void
}

export function transactionsOf(db: Database): Transactions {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const forgetters: (() => void)[] = []
  let broken: { error: unknown } | null = null

  function undo(): void {
    // After some errors (a full disk, for one) SQLite has already rolled back by itself.
    if (db.inTransaction) rollback.run()
    broken = null
    for (const forget of forgetters) forget()
  }

  return {
    atOnce<T>(work: () => T): T {
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
