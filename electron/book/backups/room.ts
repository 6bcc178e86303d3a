import { statfsSync } from 'node:fs'
import { MeterbookError } from '../../contract/errors.ts'

/** Free bytes of the disk that a folder is on, as far as this user may fill them; null: it cannot be told. */
export type FreeBytes = (folder: string) => number | null

export const freeBytesAt: FreeBytes = (folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Besides the copy itself: the journal that its verification may need, and the manifest. */
const BESIDE_BYTES = 1024 * 1024
const MB = 1_000_000

/** What wants room. */
export interface Wanted {
  folder: string
  bytes: number
  /** Of the copy before a migration: the book that waits for it. */
  migrated?: string
}

/** @throws MeterbookError NO_ROOM_FOR_BACKUP, or NO_ROOM_FOR_COPY of a book that is migrated, where so many bytes do not fit. */
export function refuseFull(wanted: Wanted, freeBytes: FreeBytes = freeBytesAt): void {
  const free = freeBytes(wanted.folder)
  if (free !== null && free < wanted.bytes + BESIDE_BYTES) throw noRoom(wanted, free)
}

/** The failure in figures: whole MB, what is needed rounded up and what is free rounded down. */
export function noRoom({ folder, bytes, migrated }: Wanted, free: number | null): MeterbookError {
  const neededMb = Math.ceil((bytes + BESIDE_BYTES) / MB)
  const facts = { file: folder, neededMb, freeMb: free === null ? 0 : Math.floor(free / MB), ...(migrated && { book: migrated }) }
  return migrated ? new MeterbookError('NO_ROOM_FOR_COPY', facts) : new MeterbookError('NO_ROOM_FOR_BACKUP', facts)
}
