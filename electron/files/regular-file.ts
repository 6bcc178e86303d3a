import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { MeterbookError, systemCode } from '../contract/errors.ts'

/** What a path may lead to instead of a regular file. */
export type SpecialKind = 'folder' | 'pipe' | 'device' | 'socket' | 'link'

/** What stands there instead of a regular file; null: it is one. */
export function specialKind(found: Stats): SpecialKind | null {
  if (found.isFile()) return null
  if (found.isDirectory()) return 'folder'
  if (found.isFIFO()) return 'pipe'
  if (found.isSocket()) return 'socket'
  return found.isSymbolicLink() ? 'link' : 'device'
}

/** A pipe may take a file's place after the look at it: opened so, it does not wait for a writer. Windows has neither. */
const TO_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
/** A request to end is heard between two of them. */
const PIECE_BYTES = 1024 * 1024

export interface ReadLimits {
  /** Of a larger file nothing is read. */
  most: number
  /** What is thrown for one; else FILE_NOT_READABLE says so. */
  tooLarge?: () => Error
}

/**
 * Opens a file that somebody has named, to read it. A pipe, a device and a folder are refused at once: opening a pipe waits for
 * a writer, for ever perhaps, and reading a device may have no end.
 * @throws MeterbookError FILE_NOT_READABLE (`file`, `reason`: a SpecialKind or the system's code).
 */
export async function openRegular(file: string): Promise<FileHandle> {
  try {
    refuseKind(file, statSync(file))
    const handle = await open(file, TO_READ)
    try {
      refuseKind(file, await handle.stat())
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    throw unreadable(file, error)
  }
}

/**
 * All of a file that somebody has named. It has the size that it says, before and after: one that is still being written, or
 * that the system makes while it is read, is refused.
 * @throws as `openRegular`, also reason EFBIG (without `tooLarge`) and UNSTEADY; CANCELLED for the signal.
 */
export async function readRegular(file: string, limits: ReadLimits, signal?: AbortSignal): Promise<Buffer> {
  const handle = await openRegular(file)
  try {
    const bytes = room(file, await handle.stat(), limits)
    let read = 0
    while (read < bytes.length) {
      if (signal?.aborted) throw new MeterbookError('CANCELLED', { file })
      const { bytesRead } = await handle.read(bytes, read, Math.min(bytes.length - read, PIECE_BYTES), read)
      if (bytesRead === 0) break
      read += bytesRead
    }
    return whole(file, bytes, read)
  } catch (error) {
    throw unreadable(file, error)
  } finally {
    await handle.close()
  }
}

/** `readRegular` for a few kilobytes that are needed at once. */
export function readRegularNow(file: string, limits: ReadLimits): Buffer {
  let handle: number | null = null
  try {
    refuseKind(file, statSync(file))
    handle = openSync(file, TO_READ)
    const found = fstatSync(handle)
    refuseKind(file, found)
    const bytes = room(file, found, limits)
    let read = 0
    for (let more = 1; more > 0 && read < bytes.length; read += more) more = readSync(handle, bytes, read, bytes.length - read, read)
    return whole(file, bytes, read)
  } catch (error) {
    throw unreadable(file, error)
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

function refuseKind(file: string, found: Stats): void {
  const reason = specialKind(found)
  if (reason !== null) throw new MeterbookError('FILE_NOT_READABLE', { file, reason })
}

/** A place for the bytes that the file says to have, and for one more, which it must not have. */
function room(file: string, { size }: Stats, { most, tooLarge }: ReadLimits): Buffer {
  if (size > most) throw tooLarge?.() ?? new MeterbookError('FILE_NOT_READABLE', { file, reason: 'EFBIG' })
  return Buffer.allocUnsafe(size + 1)
}

function whole(file: string, bytes: Buffer, read: number): Buffer {
  if (read !== bytes.length - 1) throw new MeterbookError('FILE_NOT_READABLE', { file, reason: 'UNSTEADY' })
  return bytes.subarray(0, read)
}

function unreadable(file: string, error: unknown): unknown {
  const reason = systemCode(error)
  if (error instanceof MeterbookError || reason === '') return error
  return new MeterbookError('FILE_NOT_READABLE', { file, reason }, { cause: error })
}
