import type { FileHandle } from 'node:fs/promises'
import { BundleRefused } from './bundle-refused.ts'
import { MOST_32, reading, wideAt, type Read } from './zip-bytes.ts'
import { endOf } from './zip-end.ts'
import { assertApart, pathOf } from './zip-names.ts'

/** One file of a ZIP, and where its packed bytes lie. */
export interface ZipEntry {
  path: string
  isDeflated: boolean
  /** Offset of the packed bytes, and how many they are. */
  start: number
  packedBytes: number
  bytes: number
  crc: number
}

export interface ZipStructure {
  /** Without folders, in the order of the directory. */
  entries: ZipEntry[]
  comment: Buffer
}

/** The most entries that a bundle may hold, folders as well. */
const MOST_ENTRIES = 1000
const MOST_DIRECTORY_BYTES = 4 * 1024 ** 2

const LOCAL = { signature: 0x04034b50, bytes: 30 }
const CENTRAL = { signature: 0x02014b50, bytes: 46 }
const DESCRIPTOR = { signature: 0x08074b50, bytes: 16, bytes64: 24 }

/** Bits of the general purpose flag: how hard it was deflated, sizes behind the data, UTF-8. Any other changes how data is read. */
const LEVEL = 0b110
const SIZES_BEHIND = 1 << 3
const UTF8 = 1 << 11
const [STORED, DEFLATED] = [0, 8]
/**
 * The newest ZIP version that is read, times ten: ZIP64 needs it. unzip leaves out a file that asks for more than it
 * knows.
 */
const NEWEST_VERSION = 45
/** FAT, Unix, HPFS, NTFS (two numbers are in use), VFAT, macOS: others have rules of their own for names and kinds. */
const HOSTS: readonly number[] = [0, 3, 6, 10, 11, 14, 19]

/** ZIP64, times (NTFS, Unix), owner (Unix), mark of a JAR. Any other may give a file another name, kind or content. */
const ZIP64 = 0x0001
const UNICODE_PATH = 0x7075
const EXTRA_FIELDS: readonly number[] = [ZIP64, 0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0xcafe, UNICODE_PATH]

/**
 * Reads how a ZIP is put together, and refuses one that two programs may unpack differently. Programs find files in two
 * ways, by the directory at the end or header by header from the start; here both have to say the same, and every byte has to
 * belong to something. Reads the end, the directory and each header, never the data.
 * @param size of the file, bytes
 * @throws BundleRefused: cut-off, too-large, bad-path, or what can be read in two ways (`Ambiguity`).
 */
export async function readStructure(handle: FileHandle, size: number): Promise<ZipStructure> {
  const read = reading(handle)
  const end = await endOf(read, size)
  if (end.entries > MOST_ENTRIES || end.directoryBytes > MOST_DIRECTORY_BYTES) throw new BundleRefused('too-large')
  if (end.directoryAt + end.directoryBytes !== end.at) throw new BundleRefused('directory')
  const listed = entriesIn(await read(end.directoryAt, end.directoryBytes), end.entries)
  assertApart(listed.map(({ path }) => path))
  const starts = new Map<CentralEntry, number>()
  const inPlace = listed.toSorted((a, b) => a.at - b.at)
  let at = 0
  for (const [index, entry] of inPlace.entries()) {
    if (entry.at !== at) throw new BundleRefused('gap', { entry: entry.path })
    at = inPlace[index + 1]?.at ?? end.directoryAt
    starts.set(entry, await dataOf(read, entry, at))
  }
  if (at !== end.directoryAt) throw new BundleRefused('gap')
  const files = listed.filter(({ path }) => !path.endsWith('/'))
  const entries = files.map((entry): ZipEntry => {
    const { path, method, packedBytes, bytes, crc } = entry
    return { path, isDeflated: method === DEFLATED, start: starts.get(entry) ?? 0, packedBytes, bytes, crc }
  })
  return { entries, comment: end.comment }
}

/** An entry of the directory. */
interface CentralEntry {
  path: string
  nameBytes: Buffer
  flags: number
  method: number
  /** DOS time and date. */
  time: number
  crc: number
  packedBytes: number
  bytes: number
  /** Offset of its local header. */
  at: number
  isZip64: boolean
}

function entriesIn(directory: Buffer, count: number): CentralEntry[] {
  const entries: CentralEntry[] = []
  let at = 0
  for (let left = count; left > 0; left--) {
    if (at + CENTRAL.bytes > directory.length) throw new BundleRefused('directory')
    const lengths = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [number, number, number]
    const next = at + CENTRAL.bytes + lengths[0] + lengths[1] + lengths[2]
    if (directory.readUInt32LE(at) !== CENTRAL.signature || next > directory.length) throw new BundleRefused('directory')
    entries.push(centralEntry(directory.subarray(at, next), lengths))
    at = next
  }
  if (at !== directory.length) throw new BundleRefused('directory')
  return entries
}

function centralEntry(record: Buffer, [nameLength, extraLength]: readonly number[]): CentralEntry {
  const [nameBytes, extra] = partsOf(record, CENTRAL.bytes, nameLength, extraLength)
  const flags = record.readUInt16LE(8)
  const path = pathOf(nameBytes, (flags & UTF8) !== 0)
  const fields = extraFields(extra, nameBytes, path)
  const narrow = [24, 20, 42].map((place) => record.readUInt32LE(place))
  const [bytes, packedBytes, at] = widened(narrow, fields.get(ZIP64), path) as [number, number, number]
  const entry = {
    path,
    nameBytes,
    flags,
    method: record.readUInt16LE(10),
    time: record.readUInt32LE(12),
    crc: record.readUInt32LE(16),
    packedBytes,
    bytes,
    at,
    isZip64: fields.has(ZIP64),
  }
  if (record.readUInt16LE(34) !== 0) throw new BundleRefused('header', { entry: path })
  assertPacking(entry, record.readUInt16LE(6))
  assertKind(entry, record.readUInt8(5), record.readUInt32LE(38))
  return entry
}

/** Packed in a way that every program reads alike. */
function assertPacking({ path, flags, method, packedBytes, bytes }: CentralEntry, version: number): void {
  const isKnown = (flags & ~(LEVEL | SIZES_BEHIND | UTF8)) === 0 && version <= NEWEST_VERSION
  const isMethod = method === DEFLATED || (method === STORED && packedBytes === bytes)
  // Stored data does not say where it ends: programs that read from the start search it for what looks like its end.
  const isEndless = method === STORED && (flags & SIZES_BEHIND) !== 0 && bytes > 0
  if (!isKnown || !isMethod || isEndless) throw new BundleRefused('packing', { entry: path })
}

/** Kinds of Unix, in the upper half of the attributes, and attributes of Windows: volume label, folder, device, link. */
const UNIX_KIND = 0o170000
const [UNIX_FILE, UNIX_FOLDER] = [0o100000, 0o040000]
const DOS_FOLDER = 0x10
const DOS_OTHER_KIND = 0x08 | 0x40 | 0x400

/** A plain file, or a folder without data: by its name and by its attributes. */
function assertKind({ path, bytes, crc }: CentralEntry, host: number, attributes: number): void {
  const kind = (attributes >>> 16) & UNIX_KIND
  const isFolder = path.endsWith('/')
  const isOfKind = kind === 0 || kind === (isFolder ? UNIX_FOLDER : UNIX_FILE)
  const isOther = (attributes & DOS_OTHER_KIND) !== 0 || (!isFolder && (attributes & DOS_FOLDER) !== 0)
  if (!HOSTS.includes(host) || !isOfKind || isOther || (isFolder && (bytes !== 0 || crc !== 0)))
    throw new BundleRefused('kind', { entry: path })
}

/** How an empty file is deflated: Java writes its folders so. */
const DEFLATED_NOTHING = Buffer.from([3, 0])

/** Where the data of an entry begins. Its local header and what stands behind the data have to say what the directory says. */
async function dataOf(read: Read, entry: CentralEntry, nextAt: number): Promise<number> {
  const { path: name, nameBytes, flags, method, time, crc, packedBytes, bytes } = entry
  if (entry.at + LOCAL.bytes > nextAt) throw new BundleRefused('gap', { entry: name })
  const fixed = await read(entry.at, LOCAL.bytes)
  const [nameLength, extraLength] = [fixed.readUInt16LE(26), fixed.readUInt16LE(28)]
  const start = entry.at + LOCAL.bytes + nameLength + extraLength
  const dataEnd = start + packedBytes
  if (fixed.readUInt32LE(0) !== LOCAL.signature || dataEnd > nextAt) throw new BundleRefused('gap', { entry: name })
  const record = Buffer.concat([fixed, await read(entry.at + LOCAL.bytes, nameLength + extraLength)])
  const [localName, extra] = partsOf(record, LOCAL.bytes, nameLength, extraLength)
  const fields = extraFields(extra, nameBytes, name)
  const isBehind = (flags & SIZES_BEHIND) !== 0
  const [localBytes, localPacked] = widened([fixed.readUInt32LE(22), fixed.readUInt32LE(18)], fields.get(ZIP64), name) as [number, number]
  const isSame = (here: number, there: number) => here === there || (isBehind && here === 0)
  if (
    !localName.equals(nameBytes) ||
    fixed.readUInt16LE(4) > NEWEST_VERSION ||
    fixed.readUInt16LE(6) !== flags ||
    fixed.readUInt16LE(8) !== method ||
    fixed.readUInt32LE(10) !== time ||
    !isSame(fixed.readUInt32LE(14), crc) ||
    !isSame(localPacked, packedBytes) ||
    !isSame(localBytes, bytes)
  )
    throw new BundleRefused('header', { entry: name })
  if (isBehind) await assertDescriptor(read, entry, { at: dataEnd, nextAt, isZip64: fields.has(ZIP64) })
  else if (dataEnd !== nextAt) throw new BundleRefused('gap', { entry: name })
  if (name.endsWith('/') && packedBytes > 0 && !(packedBytes === 2 && (await read(start, 2)).equals(DEFLATED_NOTHING)))
    throw new BundleRefused('kind', { entry: name })
  return start
}

/** Checks the bytes behind the data, up to the next header. Sizes of 64 bits stand there for ZIP64, in a local header or, as yazl writes it, only in the directory. */
async function assertDescriptor(
  read: Read,
  { path, crc, packedBytes, bytes, isZip64: isListedZip64 }: CentralEntry,
  { at, nextAt, isZip64 }: { at: number; nextAt: number; isZip64: boolean },
): Promise<void> {
  const length = nextAt - at
  const isWide = length === DESCRIPTOR.bytes64 && (isZip64 || isListedZip64)
  if (!isWide && (length !== DESCRIPTOR.bytes || isZip64)) throw new BundleRefused('gap', { entry: path })
  const found = await read(at, length)
  const sizes = isWide ? [8, 16].map((place) => wideAt(found, place, 'header')) : [8, 12].map((place) => found.readUInt32LE(place))
  const isSame = sizes[0] === packedBytes && sizes[1] === bytes && found.readUInt32LE(4) === crc
  if (found.readUInt32LE(0) !== DESCRIPTOR.signature || !isSame) throw new BundleRefused('header', { entry: path })
}

const partsOf = (record: Buffer, at: number, nameLength = 0, extraLength = 0): [name: Buffer, extra: Buffer] => [
  record.subarray(at, at + nameLength),
  record.subarray(at + nameLength, at + nameLength + extraLength),
]

/** Extra fields by their number: each once, and none that says anything about a file but its times, its owner and large sizes. */
function extraFields(extra: Buffer, nameBytes: Buffer, path: string): Map<number, Buffer> {
  const fields = new Map<number, Buffer>()
  let at = 0
  while (at + 4 <= extra.length) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    const value = extra.subarray(at + 4, at + 4 + length)
    const isNew = EXTRA_FIELDS.includes(id) && !fields.has(id)
    if (!isNew || value.length !== length) throw new BundleRefused('packing', { entry: path })
    // The name once more, behind a version and a sum: programs that know the field take this one.
    if (id === UNICODE_PATH && !value.subarray(5).equals(nameBytes)) throw new BundleRefused('name', { entry: path })
    fields.set(id, value)
    at += 4 + length
  }
  if (at !== extra.length) throw new BundleRefused('packing', { entry: path })
  return fields
}

/** The numbers, those that do not fit in 32 bits from the ZIP64 field: just these, in this order. */
function widened(narrow: readonly number[], field: Buffer | undefined, entry: string): number[] {
  const asked = narrow.filter((value) => value === MOST_32).length
  if (field === undefined ? asked > 0 : asked === 0 || field.length !== asked * 8) throw new BundleRefused('header', { entry })
  let at = 0
  return narrow.map((value) => {
    if (value !== MOST_32 || field === undefined) return value
    at += 8
    return wideAt(field, at - 8, 'header')
  })
}
