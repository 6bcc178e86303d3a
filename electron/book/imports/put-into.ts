import type { Imported } from '../../contract/import-words.ts'
import { contextOf } from '../context.ts'
import { connectToRead, connectToWrite } from '../file/connect.ts'
import { withBookErrors } from '../file/errors.ts'
import { putFile, type FileAsked } from './put-file.ts'

/**
 * Puts a file into the book at `file` on a connection of its own, in one transaction: until the commit every reader sees the
 * book as it was, and what throws leaves it so. The caller holds the book's lock, and writes nothing meanwhile (`underHold`); a
 * dry run needs neither.
 */
export function putFileInto(file: string, asked: FileAsked, nowMs: number): Imported {
  const { db, closed } = asked.isDryRun ? connectToRead(file) : connectToWrite(file)
  try {
    const book = contextOf(file, asked.isDryRun ? 'read' : 'write', db, () => nowMs)
    return withBookErrors({ file }, () => (asked.isDryRun ? putFile(book, asked) : book.atOnce(() => putFile(book, asked))))
  } finally {
    db.close()
    closed()
  }
}
