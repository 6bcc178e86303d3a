import { statSync } from 'node:fs'

/**
 * Tells one state of a book's file from another without opening it: which file it is, its size and when it was written, and
 * those of its journal. A journal without bytes is none: every reader makes one. `none` where there is no file.
 */
export function fileState(file: string): string {
  const of = (name: string) => {
    const found = statSync(name, { bigint: true, throwIfNoEntry: false })
    return found && found.size > 0n ? `${found.ino} ${found.size} ${found.mtimeNs}` : 'none'
  }
  return `${of(file)} ${of(`${file}-wal`)}`
}
