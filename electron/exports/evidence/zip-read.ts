import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { Container } from '../../contract/evidence-words.ts'
import { openRegular } from '../../files/regular-file.ts'
import { BundleRefused } from './bundle-refused.ts'
import { DIGEST_LENGTH, digestIn, isOurs } from './zip-comment.ts'
import { readStructure, type ZipEntry } from './zip-structure.ts'

/** The largest that a bundle may be: a larger one was made to fill a disk. */
const MOST_BYTES = 16 * 1024 ** 3
/** Bytes out of a byte in: CSV of readings has up to about 60, an archive of zeros 1,000. */
const MOST_RATIO = 250
const RATIO_FROM_BYTES = 32 * 1024 ** 2

export interface UnzippedFile {
  /** As the ZIP names it. */
  path: string
  /** Where its bytes lie now; null where they cannot be read. */
  file: string | null
  /** SHA-256, hex; null where its bytes cannot be read. */
  sum: string | null
  bytes: number
}

export interface Unzipped {
  files: UnzippedFile[]
  container: Container
}

/**
 * Reads a ZIP into a folder of one's own, each file under a number: no name in it says where anything is written.
 * @throws BundleRefused; the reason of `signal`.
 */
export async function unzip(
  zipFile: string,
  folder: string,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes?: (done: number, total: number) => void } = {},
): Promise<Unzipped> {
  const handle = await openRegular(zipFile)
  try {
    const { size } = await handle.stat()
    await assertZip(handle, zipFile)
    const { entries, comment } = await readStructure(handle, size)
    const total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > MOST_BYTES || (total > RATIO_FROM_BYTES && total > size * MOST_RATIO)) throw new BundleRefused('too-large')
    const files: UnzippedFile[] = []
    let before = 0
    for (const entry of entries) {
      signal?.throwIfAborted()
      const file = join(folder, String(files.length))
      const sum = await extracted(handle, entry, file, { signal, onBytes: (bytes) => onBytes?.(before + bytes, total) })
      before += entry.bytes
      files.push({ path: entry.path, file: sum === null ? null : file, sum, bytes: entry.bytes })
    }
    return { files, container: await containerOf(handle, comment, { size, signal }) }
  } finally {
    await handle.close()
  }
}

const LOCAL_FILE = Buffer.from('PK\u0003\u0004')

async function assertZip(handle: FileHandle, file: string): Promise<void> {
  const head = Buffer.alloc(LOCAL_FILE.length)
  await handle.read(head, 0, head.length, 0)
  if (!head.equals(LOCAL_FILE)) throw new BundleRefused('not-zip', { file })
}

const OF_THE_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'])

/**
 * The sum of a file's bytes, which now lie in `file`; null where they cannot be read or are not those that the ZIP says.
 * @throws BundleRefused: data, where there is more behind the end of what is deflated.
 */
async function extracted(
  handle: FileHandle,
  { path, isDeflated, start, packedBytes, bytes, crc }: ZipEntry,
  file: string,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes: (bytes: number) => void },
): Promise<string | null> {
  const hash = createHash('sha256')
  let done = 0
  let sum = 0
  const summing = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      sum = crc32(chunk, sum)
      done += chunk.length
      // A size that the ZIP understates is no way around the limit.
      if (done > bytes) return next(new Error('longer than it says'))
      onBytes(done)
      next(null, chunk)
    },
  })
  const written = createWriteStream(file, { mode: 0o600 })
  const inflate = isDeflated ? createInflateRaw() : null
  try {
    const packed = inPieces(handle, start, packedBytes)
    if (inflate) await pipeline(packed, inflate, summing, written, signal ? { signal } : {})
    else await pipeline(packed, summing, written, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    const isOfDisk = error instanceof Error && 'code' in error && OF_THE_DISK.has(String(error.code))
    if (isOfDisk) throw error
    return null
  }
  // Programs that read from the start go on behind it, and may find files there that no directory names.
  if (inflate && inflate.bytesWritten !== packedBytes) throw new BundleRefused('data', { entry: path })
  return done === bytes && sum === crc ? hash.digest('hex') : null
}

const PIECE_BYTES = 256 * 1024

/** Bytes of the file, of the one that was opened: another may lie under its name by now. */
async function* inPieces(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length;) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, start + length - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}

async function containerOf(
  handle: FileHandle,
  comment: Buffer,
  { size, signal }: { size: number; signal: AbortSignal | undefined },
): Promise<Container> {
  const digest = digestIn(comment.toString('latin1'))
  if (digest === null) return isOurs(comment.toString('latin1')) ? 'digest-differs' : 'repacked'
  const hash = createHash('sha256')
  await pipeline(inPieces(handle, 0, size - DIGEST_LENGTH), hash, signal ? { signal } : {})
  return hash.digest('hex') === digest ? 'digest-fits' : 'digest-differs'
}
