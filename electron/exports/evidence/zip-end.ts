import { BundleRefused } from './bundle-refused.ts'
import { MOST_16, MOST_32, wideAt, type Read } from './zip-bytes.ts'

const END = { signature: 0x06054b50, bytes: 22 }
const END64 = { signature: 0x06064b50, bytes: 56 }
const LOCATOR64 = { signature: 0x07064b50, bytes: 20 }

/** What the end of a ZIP says of its directory. */
export interface End {
  entries: number
  directoryAt: number
  directoryBytes: number
  /** Where the directory has to end: the first record of the end. */
  at: number
  comment: Buffer
}

/**
 * The end of a ZIP of `size` bytes, where every program finds the same one.
 * @throws BundleRefused: cut-off where there is none, end where there are two or one contradicts itself.
 */
export async function endOf(read: Read, size: number): Promise<End> {
  const tailAt = Math.max(0, size - END.bytes - MOST_16)
  const tail = await read(tailAt, size - tailAt)
  const reaches = (place: number) => place + END.bytes + tail.readUInt16LE(place + 20) === tail.length
  const places = [...placesOf(END.signature, tail)]
  const place = places.pop()
  if (place === undefined) throw new BundleRefused('cut-off')
  if (place + END.bytes > tail.length || !reaches(place)) throw new BundleRefused('end')
  // Four bytes of packed data that look like it by chance name disks and a comment that are none.
  if (places.some((other) => reaches(other) || tail.readUInt32LE(other + 4) === 0)) throw new BundleRefused('end')
  const record = tail.subarray(place)
  const narrow = {
    onDisk: record.readUInt16LE(8),
    entries: record.readUInt16LE(10),
    directoryBytes: record.readUInt32LE(12),
    directoryAt: record.readUInt32LE(16),
  }
  if (record.readUInt32LE(4) !== 0) throw new BundleRefused('end')
  const comment = Buffer.from(record.subarray(END.bytes))
  const at = tailAt + place
  const wide = await end64(read, at)
  if (wide === null) {
    if (narrow.onDisk !== narrow.entries) throw new BundleRefused('end')
    return { ...narrow, at, comment }
  }
  // Some programs take the larger numbers wherever they are, others only where the smaller ones ask for them.
  const isSame = (small: number, large: number, most: number) => small === large || small === most
  if (
    !isSame(narrow.onDisk, wide.entries, MOST_16) ||
    !isSame(narrow.entries, wide.entries, MOST_16) ||
    !isSame(narrow.directoryBytes, wide.directoryBytes, MOST_32) ||
    !isSame(narrow.directoryAt, wide.directoryAt, MOST_32)
  )
    throw new BundleRefused('end')
  return { ...wide, comment }
}

/** The ZIP64 records directly before the end; null where there are none. */
async function end64(read: Read, endAt: number): Promise<Omit<End, 'comment'> | null> {
  if (endAt < LOCATOR64.bytes) return null
  const locator = await read(endAt - LOCATOR64.bytes, LOCATOR64.bytes)
  if (locator.readUInt32LE(0) !== LOCATOR64.signature) return null
  const at = endAt - LOCATOR64.bytes - END64.bytes
  if (at < 0 || locator.readUInt32LE(4) !== 0 || wideAt(locator, 8, 'end') !== at || locator.readUInt32LE(16) !== 1)
    throw new BundleRefused('end')
  const record = await read(at, END64.bytes)
  const [ownBytes, onDisk, entries, directoryBytes, directoryAt] = [4, 24, 32, 40, 48].map((place) => wideAt(record, place, 'end')) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const isWhole = record.readUInt32LE(0) === END64.signature && ownBytes === END64.bytes - 12
  const isOneDisk = record.readUInt32LE(16) === 0 && record.readUInt32LE(20) === 0 && onDisk === entries
  if (!isWhole || !isOneDisk) throw new BundleRefused('end')
  return { entries, directoryBytes, directoryAt, at }
}

function* placesOf(signature: number, bytes: Buffer): Generator<number> {
  const sought = Buffer.alloc(4)
  sought.writeUInt32LE(signature)
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 1)) yield at
}
