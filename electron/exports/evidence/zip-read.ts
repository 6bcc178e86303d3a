import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fromFd, type Entry, type ZipFile } from 'yauzl'
import { MeterbookError, type FailureCode } from '../../contract/errors.ts'
import type { Container } from '../../contract/evidence-words.ts'
import { openRegular } from '../regular-file.ts'
import { DIGEST_LENGTH, digestIn, isOurs } from './zip-comment.ts'

/** What a bundle may be at most: what is larger was made to fill a disk. */
const MOST_FILES = 1000
const MOST_BYTES = 16 * 1024 ** 3
/** Bytes out of a byte in: CSV of readings has up to about 60, an archive of zeros 1,000. */
const MOST_RATIO = 250
const RATIO_FROM_BYTES = 32 * 1024 ** 2

const CODE_OF = {
  'not-zip': 'NOT_A_BUNDLE',
  'not-bundle': 'NOT_A_BUNDLE',
  'cut-off': 'BUNDLE_CUT_OFF',
  'bad-path': 'BUNDLE_REFUSED',
  'too-large': 'BUNDLE_REFUSED',
} as const satisfies Record<string, FailureCode>
export type BundleRefusal = keyof typeof CODE_OF

/** Why a file is no bundle, or none that is opened. */
export class BundleRefused extends MeterbookError {
  readonly reason: BundleRefusal
  constructor(reason: BundleRefusal, { file, ...options }: ErrorOptions & { file?: string } = {}) {
    super(CODE_OF[reason], { reason, ...(file === undefined ? {} : { file }) }, options)
    this.reason = reason
  }
}

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
  const handle = await opening(zipFile)
  try {
    const { size } = await handle.stat()
    const zip = await opened(handle, zipFile)
    const entries = await entriesOf(zip)
    const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (total > MOST_BYTES || (total > RATIO_FROM_BYTES && total > size * MOST_RATIO))
      throw new BundleRefused('too-large')
    const files: UnzippedFile[] = []
    let before = 0
    for (const entry of entries) {
      signal?.throwIfAborted()
      const file = join(folder, String(files.length))
      const sum = await extracted(zip, entry, file, { signal, onBytes: (bytes) => onBytes?.(before + bytes, total) })
      before += entry.uncompressedSize
      files.push({ path: entry.fileName, file: sum === null ? null : file, sum, bytes: entry.uncompressedSize })
    }
    return { files, container: await containerOf(zipFile, zip.comment, { size, signal }) }
  } finally {
    await handle.close()
  }
}

function opening(file: string): Promise<FileHandle> {
  return openRegular(file).catch((error: unknown) => {
    throw new BundleRefused('not-zip', { file, cause: error })
  })
}

const LOCAL_FILE = Buffer.from('PK\u0003\u0004')

async function opened(handle: FileHandle, file: string): Promise<ZipFile> {
  const head = Buffer.alloc(LOCAL_FILE.length)
  await handle.read(head, 0, head.length, 0)
  if (!head.equals(LOCAL_FILE)) throw new BundleRefused('not-zip', { file })
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) => {
    fromFd(handle.fd, options, (error, zip) => {
      if (error) reject(new BundleRefused('cut-off', { cause: error }))
      else resolve(zip)
    })
  })
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('error', (error: Error) => {
      reject(
        new BundleRefused(/path|file ?name|character/i.test(error.message) ? 'bad-path' : 'cut-off', { cause: error }),
      )
    })
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      if (entries.length > MOST_FILES) return reject(new BundleRefused('too-large'))
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

/** The sum of a file's bytes, which now lie in `file`; null where they cannot be read. */
async function extracted(
  zip: ZipFile,
  entry: Entry,
  file: string,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes: (bytes: number) => void },
): Promise<string | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const summing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      // A size that the ZIP understates is no way around the limit.
      if (bytes > entry.uncompressedSize) return done(new Error('longer than it says'))
      onBytes(bytes)
      done(null, chunk)
    },
  })
  try {
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found)))
    })
    await pipeline(stream, summing, createWriteStream(file, { mode: 0o600 }), signal ? { signal } : {})
    return hash.digest('hex')
  } catch (error) {
    signal?.throwIfAborted()
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes(String(error.code))
    )
      throw error
    return null
  }
}

async function containerOf(
  zipFile: string,
  comment: string,
  { size, signal }: { size: number; signal: AbortSignal | undefined },
): Promise<Container> {
  const digest = digestIn(comment)
  if (digest === null) return isOurs(comment) ? 'changed' : 'repacked'
  const hash = createHash('sha256')
  await pipeline(createReadStream(zipFile, { end: size - DIGEST_LENGTH - 1 }), hash, signal ? { signal } : {})
  return hash.digest('hex') === digest ? 'as-written' : 'changed'
}
