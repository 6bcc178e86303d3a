import { rm, stat } from 'node:fs/promises'
import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../book/book.ts'
import { refuseProtected } from '../../book/file/protected.ts'
import { clearUnfinishedIn } from '../../book/file/unfinished.ts'
import type { LakePartition } from '../../book/lake/lake.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { PERSONAL } from '../../contract/personal.ts'
import { asFileFailure } from '../file.ts'
import { bookBytes } from './book-table.ts'
import { holds, pathPart, writeLakeFile } from './lake-file.ts'
import { manifestsOf, manifestText, placeOfManifest, readManifest, writeManifest, type Files, type Made } from './manifest.ts'
import { placeIn } from './place-in.ts'
import { eventBytes, readingBytes, tableBytes, type Bytes } from './table-file.ts'

export interface LakeOptions {
  signal?: AbortSignal | undefined
  /** Files done, and how many there are; null while that is not known. */
  onProgress?: (done: number, total: number | null) => void
}

/** What became of the book's files in the lake. */
export interface LakeResult {
  /** Files of the book, and how many of them were written, because what they hold has changed. */
  files: number
  written: number
  removed: number
  /** Rows in all files of the book. */
  rows: number
  bytes: number
}

/** A file of the lake: where it lies, and how it is made. */
interface Part {
  path: string
  /** A partition's signature: while it is unchanged, the file holds what the book holds. */
  signature?: string
  /** No telephone number and no person is in it. */
  isPlain: boolean
  make: () => Bytes
}

/**
 * Brings the files of a book in a lake up to date: of readings and events one a month, of every other public view one.
 * What has not changed is not touched; no other book's files are. The folder must be there.
 * @throws MeterbookError FILE_NOT_WRITABLE, DISK_FULL, CANCELLED: files that were written until then are whole, and stay.
 */
export async function writeLake(book: Book, folder: string, { signal, onProgress }: LakeOptions = {}): Promise<LakeResult> {
  await refuseNoFolder(folder)
  const id = book.bookId
  // Nothing of a lake is touched before it is looked at: it may have been made by anybody.
  await placeOfManifest(folder, id)
  await clearUnfinishedIn([folder, manifestsOf(folder)])
  onProgress?.(0, null)
  const before = await readManifest(folder, id)
  const parts = partsOf(book, id, await partitionsOf(book, signal))
  const after = new Map<string, Made>()
  let written = 0
  try {
    for (const [at, part] of parts.entries()) {
      onProgress?.(at, parts.length)
      if (signal?.aborted) throw new MeterbookError('CANCELLED', { file: folder })
      const known = before.get(part.path)
      if (known && part.signature !== undefined && known.signature === part.signature) {
        if (await holds(await placeIn(folder, part.path), known)) {
          after.set(part.path, known)
          continue
        }
      }
      const { made, isNew } = await writeLakeFile(folder, part.path, part.make(), { known, isPlain: part.isPlain, signal })
      after.set(part.path, part.signature === undefined ? made : { signature: part.signature, ...made })
      if (isNew) written++
    }
  } catch (error) {
    // The next run learns what was written so far. A manifest that cannot be written either is no second failure.
    await keepManifest(folder, id, before, new Map([...before, ...after])).catch(() => undefined)
    throw error
  }
  const others = [...before.keys()].filter((path) => !after.has(path) && isOwn(path, id))
  // First, because one of them may not go now (Windows: somebody reads it): what was written is known all the same.
  if (others.length > 0) await keepManifest(folder, id, before, new Map([...before, ...after]))
  await removeOthers(folder, others)
  await keepManifest(folder, id, before, after)
  onProgress?.(parts.length, parts.length)
  const all = [...after.values()]
  return {
    files: all.length,
    written,
    removed: others.length,
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

async function partitionsOf(book: Book, signal?: AbortSignal): Promise<LakePartition[]> {
  const found: LakePartition[] = []
  let workedMs = performance.now()
  for (const _ of book.lake.partitions(found)) {
    if (performance.now() - workedMs < 8) continue
    await breath()
    if (signal?.aborted) throw new MeterbookError('CANCELLED')
    workedMs = performance.now()
  }
  return found
}

function partsOf(book: Book, id: string, partitions: readonly LakePartition[]): Part[] {
  const { lake } = book
  const tables = lake.tables.map((table) => ({
    path: `${table.name}/${id}.parquet`,
    isPlain: !(`v_${table.name}` in PERSONAL),
    make: () => tableBytes(id, table.columns, lake.rows(table)),
  }))
  const records = partitions.map((partition) => {
    const { kind, archiveType, month, signature } = partition
    return {
      path: `${kind}/archive=${pathPart(archiveType)}/month=${month}/${id}.parquet`,
      signature,
      isPlain: true,
      make: () =>
        kind === 'reading' ? readingBytes(id, archiveType, lake.readings(partition)) : eventBytes(id, archiveType, lake.events(partition)),
    }
  })
  return [{ path: `book/${id}.parquet`, isPlain: true, make: () => bookBytes(book) }, ...tables, ...records]
}

/** Files of the book that it has no records for any more: of an older layout, or of a copy that held more. */
async function removeOthers(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await placeIn(folder, path)
    refuseProtected(file)
    await rm(file, { force: true }).catch((error: unknown) => {
      throw asFileFailure(error, file, undefined, true)
    })
  }
}

/** A manifest may come from anywhere: nothing outside the lake is removed, and nothing of another book. */
const isOwn = (path: string, id: string) =>
  path.endsWith(`/${id}.parquet`) && !path.split('/').some((part) => part === '..' || part === '.' || part === '' || /[\\:\0]/.test(part))

async function keepManifest(folder: string, id: string, before: Files, after: Files): Promise<void> {
  if (manifestText(id, before) !== manifestText(id, after)) await writeManifest(folder, id, after)
}

/** A folder that is not there is not made: where it is a mount, it would fill the disk below. */
async function refuseNoFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw asFileFailure(error, folder)
  })
  if (!found.isDirectory()) throw new MeterbookError('FILE_NOT_WRITABLE', { file: folder, reason: 'ENOTDIR' })
}
