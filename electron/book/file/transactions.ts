import type { Database } from 'better-sqlite3'
import { MeterbookError } from '../../contract/errors.ts'

/** A transaction writes data, or what is derived from data alone (findings, health, consumption). */
export type Written = 'data' | 'derived'

/** The transactions of one connection. */
export interface Transactions {
  /**
   * Runs `work` in one IMMEDIATE transaction, or as part of the one that is open. All of it is committed or none:
   * when a part throws, the whole transaction is rolled back, even if a caller in between has caught the error.
   * `work` must be synchronous: an `await` inside would let other work slip into the transaction.
   * A transaction writes data unless all of its parts say that they write what is derived.
   */
  atOnce<T>(work: () => T, writes?: Written): T
  /** What this connection has committed so far. */
  readonly own: OwnCommits
  /** Registers what is to be called after a rollback: caches must forget rows that are gone. */
  onRollback(forget: () => void): void
  /**
   * Another connection of this program writes for a while: until the returned function is called nothing is written here
   * (MERGE_RUNNING), and then caches forget what they knew.
   */
  hold(): () => void
}

/** The commits of one connection. */
export interface OwnCommits {
  readonly commits: Readonly<Record<Written, number>>
  /** Rows that its transactions of derived values changed, as `total_changes()` counts them. */
  readonly derivedRows: number
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
  // Who reads a book judges it in memory, and counts nothing in it.
  const count = db.readonly ? null : db.prepare<[Written]>('UPDATE written SET commits = commits + 1 WHERE kind = ?')
  const total = db.prepare<[], number>('SELECT total_changes()').pluck()
  const own = { commits: { data: 0, derived: 0 }, derivedRows: 0 }
  let writing: Written = 'data'

  function undo(): void {
    // After some errors (a full disk, for one) SQLite has already rolled back by itself.
    if (db.inTransaction) rollback.run()
    broken = null
    for (const forget of forgetters) forget()
  }

  return {
    own,
    atOnce<T>(work: () => T, writes: Written = 'data'): T {
      if (db.inTransaction) {
        if (writes === 'data') writing = 'data'
        try {
          return work()
        } catch (error) {
          broken ??= { error }
          throw error
        }
      }
      if (isHeld) throw new MeterbookError('MERGE_RUNNING')
      writing = writes
      const before = total.get() ?? 0
      begin.run()
      try {
        const result = work()
        if (result instanceof Promise) throw new TypeError('A page of the book must be written without awaiting')
        if (broken) throw broken.error
        const isCounted = count !== null && total.get() !== before
        if (isCounted) count.run(writing)
        commit.run()
        if (isCounted) own.commits[writing]++
        if (writing === 'derived') own.derivedRows += (total.get() ?? 0) - before
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
      // A write outside of a transaction fails at once where another holds the lock: waiting would stop the thread.
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
