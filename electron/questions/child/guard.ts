import { constants, type DatabaseSync } from 'node:sqlite'
import type { Refusal } from '../../contract/question-words.ts'
import { FUNCTIONS, TABLE_FUNCTIONS } from './functions.ts'
import type { Stage } from './stage.ts'

/** Why a statement was refused, and by what of it. */
export interface Refused {
  reason: Refusal
  detail: string
}

/** What a statement wants to do, in SQLite's numbers; what is not here would write. */
const ACTIONS: Readonly<Record<number, Refusal>> = {
  [constants.SQLITE_ATTACH]: 'attach',
  [constants.SQLITE_DETACH]: 'attach',
  [constants.SQLITE_PRAGMA]: 'pragma',
  [constants.SQLITE_TRANSACTION]: 'transaction',
  [constants.SQLITE_SAVEPOINT]: 'transaction',
}

/**
 * From now on the connection compiles only what reads the public views. Tables are told by where they are and not by what they are
 * called, because a question may give any name to a part of itself (`WITH v_reading AS …`): the book lies under a name that
 * nobody knows (stage.ts), so that what is read there was named by a public view.
 * @returns what was read and what was refused so far
 */
export function guard(db: DatabaseSync, { book, gate, views, modules }: Stage): { read: Set<string>; refused: () => Refused | null } {
  const read = new Set<string>()
  let refused: Refused | null = null
  const refuse = (reason: Refusal, detail: string | null) => {
    refused ??= { reason, detail: detail ?? '' }
    return constants.SQLITE_DENY
  }

  function mayRead(table: string, column: string, where: string | null): boolean {
    const name = table.toLowerCase()
    // Every database has its own list of tables.
    if (name.startsWith('sqlite_')) return false
    // A table of which no column is asked for, and parts of the question itself, which have names of its own.
    if (column === '') return !name.startsWith('pragma_') && !modules.has(name)
    if (where === 'temp') return views.has(name)
    return where === book || TABLE_FUNCTIONS.has(name)
  }

  db.setAuthorizer((action, first, second, where, within) => {
    switch (action) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return constants.SQLITE_OK
      case constants.SQLITE_FUNCTION:
        if (second === gate) return refuse('private', within)
        return FUNCTIONS.has((second ?? '').toLowerCase()) ? constants.SQLITE_OK : refuse('function', second)
      case constants.SQLITE_READ: {
        const table = first ?? ''
        if (!mayRead(table, second ?? '', where)) return refuse('private', table)
        // Within the temporary view of its name, whichever columns of that are asked for.
        if (where === book && views.has(table) && table === within?.toLowerCase()) read.add(table)
        return constants.SQLITE_OK
      }
      default:
        return refuse(ACTIONS[action] ?? 'writes', first)
    }
  })
  return { read, refused: () => refused }
}
