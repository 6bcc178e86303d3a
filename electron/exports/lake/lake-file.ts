import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { asFileFailure, writeWhole } from '../file.ts'
import type { Made } from './manifest.ts'
import { lookedAt, placeIn } from './place-in.ts'
import type { Bytes } from './table-file.ts'

/** Other work of the thread gets its turn at least this often, ms. */
const SLICE_MS = 8

/**
 * Writes a file of the lake, unless it would have the bytes that are there: then not even its time changes.
 * @throws MeterbookError DISK_FULL, FILE_NOT_WRITABLE, CANCELLED.
 */
export async function writeLakeFile(
  folder: string,
  path: string,
  content: Bytes,
  { known, isPlain, signal }: { known: Made | undefined; isPlain: boolean; signal?: AbortSignal | undefined },
): Promise<{ made: Made; isNew: boolean }> {
  const file = await placeIn(folder, path)
  const made: Made = { rows: 0, bytes: 0, sha256: '' }
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw asFileFailure(error, file)
  })
  const isThere = await holds(file, known)
  const hash = createHash('sha256')
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let workedMs = performance.now()
    for (;;) {
      const { value, done } = content.next()
      if (done) {
        made.rows = value
        break
      }
      if (value) {
        hash.update(value)
        made.bytes += value.length
        yield value
      }
      if (performance.now() - workedMs < SLICE_MS) continue
      await breath()
      workedMs = performance.now()
    }
    made.sha256 = hash.digest('hex')
  }
  const isNew = () => !isThere || made.sha256 !== known?.sha256
  await writeWhole(file, Readable.from(bytes(), { objectMode: false }), signal, { isWanted: isNew, isPlain })
  return { made, isNew: isNew() }
}

/** Whether the file that the manifest knows is there. */
export async function holds(file: string, known: Made | undefined): Promise<boolean> {
  const found = known ? await lookedAt(file) : null
  return found !== null && found.isFile() && found.size === known?.bytes
}

/** A part of a path that every file system and bucket takes, and that engines read back: percent-encoded. */
export const pathPart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*~]|\.$/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
