/** A JPEG with its size in pixels. */
export interface Picture {
  jpeg: Buffer
  width: number
  height: number
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const START_MARKER = Buffer.from([0xff, START])
const END_MARKER = Buffer.from([0xff, END])

/**
 * The picture of a JPEG and nothing else; null where the bytes are none. Cameras write where and when a picture was
 * taken, by whom and with what into APPn segments (Exif, XMP, IPTC, maker notes), into comments, and behind the end of
 * the picture (previews, videos). All of it is left out. Kept are JFIF without its preview, the colour profile, and
 * Adobe's transform, without which the colours would be wrong. Pixels are not touched.
 */
export function pictureOnly(file: Uint8Array): Picture | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes[0] !== 0xff || bytes[1] !== START) return null
  const parts: Buffer[] = [START_MARKER]
  let size: { width: number; height: number } | null = null
  let hasScan = false
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const code = bytes[at + 1] ?? 0
    if (code === 0xff) {
      at++ // a marker may be preceded by any number of these
      continue
    }
    if (code === END) {
      if (!size || !hasScan) return null
      return { jpeg: Buffer.concat([...parts, END_MARKER]), ...size }
    }
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0)
    if (end < at + 4 || end > bytes.length) return null
    const body = bytes.subarray(at + 4, end)
    if (isFrame(code)) {
      if (body.length < 5) return null
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) }
      if (size.width === 0 || size.height === 0) return null
    }
    parts.push(kept(code, bytes.subarray(at, end), body))
    at = end
    if (code === SCAN) {
      hasScan = true
      const stop = scanEnd(bytes, at)
      parts.push(bytes.subarray(at, stop))
      at = stop
    }
  }
  return null
}

/** SOF0 to SOF15, between which lie three markers of other kinds. */
export const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** Frames, scans, tables: without these the picture cannot be drawn. What is not known here is not needed. */
const isOfPicture = (code: number) => (code >= 0xc0 && code <= 0xcf) || (code >= SCAN && code <= 0xdf)

const NOTHING = Buffer.alloc(0)
/** Length, name, version, unit and density of JFIF, and a preview of 0 × 0. */
const JFIF_LENGTH = 16

function kept(code: number, whole: Buffer, body: Buffer): Buffer {
  if (code === 0xe0 && begins(body, 'JFIF\0') && body.length >= 12)
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, JFIF_LENGTH]), body.subarray(0, 12), Buffer.alloc(2)])
  const isColour = (code === 0xe2 && begins(body, 'ICC_PROFILE\0')) || (code === 0xee && begins(body, 'Adobe'))
  return isColour || isOfPicture(code) ? whole : NOTHING
}

const begins = (body: Buffer, name: string) => body.toString('latin1', 0, name.length) === name

/** The next marker that is neither a stuffed byte nor a restart within the scan. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code !== 0 && code !== 0xff && !(code !== undefined && code >= 0xd0 && code <= 0xd7)) return at
  }
  return bytes.length
}
