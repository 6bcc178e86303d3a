import { inflateSync } from 'node:zlib'
import { isFrame } from '../../../book/notes/jpeg.ts'
import { MOST_LOGO_BASE64, MOST_LOGO_PIXELS, MOST_LOGO_SIDE, type LogoFault } from '../../../contract/logo.ts'
import type { Letterhead } from '../../../contract/reports.ts'

/**
 * Looks at a picture before anything draws it: 400 kB may say that they are a picture of 10,000 × 10,000, or become
 * gigabytes, whatever they say. Pure; what it lets pass takes some 20 MB to draw.
 */
export function logoFault({ type, base64 }: NonNullable<Letterhead['logo']>): LogoFault | null {
  if (base64.length > MOST_LOGO_BASE64) return 'too-large'
  const bytes = Buffer.from(base64, 'base64')
  return type === 'image/png' ? pngFault(bytes) : jpegFault(bytes)
}

function sizeFault(width: number, height: number): LogoFault | null {
  if (width === 0 || height === 0) return 'damaged'
  return width * height > MOST_LOGO_PIXELS || Math.max(width, height) > MOST_LOGO_SIDE ? 'too-large' : null
}

const PNG = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
const HEADER_BYTES = 13
/** Samples of a pixel by the colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS = new Set([1, 2, 4, 8, 16])

function pngFault(bytes: Buffer): LogoFault | null {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return 'damaged'
  let header: Buffer | null = null
  const packed: Buffer[] = []
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
    if (data.length < length || at > bytes.length) return 'damaged'
    // A second header would be believed by those who draw it.
    if ((kind === 'IHDR') !== (header === null)) return 'damaged'
    if (kind === 'IHDR') {
      if (length !== HEADER_BYTES) return 'damaged'
      header = data
    }
    if (kind === 'IDAT') packed.push(data)
    if (kind === 'IEND') return header ? pixelsFault(header, Buffer.concat(packed)) : 'damaged'
  }
  return 'damaged'
}

/** Whether the data of a PNG are as long as its header says. */
function pixelsFault(header: Buffer, packed: Buffer): LogoFault | null {
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth = 0, colour = 0, , , interlaced = 0] = header.subarray(8)
  const samples = SAMPLES[colour]
  if (samples === undefined || !DEPTHS.has(depth)) return 'damaged'
  const fault = sizeFault(width, height)
  if (fault) return fault
  const expected = height * (1 + Math.ceil((width * depth * samples) / 8))
  // The seven passes of an interlaced picture have more rows, each with a byte of its own.
  const most = interlaced === 0 ? expected : 3 * expected + 64
  try {
    const { length } = inflateSync(packed, { maxOutputLength: most })
    return interlaced === 0 && length < expected ? 'damaged' : null
  } catch {
    return 'damaged'
  }
}

/** More scans than any camera writes: each is drawn over all of the picture. */
const MOST_SCANS = 100
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function jpegFault(bytes: Buffer): LogoFault | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return 'damaged'
  let size: { width: number; height: number } | null = null
  let scans = 0
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return 'damaged'
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return size && scans > 0 ? sizeFault(size.width, size.height) : 'damaged'
    // Fill bytes stand before a marker.
    at += marker === 0xff ? 1 : 2
    if (marker === 0xff || isAlone(marker)) continue
    if (at + 2 > bytes.length) return 'damaged'
    const length = bytes.readUInt16BE(at)
    if (length < 2 || at + length > bytes.length) return 'damaged'
    if (isFrame(marker)) {
      if (size || length < 8) return 'damaged'
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) }
    }
    at += length
    if (marker !== 0xda) continue
    if (++scans > MOST_SCANS) return 'damaged'
    at = endOfScan(bytes, at)
  }
  return 'damaged'
}

/** Where the next marker stands behind packed pixels. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
