import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MeterbookError } from '../contract/errors.ts'

/**
 * Writes a stream to a file so that no half file is ever seen under its name: to a temporary name in the same folder,
 * flushed, then renamed. A target that is no regular file (`/dev/stdout`, a named pipe) is written straight.
 * @returns bytes written.
 * @throws MeterbookError DISK_FULL, FILE_NOT_WRITABLE, CANCELLED; nothing is left behind.
 */
export async function writeWhole(file: string, content: Readable, signal?: AbortSignal): Promise<number> {
  const target = resolve(file)
  const isDevice = await isSpecialFile(target)
  const written = isDevice ? target : join(dirname(target), `.meterbook-${randomBytes(6).toString('hex')}.part`)
  const sink = createWriteStream(written, isDevice ? { flags: 'w' } : { flags: 'wx', flush: true, mode: 0o600 })
  try {
    await pipeline(content, sink, signal ? { signal } : {})
    if (!isDevice) {
      // Unfinished, only the user may read it; whole, it gets the rights of the file it replaces or of any new file.
      await chmod(written, await rightsOf(target))
      await rename(written, target)
    }
    return sink.bytesWritten
  } catch (error) {
    if (!isDevice) await rm(written, { force: true }).catch(() => undefined)
    throw asFailure(error, target, signal)
  }
}

/** Those of the file that is replaced, else the usual ones. */
async function rightsOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  return found ? found.mode & 0o777 : 0o666 & ~process.umask()
}

async function isSpecialFile(file: string): Promise<boolean> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new MeterbookError('FILE_NOT_WRITABLE', { file, reason: 'EISDIR' })
    // Writing to a pipe or a terminal may be meant; writing to a disk device would destroy what it holds.
    if (found.isBlockDevice()) throw new MeterbookError('FILE_NOT_WRITABLE', { file, reason: 'NOT_A_FILE' })
    return !found.isFile()
  } catch (error) {
    if (error instanceof MeterbookError) throw error
    return false
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const REFUSED = new Set([
  'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EISDIR', 'ENOTDIR', 'EBUSY', 'ETXTBSY', 'ENAMETOOLONG', 'EINVAL', 'EFBIG', 'EIO',
]) // oxfmt-ignore

function asFailure(error: unknown, file: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new MeterbookError('CANCELLED', { file }, { cause: error })
  const reason = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (FULL.has(reason)) return new MeterbookError('DISK_FULL', { file }, { cause: error })
  if (REFUSED.has(reason)) return new MeterbookError('FILE_NOT_WRITABLE', { file, reason }, { cause: error })
  return error
}
