import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { MOST_IMPORT_BYTES } from '../../contract/import-words.ts'
import type { Refusal } from '../../contract/merge-words.ts'
import { foreignJson } from '../../contract/foreign-json.ts'

/** What another book says of files by cable, looked at before it is taken. */

/** Bytes of a map as JSON: hundreds of columns. */
export const MOST_MAP_BYTES = 200_000

/** Whether a deflated file is the one of that SHA-256. */
export function isFileOf(content: unknown, sha256: string): boolean {
  if (!Buffer.isBuffer(content)) return false
  try {
    return (
      createHash('sha256')
        .update(inflateRawSync(content, { maxOutputLength: MOST_IMPORT_BYTES }))
        .digest('hex') === sha256
    )
  } catch {
    return false
  }
}

/** By channel a number that is no less than 0. */
export function tolerancesFault(json: string): Refusal | null {
  const found = foreignJson(json)
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return 'unreadable'
  return Object.values(found).every((one) => typeof one === 'number' && Number.isFinite(one) && one >= 0) ? null : 'bounds'
}
