import { statSync } from 'node:fs'
import { connectToRead } from './connect.ts'
import { headOf, refuseOthers } from './head.ts'
import { identityIn, type Identity } from './identity.ts'
import { placeOf } from './place.ts'
import { refuseForeign } from './schema.ts'

/** The marks by which two books of one account are told apart. */
export interface Glance {
  identity: Identity
  /** Whether it has stations, which are the first thing that a download stores. */
  holdsData: boolean
  /** When the book was last written, Unix ms. */
  changedMs: number
}

/**
 * Looks into a book without opening it for use; null if it cannot be read. Nothing is changed. It reads through SQLite only,
 * because the book may be open in this process (see head.ts).
 */
export function glanceAt(path: string): Glance | null {
  try {
    const file = placeOf(path)
    const { db, closed } = connectToRead(file)
    try {
      refuseOthers(file, headOf(db))
      refuseForeign(db, file)
      const holdsData = db.prepare('SELECT 1 FROM station LIMIT 1').get() !== undefined
      return { identity: identityIn({ file, db }).read(), holdsData, changedMs: changedAt(file) }
    } finally {
      db.close()
      closed()
    }
  } catch {
    return null
  }
}

function changedAt(file: string): number {
  const times = [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false }))
  return Math.max(...times.map((found) => (found && found.size > 0 ? found.mtimeMs : 0)))
}
