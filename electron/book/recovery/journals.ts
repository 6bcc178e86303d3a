import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

/** Pages that lie in a journal: by page number, where in which file. */
export interface Overlay {
  file: string
  pageBytes: number
  pages: ReadonlyMap<number, number>
  /** Pages of the whole database after its last commit. */
  count: number
}

const HEAD = 32
const FRAME_HEAD = 24

/**
 * The committed pages of a write-ahead log: frames whose salts are the header's and whose checksums go on from the frame
 * before; what follows the last commit was never in the book. Null: there is no log, or none of its frames holds.
 * https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function walOf(file: string): Overlay | null {
  return withFile(file, (read, size) => {
    const head = read(0, HEAD)
    const magic = head.length < HEAD ? 0 : head.readUInt32BE(0)
    if (magic !== 0x377f0682 && magic !== 0x377f0683) return null
    const isBig = magic === 0x377f0683
    let sum = checksum(head.subarray(0, 24), [0, 0], isBig)
    if (sum[0] !== head.readUInt32BE(24) || sum[1] !== head.readUInt32BE(28)) return null
    const pageBytes = head.readUInt32BE(8)
    if (!isPageSize(pageBytes)) return null
    const pages = new Map<number, number>()
    let pending: [number, number][] = []
    let count = 0
    for (let at = HEAD; at + FRAME_HEAD + pageBytes <= size; at += FRAME_HEAD + pageBytes) {
      const frame = read(at, FRAME_HEAD + pageBytes)
      if (!frame.subarray(8, 16).equals(head.subarray(16, 24))) break
      sum = checksum(frame.subarray(FRAME_HEAD), checksum(frame.subarray(0, 8), sum, isBig), isBig)
      if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) break
      pending.push([frame.readUInt32BE(0), at + FRAME_HEAD])
      const committed = frame.readUInt32BE(4)
      if (committed === 0) continue
      for (const [page, place] of pending) pages.set(page, place)
      pending = []
      count = committed
    }
    return pages.size === 0 ? null : { file, pageBytes, pages, count }
  })
}

const ROLLBACK_MAGIC = Buffer.from('d9d505f920a163d7', 'hex')

/** The pages that a hot rollback journal would put back, each by its checksum. https://sqlite.org/fileformat2.html#the_rollback_journal */
export function rollbackOf(file: string): Overlay | null {
  return withFile(file, (read, size) => {
    const head = read(0, 28)
    if (head.length < 28 || !head.subarray(0, 8).equals(ROLLBACK_MAGIC)) return null
    const [records, nonce, count, sector, pageBytes] = [8, 12, 16, 20, 24].map((at) => head.readUInt32BE(at)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    if (!isPageSize(pageBytes) || sector < 28 || sector > 65_536) return null
    const pages = new Map<number, number>()
    const most = records === 0xffffffff ? Infinity : records
    for (let at = sector, n = 0; n < most && at + pageBytes + 8 <= size; at += pageBytes + 8, n++) {
      const record = read(at, pageBytes + 8)
      let sum = nonce
      for (let byte = pageBytes - 200; byte > 0; byte -= 200) sum = (sum + (record[4 + byte] ?? 0)) >>> 0
      if (sum !== record.readUInt32BE(pageBytes + 4)) break
      const page = record.readUInt32BE(0)
      if (!pages.has(page)) pages.set(page, at + 4)
    }
    return pages.size === 0 ? null : { file, pageBytes, pages, count }
  })
}

const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0

function checksum(bytes: Buffer, [first, second]: [number, number], isBig: boolean): [number, number] {
  let [a, b] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

function withFile<T>(file: string, work: (read: (at: number, bytes: number) => Buffer, size: number) => T | null): T | null {
  if (!existsSync(file)) return null
  const handle = openSync(file, 'r')
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(handle, bytes, 0, length, at))
    }
    return work(read, fstatSync(handle).size)
  } finally {
    closeSync(handle)
  }
}
