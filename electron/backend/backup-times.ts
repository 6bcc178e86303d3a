import path from 'node:path'
import type { Listed } from '../book/backups/shelf.ts'
import { DAY_MS } from '../contract/time/units.ts'
import type { Listing, OfBook } from './backup-lists.ts'
import type { ProgramFile } from './program-file.ts'

/** So long after the last verified one people are told that none was made. */
const LATE_MS = 7 * DAY_MS

/**
 * When the backups of books were made. The program remembers it in a file of its own: a chosen folder may be a stick, and one
 * that is away says nothing of the backup that was made an hour ago.
 */
export function backupTimesIn(file: ProgramFile) {
  const remembered = (book: OfBook) => present(file.backedUp(book)?.lastMs)
  const seen = (book: OfBook) => present(file.backedUp(book)?.seenMs)

  return {
    /** When the last verified one was made (null: none is known), and how long ago; one that is dated in the future counts as long ago: the clock was set back. */
    last(book: OfBook, { isThere, backups }: Listing, nowMs: number): { lastMs: number | null; sinceMs: number | null } {
      const moments = [...listedMs(backups), ...(isThere ? [] : remembered(book))]
      if (moments.length === 0) return { lastMs: null, sinceMs: null }
      const pastMs = newestOf(moments, nowMs)
      return pastMs === null ? { lastMs: Math.max(...moments), sinceMs: Infinity } : { lastMs: pastMs, sinceMs: nowMs - pastMs }
    },
    /** Remembers since when the book is here, and when its last backup was made. */
    remember(book: OfBook, { backups }: Listing, nowMs: number): void {
      const known = file.backedUp(book)
      const lastMs = newestOf([...listedMs(backups), ...remembered(book)], nowMs)
      const seenMs = Math.min(nowMs, ...seen(book))
      if (known?.lastMs === lastMs && known.seenMs === seenMs) return
      try {
        file.setBackedUp({ ...book, seenMs, lastMs })
      } catch {
        // A full disk: it is remembered until the program ends, and costs no backup.
      }
    },
    /** Whether the last one is older than a week; of a book that has none, whether the book has been here for longer than that. */
    isLate(book: OfBook, { backups }: Listing, nowMs: number): boolean {
      const sinceMs = newestOf([...listedMs(backups), ...remembered(book)], nowMs) ?? newestOf(seen(book), nowMs)
      return sinceMs !== null && nowMs - sinceMs > LATE_MS
    },
  }
}

const present = (ms: number | null | undefined): number[] => (ms === null || ms === undefined ? [] : [ms])

/** The newest that is not in the future. */
function newestOf(moments: readonly number[], nowMs: number): number | null {
  const past = moments.filter((ms) => ms <= nowMs)
  return past.length === 0 ? null : Math.max(...past)
}

/** The last sound one of each folder: in what order they were made is known within a folder alone. */
function listedMs(backups: readonly Listed[]): number[] {
  const last = new Map<string, Listed>()
  for (const backup of backups) {
    if (!backup.isOwn || backup.stamp === null || backup.unreadable > 0) continue
    const shelf = path.dirname(backup.file)
    if (backup.order >= (last.get(shelf)?.order ?? 0)) last.set(shelf, backup)
  }
  return [...last.values()].map(({ madeAtMs }) => madeAtMs)
}
