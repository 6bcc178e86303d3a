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

/** @throws MeterbookError NO_ROOM_FOR_BACKUP or NO_ROOM_FOR_COPY where so many bytes do not fit. */
export function refuseFull(code: NoRoom, folder: string, bytes: number, freeBytes: FreeBytes = freeBytesAt): void {
  const free = freeBytes(folder)
  if (free !== null && free < bytes + BESIDE_BYTES) throw noRoom(code, folder, bytes, free)
}

/** The failure in figures: whole MB, what is needed rounded up and what is free rounded down. */
export function noRoom(code: NoRoom, folder: string, bytes: number, free: number | null): MeterbookError {
  const neededMb = Math.ceil((bytes + BESIDE_BYTES) / MB)
  const facts = { file: folder, neededMb, freeMb: free === null ? 0 : Math.floor(free / MB) }
  return code === 'NO_ROOM_FOR_COPY' ? new MeterbookError('NO_ROOM_FOR_COPY', facts) : new MeterbookError('NO_ROOM_FOR_BACKUP', facts)
}
type NoRoom = 'NO_ROOM_FOR_BACKUP' | 'NO_ROOM_FOR_COPY'
