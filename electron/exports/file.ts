import { createWriteStream, type WriteStream } from 'node:fs'
import { chmod, link, lstat, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OWN_FILE } from '../book/file/private.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { clearUnfinished, unfinishedBeside } from '../book/file/unfinished.ts'
import { MeterbookError, systemCode } from '../contract/errors.ts'
import { straightTo } from './straight.ts'

/**
 * Writes a stream to a file so that no half file is ever seen under its name: to a temporary name in the same folder,
 * flushed, then renamed. A target that is no regular file (`/dev/stdout`, a named pipe) is written straight; to a file that
 * standard output was redirected to, what is written is added.
 * @param how `disk`: what writes and renames (tests have one that fails); `isWanted` is asked when all is written: false,
 * and the file of before stays as it is; `isNew`: a file that has the name by then stays, too, and this one fails;
 * `isOwn`: the file is its owner's alone (decision 13). Any other new one is so, too, unless `isPlain`: no telephone number and no
 * person is in it. Whoever gives others rights to a file keeps them when it is written anew.
 * @returns bytes written.
 * @throws MeterbookError FILE_PROTECTED (a book, a lock or a vault would be replaced), DISK_FULL, FILE_IN_USE (another
 * program holds what was to be replaced), FOLDER_GONE, FILE_NOT_WRITABLE (reason EEXIST: `isNew`, and the name is taken),
 * CANCELLED; nothing is left behind.
 */
export async function writeWhole(
  file: string,
  content: Readable,
  signal?: AbortSignal,
  { disk: own, isWanted = () => true, isNew = false, isOwn = false, isPlain = false }: How = {},
): Promise<number> {
  const disk = { ...DISK, ...own }
  // A failure before the target is looked at would end the process; the pipeline below answers for it.
  content.on('error', () => undefined)
  const target = resolve(file)
  const isDevice = await isSpecialTarget(target, isNew).catch((error: unknown) => {
    // Who makes the content must not wait for a reader that never comes.
    content.destroy()
    throw error
  })
  if (!isDevice) clearUnfinished(dirname(target))
  const written = isDevice ? target : unfinishedBeside(target)
  const sink = isDevice ? straightTo(target) : disk.sink(written, { flags: 'wx', flush: true, mode: OWN_FILE })
  let isReplacing = false
  try {
    await pipeline(content, sink, signal ? { signal } : {})
    if (!isDevice && !isWanted()) await rm(written, { force: true })
    else if (!isDevice) {
      // Unfinished, only the user may read it; whole, it gets the rights of the file it replaces.
      await chmod(written, isOwn ? OWN_FILE : ((await rightsOf(target)) ?? (isPlain ? 0o666 & ~process.umask() : OWN_FILE)))
      isReplacing = !isNew
      // Writing took its time: somebody may have made a book there.
      if (isReplacing) refuseProtected(target)
      await (isNew ? putNew(disk, written, target) : disk.rename(written, target))
    }
    return sink.bytesWritten
  } catch (error) {
    if (!isDevice) await rm(written, { force: true }).catch(() => undefined)
    // Of a device it is no folder that is gone.
    if (isDevice && GONE.has(systemCode(error)) && !signal?.aborted) throw notWritable(target, error)
    throw asFileFailure(error, target, signal, isReplacing)
  }
}

interface How {
  disk?: Partial<Disk>
  isWanted?: () => boolean
  isNew?: boolean
  isOwn?: boolean
  isPlain?: boolean
}

/** The part of the file system that may fail under a file which is being written. */
interface Disk {
  sink: (file: string, options: { flags: string; flush: boolean; mode: number }) => WriteStream
  rename: (from: string, to: string) => Promise<void>
  link: (from: string, to: string) => Promise<void>
}
const DISK: Disk = { sink: createWriteStream, rename, link }

/** A second name fails where there is a file, in one step; a new name would replace it. */
async function putNew(disk: Disk, written: string, target: string): Promise<void> {
  try {
    await disk.link(written, target)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw error
    // Not every file system has second names: there it is looked at just before.
    if (await lstat(target).catch(() => null)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' })
    return disk.rename(written, target)
  }
  await rm(written, { force: true })
}

/** Those of the file that is replaced; null where there is none. Where another user's link leads says nothing. */
async function rightsOf(file: string): Promise<number | null> {
  const link = await lstat(file).catch(() => null)
  const found = link?.isSymbolicLink() && link.uid === process.getuid?.() ? await stat(file).catch(() => null) : link
  return found?.isFile() ? found.mode & 0o777 : null
}

/** A name of what the process has open already: the file has its own name, and this one is the system's. */
const isDescriptor = (file: string): boolean =>
  /^\/dev\/(?:fd\/\d+|stdout|stderr)$|^\/proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/fd\/\d+$/.test(file)

/** Whether a target is written straight. @throws FILE_PROTECTED, FILE_NOT_WRITABLE. */
async function isSpecialTarget(target: string, isNew: boolean): Promise<boolean> {
  const isSpecial = (await isSpecialFile(target)) || isDescriptor(target)
  // A new file takes no other one's place.
  if (!isNew) refuseProtected(target)
  return isSpecial
}

async function isSpecialFile(file: string): Promise<boolean> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new MeterbookError('FILE_NOT_WRITABLE', { file, reason: 'EISDIR' })
    // Another user's pipe was put there to be written to. One that a descriptor leads to was given to this process.
    const isForeign = found.isFIFO() && !isDescriptor(file) && found.uid !== process.getuid?.()
    // Writing to a pipe or a terminal may be meant; writing to a disk device would destroy what it holds, a socket takes nothing.
    if (found.isBlockDevice() || found.isSocket() || isForeign)
      throw new MeterbookError('FILE_NOT_WRITABLE', { file, reason: 'NOT_A_FILE' })
    return !found.isFile()
  } catch (error) {
    if (error instanceof MeterbookError) throw error
    return false
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const BUSY = new Set(['EBUSY', 'ETXTBSY'])
/** The codes by which Windows says that another program has the file open that is to be replaced. */
const HELD = new Set(['EPERM', 'EACCES'])
/** No such folder; or the drive or network share that it was on is away. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN'])
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENAMETOOLONG', 'EEXIST', 'EINVAL', 'EFBIG', 'EIO', 'EPIPE'])

/** What went wrong with a file, as a MeterbookError where it is known. */
export function asFileFailure(error: unknown, file: string, signal?: AbortSignal, isReplacing = false): unknown {
  if (signal?.aborted) return new MeterbookError('CANCELLED', { file }, { cause: error })
  const reason = systemCode(error)
  if (FULL.has(reason)) return new MeterbookError('DISK_FULL', { file }, { cause: error })
  if (BUSY.has(reason) || (isReplacing && HELD.has(reason))) return new MeterbookError('FILE_IN_USE', { file, reason }, { cause: error })
  if (GONE.has(reason)) return new MeterbookError('FOLDER_GONE', { file, reason }, { cause: error })
  if (REFUSED.has(reason)) return notWritable(file, error)
  return error
}

const notWritable = (file: string, error: unknown) =>
  new MeterbookError('FILE_NOT_WRITABLE', { file, reason: systemCode(error) }, { cause: error })
