/** Pictures of one icon by their size in pixels: each a PNG file. */
export type Pictures = ReadonlyMap<number, Buffer>

function pictureOf(pictures: Pictures, size: number): Buffer {
  const picture = pictures.get(size)
  if (!picture) throw new Error(`No picture of ${size} pixels.`)
  return picture
}

export const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256] as const

/** Windows' icon: a table of sizes, then the PNG files as they are (Windows Vista and newer read them so). */
export function icoOf(pictures: Pictures): Buffer {
  const files = ICO_SIZES.map((size) => ({ size, file: pictureOf(pictures, size) }))
  const head = Buffer.alloc(6 + 16 * files.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(files.length, 4)
  let offset = head.length
  for (const [at, { size, file }] of files.entries()) {
    const entry = 6 + 16 * at
    // 256 is written as 0: the field is one byte.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(file.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += file.length
  }
  return Buffer.concat([head, ...files.map(({ file }) => file)])
}

/** Apple's types of a picture that is a PNG file, with its size in pixels; `ic11` to `ic14` are those of dense screens. */
const ICNS_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const
export const ICNS_SIZES = [...new Set(ICNS_TYPES.map(([, size]) => size))]

/** Apple's icon: its length, then each picture behind its type and length (both lengths with their own eight bytes). */
export function icnsOf(pictures: Pictures): Buffer {
  const entries = ICNS_TYPES.map(([type, size]) => chunk(type, pictureOf(pictures, size)))
  return chunk('icns', Buffer.concat(entries))
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(8 + data.length, 4)
  return Buffer.concat([head, data])
}
