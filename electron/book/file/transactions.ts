import type { Database } from 'better-sqlite3'
import { MeterbookError } from '../../contract/errors.ts'

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
  /**
   * Another connection of this program writes for a while: until the returned function is called nothing is written here
   * (MERGE_RUNNING), and then caches forget what they knew.
   */
  hold(): () => void
}

/** How long a statement waits for another program's commit before it gives up. */
export const BUSY_MS = 10_000

export function transactionsOf(db: Database): Transactions {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const forgetters: (() => void)[] = []
  let broken: { error: unknown } | null = null
  let isHeld = false

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
      if (isHeld) throw new MeterbookError('MERGE_RUNNING')
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
    hold() {
      if (isHeld) throw new MeterbookError('MERGE_RUNNING')
      isHeld = true
      // What is written outside of a transaction fails at once: waiting would stop the thread.
      db.pragma('busy_timeout = 0')
      return () => {
        isHeld = false
        if (!db.open) return
        db.pragma(`busy_timeout = ${BUSY_MS}`)
        for (const forget of forgetters) forget()
      }
    },
  }
}
