/** Photographs as a telephone writes them: bytes of real JPEG files, made here. */

/** 16 × 8 pixels, the left half red, the right half blue, as Chromium's canvas encodes them: JFIF, a profile, the picture. */
const ENCODED = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAA',
  'AChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZ',
  'WiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAA',
  'E9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAA0JCgsK',
  'CA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09P',
  'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAA',
  'AAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAX/xAAZEQACAwEAAAAAAAAAAAAAAAAABkOCwcL/2gAMAwEAAhED',
  'EQA/AM+hAYU5q9DzNFbD/9k=',
]
export const PLAIN_JPEG = Buffer.from(ENCODED.join(''), 'base64')

/** Where the picture was taken, as it stands in the file: 56° 50′ 15″ N, 60° 36′ 21″ E. */
const PLACE = { latitude: [56, 50, 15], longitude: [60, 36, 21] } as const
/** What cameras write besides, and what must not be kept. */
const CAMERA = 'Cabinet 7 camera'
const COMMENT = 'taken at Boiler house 1'
const TRAILER = 'a preview behind the end'

/** An entry of an image file directory: tag, type (2 text, 3 short, 4 long, 5 rational), count, and four bytes. */
function entry(tag: number, type: number, count: number, value: number | Buffer): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(tag, 0)
  bytes.writeUInt16BE(type, 2)
  bytes.writeUInt32BE(count, 4)
  if (Buffer.isBuffer(value)) value.copy(bytes, 8)
  else if (type === 3) bytes.writeUInt16BE(value, 8)
  else bytes.writeUInt32BE(value, 8)
  return bytes
}

function directory(entries: readonly Buffer[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(entries.length)
  return Buffer.concat([count, ...entries, Buffer.alloc(4)])
}

function rationals(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  values.forEach((value, at) => {
    bytes.writeUInt32BE(value, 8 * at)
    bytes.writeUInt32BE(1, 8 * at + 4)
  })
  return bytes
}
const PLACE_BYTES = rationals(PLACE.latitude)

/** The Exif block of a picture: camera, orientation, and the place in a GPS directory. */
function exif(orientation: number): Buffer {
  const HEAD = 8
  const camera = Buffer.from(`${CAMERA}\0`)
  const main = (cameraAt: number, gpsAt: number) =>
    directory([entry(0x0110, 2, camera.length, cameraAt), entry(0x0112, 3, 1, orientation), entry(0x8825, 4, 1, gpsAt)])
  const gps = (latitudeAt: number) =>
    directory([
      entry(1, 2, 2, Buffer.from('N\0')),
      entry(2, 5, 3, latitudeAt),
      entry(3, 2, 2, Buffer.from('E\0')),
      entry(4, 5, 3, latitudeAt + PLACE_BYTES.length),
    ])
  const cameraAt = HEAD + main(0, 0).length
  const gpsAt = cameraAt + camera.length
  return Buffer.concat([
    Buffer.from('Exif\0\0'),
    Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, HEAD]),
    main(cameraAt, gpsAt),
    camera,
    gps(gpsAt + gps(0).length),
    PLACE_BYTES,
    rationals(PLACE.longitude),
  ])
}

function segment(code: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/**
 * Adds all that a telephone adds to a picture: Exif with the place, XMP, a comment, and bytes behind its end.
 * @param orientation of Exif: 1 as it lies, 6 to be turned clockwise by a quarter
 */
export function fromTelephone(jpeg: Buffer, orientation = 1): Buffer {
  const added = [
    segment(0xe1, exif(orientation)),
    segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="56,50.25N"/>')),
    segment(0xfe, Buffer.from(COMMENT)),
  ]
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2), Buffer.from(TRAILER)])
}

/** What of it a file still says; a clean one says nothing. */
export function toldBy(file: Uint8Array): string[] {
  const bytes = Buffer.from(file)
  const told = ['Exif', 'xmpmeta', 'GPSLatitude', CAMERA, COMMENT, TRAILER].filter((word) => bytes.includes(word))
  return [...told, ...(bytes.includes(PLACE_BYTES) ? ['the place'] : [])]
}
