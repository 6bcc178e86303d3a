import { crc32, deflateRawSync } from 'node:zlib'

/** ZIPs of raw bytes: every field of every record can be said, so that one can be made that no program would write. */

export const FLAG = { encrypted: 1, sizesBehind: 1 << 3, patched: 1 << 5, utf8: 1 << 11, masked: 1 << 13 }

/** What a header says; unsaid, it tells the truth. Sizes of 0xffffffff are in the ZIP64 field that `extra` has to bring. */
interface HeaderFields {
  name: Buffer
  version: number
  flags: number
  method: number
  time: number
  crc: number
  packedBytes: number
  bytes: number
  extra: Buffer
}

interface CentralFields extends HeaderFields {
  host: number
  attributes: number
  comment: Buffer
  disk: number
  /** Offset of the local header. */
  at: number
}

export interface RawEntry {
  name: string | Buffer
  content?: Buffer
  method?: 0 | 8
  /** Flags of both headers. */
  flags?: number
  extra?: Buffer
  /** The bytes of the data, whatever the content is. */
  packed?: Buffer
  local?: Partial<HeaderFields>
  central?: Partial<CentralFields>
  /** What stands behind the data; a flag for sizes behind it brings a descriptor unless this is said. */
  behind?: Buffer
  /** Bytes before its local header. */
  before?: Buffer
  /** False: not in the directory. */
  isListed?: boolean
  /** False: in the directory only; `central.at` says where its local header is. */
  isLaid?: boolean
}

/** What the end says; unsaid, it tells the truth. */
export interface RawEnd {
  disk?: number
  directoryDisk?: number
  onDisk?: number
  entries?: number
  directoryBytes?: number
  directoryAt?: number
  comment?: Buffer
  commentBytes?: number
  /** Behind the last entry, before the directory. */
  beforeDirectory?: Buffer
  /** Behind the directory, before the end; given its place. */
  beforeEnd?: (directory: { at: number; bytes: number; entries: number; endsAt: number }) => Buffer
  /** Behind everything. */
  after?: Buffer
  /** Added to every offset, as where bytes are put before the ZIP and offsets fit again. */
  shift?: number
  /** The order of the directory. */
  order?: (records: Buffer[]) => Buffer[]
}

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2)
  return bytes
}
export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4)
  return bytes
}
export const u64 = (...values: (number | bigint)[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), at * 8)
  return bytes
}

/** An extra field. */
export const field = (id: number, value: Buffer = Buffer.alloc(0)): Buffer => Buffer.concat([u16(id, value.length), value])
/** Another name for a file, for programs that know this field. */
export const unicodePath = (of: string, path: string | Buffer, crc = crc32(of)): Buffer =>
  field(0x7075, Buffer.concat([Buffer.from([1]), u32(crc), Buffer.from(path)]))

export const descriptor = (content: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([u32(0x08074b50, crc32(content), packed.length, content.length)])
export const descriptor64 = (content: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([u32(0x08074b50, crc32(content)), u64(packed.length, content.length)])

const TIME = (23_927 << 16) | 21_581

function localHeader({ name, version, flags, method, time, crc, packedBytes, bytes, extra }: HeaderFields): Buffer {
  return Buffer.concat([
    u32(0x04034b50),
    u16(version, flags, method),
    u32(time >>> 0, crc, packedBytes, bytes),
    u16(name.length, extra.length),
    name,
    extra,
  ])
}

function centralHeader(of: CentralFields): Buffer {
  const { name, version, flags, method, time, crc, packedBytes, bytes, extra, host, attributes, comment, disk, at } = of
  return Buffer.concat([
    u32(0x02014b50),
    Buffer.from([20, host]),
    u16(version, flags, method),
    u32(time >>> 0, crc, packedBytes, bytes),
    u16(name.length, extra.length, comment.length, disk, 0),
    u32(attributes >>> 0, at),
    name,
    extra,
    comment,
  ])
}

/** The record that says where a directory lies. */
function endRecord(
  of: Required<
    Pick<RawEnd, 'disk' | 'directoryDisk' | 'onDisk' | 'entries' | 'directoryBytes' | 'directoryAt' | 'comment' | 'commentBytes'>
  >,
): Buffer {
  return Buffer.concat([
    u32(0x06054b50),
    u16(of.disk, of.directoryDisk, of.onDisk, of.entries),
    u32(of.directoryBytes, of.directoryAt),
    u16(of.commentBytes),
    of.comment,
  ])
}

interface End64 {
  ownBytes?: number
  disk?: number
  directoryDisk?: number
  onDisk?: number
  entries: number
  directoryBytes: number
  directoryAt: number | bigint
  more?: Buffer
}
export const end64Record = ({
  entries,
  directoryBytes,
  directoryAt,
  ownBytes,
  disk = 0,
  directoryDisk = 0,
  onDisk = entries,
  more = Buffer.alloc(0),
}: End64): Buffer =>
  Buffer.concat([
    u32(0x06064b50),
    u64(ownBytes ?? 44 + more.length),
    u16(45, 45),
    u32(disk, directoryDisk),
    u64(onDisk, entries, directoryBytes, directoryAt),
    more,
  ])
export const locator64 = (at: number | bigint, { disk = 0, disks = 1 } = {}): Buffer =>
  Buffer.concat([u32(0x07064b50, disk), u64(at), u32(disks)])

/** The bytes of a ZIP with these entries. */
export function zipBytes(entries: readonly RawEntry[], end: RawEnd = {}): Buffer {
  const pieces: Buffer[] = []
  const central: Buffer[] = []
  let length = end.shift ?? 0
  const put = (bytes: Buffer) => {
    pieces.push(bytes)
    length += bytes.length
  }
  for (const entry of entries) {
    const { content = Buffer.alloc(0), method = 8, extra = Buffer.alloc(0) } = entry
    const name = Buffer.from(entry.name)
    const flags = entry.flags ?? 0
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content)
    const isBehind = (flags & FLAG.sizesBehind) !== 0
    const truth: HeaderFields = {
      name,
      version: 20,
      flags,
      method,
      time: TIME,
      crc: crc32(content),
      packedBytes: packed.length,
      bytes: content.length,
      extra,
    }
    put(entry.before ?? Buffer.alloc(0))
    const at = length
    if (entry.isLaid !== false) {
      put(localHeader({ ...truth, ...(isBehind ? { crc: 0, packedBytes: 0, bytes: 0 } : {}), ...entry.local }))
      put(packed)
      put(entry.behind ?? (isBehind ? descriptor(content, packed) : Buffer.alloc(0)))
    }
    const isFolder = name.at(-1) === 0x2f
    const kind = { host: 3, attributes: isFolder ? 0o040755 * 65536 + 0x10 : 0o100644 * 65536, comment: Buffer.alloc(0), disk: 0 }
    if (entry.isListed !== false) central.push(centralHeader({ ...truth, ...kind, at, ...entry.central }))
  }
  put(end.beforeDirectory ?? Buffer.alloc(0))
  const directory = { at: length, bytes: central.reduce((sum, one) => sum + one.length, 0), entries: central.length }
  for (const record of end.order?.(central) ?? central) put(record)
  put(end.beforeEnd?.({ ...directory, endsAt: length }) ?? Buffer.alloc(0))
  const comment = end.comment ?? Buffer.alloc(0)
  put(
    endRecord({
      disk: end.disk ?? 0,
      directoryDisk: end.directoryDisk ?? 0,
      onDisk: end.onDisk ?? end.entries ?? directory.entries,
      entries: end.entries ?? directory.entries,
      directoryBytes: end.directoryBytes ?? directory.bytes,
      directoryAt: end.directoryAt ?? directory.at,
      comment,
      commentBytes: end.commentBytes ?? comment.length,
    }),
  )
  put(end.after ?? Buffer.alloc(0))
  return Buffer.concat(pieces)
}
