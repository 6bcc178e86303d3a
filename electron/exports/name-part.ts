import { deviceSafe } from '../contract/device-names.ts'

/** The most that one part (a station, an archive) takes of a file's name, UTF-8 bytes; file systems allow 255 for the whole. */
const PART_BYTES = 80

/**
 * A text made fit to be a part of a file's name, or the whole of it: one that Windows takes for a device (`CON`, `con.pdf`)
 * begins with an underscore.
 */
export function namePart(text: string, mostBytes = PART_BYTES): string {
  const clean = text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
  let bytes = 0
  let short = ''
  for (const character of deviceSafe(clean.toWellFormed())) {
    bytes += Buffer.byteLength(character)
    if (bytes > mostBytes) break
    short += character
  }
  return short.replace(/[\s.]+$/, '')
}
