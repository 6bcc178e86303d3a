import { crc32, deflateSync } from 'node:zlib'

/** Pictures as an attacker makes them: PNG and JPEG files from their parts, true or not. */

export const chunk = (kind: string, data: Buffer = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export function header(width: number, height: number, { depth = 8, colour = 6, interlaced = 0 } = {}): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlaced], 8)
  return chunk('IHDR', data)
}

export const png = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks, chunk('IEND')])

const empty = new Map<number, Buffer>()

/** Nothing but transparent pixels: 10,000 × 10,000 of them are 400 kB, and packing them takes a second: once for a size. */
export function emptyPixels(width: number, height: number, bytesAPixel = 4): Buffer {
  const size = height * (1 + width * bytesAPixel)
  const made = empty.get(size) ?? chunk('IDAT', deflateSync(Buffer.alloc(size), { level: 9 }))
  empty.set(size, made)
  return made
}

const segment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data])
const scan = Buffer.concat([segment(0xda, [1, 1, 0, 0, 63, 0]), Buffer.from([0x12, 0xff, 0x00, 0x34])])

/** The markers of a JPEG without its tables: enough for whoever asks for its size. */
export const jpeg = (width: number, height: number, { scans = 1, frames = 1 } = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]),
    ...Array.from({ length: frames }, () => segment(0xc2, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0])),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ])
