import { crc32, deflateRawSync } from 'node:zlib'
import type { ChangeKind } from '../../electron/contract/evidence-words.ts'
import type { BundleRefusal } from '../../electron/exports/evidence/bundle-refused.ts'
import { signed, makeKey } from '../../electron/exports/evidence/sshsig.ts'
import { readZip } from './evidence-tampering.ts'
import {
  descriptor,
  descriptor64,
  end64Record,
  field,
  FLAG,
  locator64,
  u32,
  u64,
  unicodePath,
  zipBytes,
  type RawEnd,
  type RawEntry,
} from './zip-bytes.ts'

/** A bundle of evidence as files, to put into containers of every kind. */
export interface Bundle {
  files: ReadonlyMap<string, Buffer>
  /** A party's signature of it: under its own name it may be added to any bundle. */
  partys: Buffer
}

/** The files of a bundle that lies in `file`, and a stranger's signature of them. */
export async function bundleIn(file: string): Promise<Bundle> {
  const files = await readZip(file)
  const tags = files.get('evidence/tagmanifest-sha256.txt') as Buffer
  return { files, partys: Buffer.from(signed(tags, makeKey())) }
}

export interface Container {
  what: string
  bytes: (bundle: Bundle) => Buffer
  /** What Meterbook says of it: why it is refused, or what it names as changed. */
  says: BundleRefusal | ChangeKind | 'holds'
  /** Seen: of unzip, Python, jar and yauzl, which Meterbook read bundles with before, two unpack different files. */
  differs?: true
}

export const REPORT = 'evidence/data/report.pdf'
export const FORGED = Buffer.from('%PDF-1.7 a forged report')
export const PARTYS = 'evidence/tagmanifest-sha256.txt.ivan.sig'
const JSON_REPORT = 'evidence/data/report.json'

const forged = (more: Partial<RawEntry> = {}): RawEntry => ({ name: REPORT, content: FORGED, ...more })
const partys = ({ partys: content }: Bundle, more: Partial<RawEntry> = {}): RawEntry => ({ name: PARTYS, content, ...more })
const genuine = ({ files }: Bundle): RawEntry[] => [...files].map(([name, content]) => ({ name, content }))

/** The bundle with more entries. */
const plus =
  (...more: RawEntry[]) =>
  (bundle: Bundle): Buffer =>
    zipBytes([...genuine(bundle), ...more])
/** The bundle with a party's signature, put in like this. */
const plusPartys =
  (more: Partial<RawEntry>) =>
  (bundle: Bundle): Buffer =>
    zipBytes([...genuine(bundle), partys(bundle, more)])
/** The bundle with another end. */
const ended =
  (end: RawEnd | ((bundle: Bundle) => RawEnd)) =>
  (bundle: Bundle): Buffer =>
    zipBytes(genuine(bundle), typeof end === 'function' ? end(bundle) : end)
/** The bundle with its report, or another file, put in like this. */
const changed =
  (change: (content: Buffer) => Partial<RawEntry>, path = REPORT) =>
  (bundle: Bundle): Buffer =>
    zipBytes(genuine(bundle).map((entry) => (entry.name === path ? { ...entry, ...change(entry.content as Buffer) } : entry)))

/** A ZIP of nothing but the forged report, as it stands at `at` of a file and is ended `behind` bytes before that ends. */
function forgedZip(at: number, behind: number): Buffer {
  const zip = zipBytes([forged()], { shift: at })
  const end = Buffer.from(zip)
  end.writeUInt16LE(behind, end.length - 2)
  return end
}

const withZip64 = (zip64: NonNullable<RawEnd['beforeEnd']>, narrow: RawEnd = {}): RawEnd => ({ ...narrow, beforeEnd: zip64 })
const MOST = 0xffffffff
const IN_ZIP64 = { entries: 0xffff, directoryBytes: MOST, directoryAt: MOST }
const honest64 =
  (
    change: Partial<Parameters<typeof end64Record>[0]> = {},
    locator: { at?: number; disk?: number; disks?: number } = {},
  ): NonNullable<RawEnd['beforeEnd']> =>
  ({ at, bytes, entries, endsAt }) =>
    Buffer.concat([end64Record({ entries, directoryBytes: bytes, directoryAt: at, ...change }), locator64(locator.at ?? endsAt, locator)])

/** The records of a directory without one of the two reports. */
const listing =
  (which: 'real' | 'forged') =>
  (records: readonly Buffer[]): Buffer[] =>
    records.filter((record) => {
      const isReport = record.subarray(46).toString('latin1').startsWith(REPORT)
      const isForged = record.readUInt32LE(24) === FORGED.length
      return !isReport || isForged === (which === 'forged')
    })

/** Two directories in one file: one lists the bundle, the other the forged report in place of the real one. */
function twoDirectories(bundle: Bundle, is32: 'forged' | 'genuine', countIn32?: number): Buffer {
  const entries = [...genuine(bundle), forged()]
  let records: Buffer[] = []
  const order = (all: Buffer[]) => listing('forged')((records = all))
  const plain = zipBytes(entries, { order })
  const directoryAt = plain.readUInt32LE(plain.length - 6)
  const lists = [listing('forged')(records), listing('real')(records)].map((list) => ({ entries: list.length, bytes: Buffer.concat(list) }))
  const [first, second] = lists as [(typeof lists)[0], (typeof lists)[0]]
  const places = [
    { entries: first.entries, directoryBytes: first.bytes.length, directoryAt },
    { entries: second.entries, directoryBytes: second.bytes.length, directoryAt: directoryAt + first.bytes.length },
  ] as const
  const [narrow, wide] = is32 === 'forged' ? places : ([places[1], places[0]] as const)
  const end = directoryAt + first.bytes.length + second.bytes.length
  const beforeEnd = () => Buffer.concat([second.bytes, end64Record(wide), locator64(end)])
  return zipBytes(entries, { order, beforeEnd, ...narrow, ...(countIn32 === undefined ? {} : { entries: countIn32 }) })
}

const swapped = (bundle: Bundle): Buffer => {
  const other = new Map([
    [REPORT, JSON_REPORT],
    [JSON_REPORT, REPORT],
  ])
  return zipBytes(genuine(bundle).map((entry) => ({ ...entry, local: { name: Buffer.from(other.get(String(entry.name)) ?? entry.name) } })))
}

/** Attributes of Unix and of DOS. */
const kind = (mode: number, dos = 0): Partial<RawEntry> => ({ central: { attributes: mode * 65536 + dos } })

const ENDS: readonly Container[] = [
  {
    what: 'the end counts one entry fewer: the forged report is the last',
    bytes: (bundle) => zipBytes([...genuine(bundle), forged()], { entries: bundle.files.size }),
    says: 'directory',
    differs: true,
  },
  {
    what: 'the end counts one fewer and leaves the last out of the directory',
    bytes: (bundle) =>
      zipBytes([...genuine(bundle), forged()], {
        entries: bundle.files.size,
        beforeEnd: () => Buffer.alloc(0),
        directoryBytes: zipBytes(genuine(bundle)).readUInt32LE(zipBytes(genuine(bundle)).length - 10),
      }),
    says: 'directory',
    differs: true,
  },
  {
    what: 'the end counts one entry more',
    bytes: (bundle) => zipBytes(genuine(bundle), { entries: bundle.files.size + 1 }),
    says: 'directory',
  },
  { what: 'the end counts no entry', bytes: ended({ entries: 0 }), says: 'directory' },
  {
    what: 'the end counts other entries on this disk than in all',
    bytes: (bundle) => zipBytes([...genuine(bundle), forged()], { onDisk: bundle.files.size }),
    says: 'end',
    differs: true,
  },
  {
    what: 'the directory is a byte shorter than it is',
    bytes: (bundle) =>
      zipBytes(genuine(bundle), { directoryBytes: zipBytes(genuine(bundle)).readUInt32LE(zipBytes(genuine(bundle)).length - 10) - 1 }),
    says: 'directory',
  },
  {
    what: 'the directory is said to lie a byte later',
    bytes: (bundle) =>
      zipBytes(genuine(bundle), { directoryAt: zipBytes(genuine(bundle)).readUInt32LE(zipBytes(genuine(bundle)).length - 6) + 1 }),
    says: 'directory',
  },
  {
    what: 'a second end in the comment, of a ZIP with the forged report before the directory',
    bytes: (bundle) => {
      const at = zipBytes(genuine(bundle), { directoryAt: 0 })
      const plain = zipBytes(genuine(bundle))
      const place = plain.readUInt32LE(plain.length - 6)
      const zip = zipBytes([forged()], { shift: place })
      return zipBytes(genuine(bundle), { beforeDirectory: zip.subarray(0, -22), comment: zip.subarray(-22) }).subarray(
        0,
        at.length + zip.length,
      )
    },
    says: 'end',
    differs: true,
  },
  { what: 'the bare signature of an end in the comment', bytes: ended({ comment: Buffer.from('ok PK\u0005\u0006 ok') }), says: 'end' },
  {
    what: 'an end in the last file, stored, whose comment is the real end',
    bytes: (bundle) => {
      const before = zipBytes(genuine(bundle))
      const at = before.readUInt32LE(before.length - 6) + 30 + PARTYS.length
      const inner = forgedZip(at, 0)
      const outer = zipBytes([...genuine(bundle), { name: PARTYS, content: inner, method: 0 }])
      const behind = outer.length - (at + inner.length)
      return zipBytes([...genuine(bundle), { name: PARTYS, content: forgedZip(at, behind), method: 0 }])
    },
    says: 'end',
  },
  { what: 'a byte behind the end', bytes: ended({ after: Buffer.from('x') }), says: 'end' },
  {
    what: 'another ZIP behind it',
    bytes: (bundle) => Buffer.concat([zipBytes(genuine(bundle)), zipBytes([forged()])]),
    says: 'end',
    differs: true,
  },
  {
    what: 'another ZIP behind it, with offsets that fit',
    bytes: (bundle) => {
      const first = zipBytes(genuine(bundle))
      return Buffer.concat([first, zipBytes([forged()], { shift: first.length })])
    },
    says: 'end',
    differs: true,
  },
  {
    what: 'a ZIP of the forged report before it',
    bytes: (bundle) => Buffer.concat([zipBytes([forged()]), zipBytes(genuine(bundle))]),
    says: 'end',
    differs: true,
  },
  {
    what: 'a ZIP of the forged report before it, with offsets that fit',
    bytes: (bundle) => {
      const first = zipBytes([forged()])
      return Buffer.concat([first, zipBytes(genuine(bundle), { shift: first.length })])
    },
    says: 'end',
    differs: true,
  },
  {
    what: 'a program before it, as of an archive that unpacks itself',
    bytes: (bundle) => Buffer.concat([Buffer.from('#!/bin/sh\n'), zipBytes(genuine(bundle), { shift: 10 })]),
    says: 'not-zip',
  },
  { what: 'a comment shorter than it is', bytes: ended({ comment: Buffer.from('comment'), commentBytes: 3 }), says: 'end' },
  { what: 'a comment longer than it is', bytes: ended({ comment: Buffer.from('comment'), commentBytes: 70 }), says: 'end' },
  { what: 'the end is of disk 1', bytes: ended({ disk: 1 }), says: 'end' },
  { what: 'the directory begins on disk 1', bytes: ended({ directoryDisk: 1 }), says: 'end' },
  { what: 'bytes between the directory and the end', bytes: ended({ beforeEnd: () => Buffer.from('between') }), says: 'directory' },
  {
    what: 'a digital signature behind the directory',
    bytes: ended({ beforeEnd: () => Buffer.concat([u32(0x05054b50), Buffer.from([2, 0, 1, 1])]) }),
    says: 'directory',
  },
  {
    what: 'an archive extra data record before the directory',
    bytes: ended({ beforeDirectory: Buffer.concat([u32(0x08064b50, 2), Buffer.from('xx')]) }),
    says: 'gap',
  },
  { what: 'no end', bytes: (bundle) => zipBytes(genuine(bundle)).subarray(0, -22), says: 'cut-off' },
]

const ZIP64S: readonly Container[] = [
  {
    what: 'a ZIP64 directory of the bundle beside a forged one in 32 bits',
    bytes: (bundle) => twoDirectories(bundle, 'forged'),
    says: 'end',
    differs: true,
  },
  {
    what: 'a forged ZIP64 directory beside the one of the bundle in 32 bits',
    bytes: (bundle) => twoDirectories(bundle, 'genuine'),
    says: 'end',
    differs: true,
  },
  {
    what: 'as the first, and the end counts 65,535',
    bytes: (bundle) => twoDirectories(bundle, 'forged', 0xffff),
    says: 'end',
    differs: true,
  },
  {
    what: 'the ZIP64 end counts one entry fewer',
    bytes: (bundle) => zipBytes([...genuine(bundle), forged()], { ...IN_ZIP64, beforeEnd: honest64({ entries: bundle.files.size }) }),
    says: 'directory',
    differs: true,
  },
  {
    what: 'the ZIP64 end counts one entry fewer than the end',
    bytes: (bundle) => zipBytes([...genuine(bundle), forged()], { beforeEnd: honest64({ entries: bundle.files.size }) }),
    says: 'end',
    differs: true,
  },
  { what: 'a ZIP64 locator of another place', bytes: ended(withZip64(honest64({}, { at: 0 }), IN_ZIP64)), says: 'end' },
  { what: 'a ZIP64 locator without its record', bytes: ended({ beforeEnd: ({ endsAt }) => locator64(endsAt) }), says: 'end' },
  { what: 'ZIP64 entries on this disk differ from all', bytes: ended(withZip64(honest64({ onDisk: 1 }), IN_ZIP64)), says: 'end' },
  { what: 'a ZIP64 end with more data', bytes: ended(withZip64(honest64({ more: Buffer.from('more') }), IN_ZIP64)), says: 'end' },
  { what: 'a ZIP64 end that names another length of its own', bytes: ended(withZip64(honest64({ ownBytes: 88 }), IN_ZIP64)), says: 'end' },
  { what: 'two disks by the ZIP64 locator', bytes: ended(withZip64(honest64({}, { disks: 2 }), IN_ZIP64)), says: 'end' },
  { what: 'disk 1 in the ZIP64 end', bytes: ended(withZip64(honest64({ disk: 1 }), IN_ZIP64)), says: 'end' },
  { what: 'an offset of 2^60 in the ZIP64 end', bytes: ended(withZip64(honest64({ directoryAt: 2n ** 60n }), IN_ZIP64)), says: 'end' },
  { what: 'numbers that are in ZIP64, and no ZIP64', bytes: ended({ directoryAt: MOST }), says: 'directory' },
  { what: 'a million entries by ZIP64', bytes: ended(withZip64(honest64({ entries: 1_000_000 }), IN_ZIP64)), says: 'too-large' },
  {
    what: 'an offset by ZIP64 that nothing asks for, of a forged header',
    bytes: (bundle) =>
      zipBytes([
        forged({ isListed: false }),
        ...genuine(bundle).map((entry) => (entry.name === REPORT ? { ...entry, central: { extra: field(1, u64(0)) } } : entry)),
      ]),
    says: 'header',
  },
  {
    what: 'a ZIP64 field that is too short',
    bytes: changed(() => ({ central: { bytes: MOST, extra: field(1, Buffer.alloc(4)) } })),
    says: 'header',
  },
  {
    what: 'a ZIP64 field of more than is asked for',
    bytes: changed((content) => ({ central: { bytes: MOST, extra: field(1, u64(content.length, deflateRawSync(content).length)) } })),
    says: 'header',
  },
  {
    what: 'two ZIP64 fields in an entry',
    bytes: changed((content) => ({ central: { bytes: MOST, extra: Buffer.concat([field(1, u64(content.length)), field(1, u64(7))]) } })),
    says: 'packing',
  },
  {
    what: 'other sizes in the ZIP64 field of the local header',
    bytes: changed((content) => ({ local: { bytes: MOST, packedBytes: MOST, extra: field(1, u64(content.length, 1)) } })),
    says: 'header',
    differs: true,
  },
  {
    what: 'ZIP64 of one small entry, honest',
    bytes: changed((content) => ({
      central: { bytes: MOST, packedBytes: MOST, extra: field(1, u64(content.length, deflateRawSync(content).length)) },
      local: { bytes: MOST, packedBytes: MOST, extra: field(1, u64(content.length, deflateRawSync(content).length)) },
    })),
    says: 'holds',
  },
  { what: 'a ZIP64 end, honest', bytes: ended(withZip64(honest64(), IN_ZIP64)), says: 'holds' },
  { what: 'a ZIP64 end that says the same as the end', bytes: ended(withZip64(honest64())), says: 'holds' },
]

const FOLDER_NAME = `${REPORT}/`
const composed = (path: string, form: 'NFC' | 'NFD') => path.replace('ivan', 'й'.normalize(form))
const NAMES: readonly Container[] = [
  {
    what: 'the forged report is a folder by its Unicode path, which is left out',
    bytes: plus(forged({ central: { extra: unicodePath(REPORT, FOLDER_NAME) } })),
    says: 'name',
    differs: true,
  },
  {
    what: "a party's signature is the report by its Unicode path",
    bytes: plusPartys({ extra: unicodePath(PARTYS, REPORT) }),
    says: 'name',
    differs: true,
  },
  {
    what: 'a Unicode path of another name, whose sum does not fit',
    bytes: plusPartys({ extra: unicodePath(PARTYS, REPORT, 1) }),
    says: 'name',
  },
  { what: 'a Unicode path in the local header alone', bytes: plusPartys({ local: { extra: unicodePath(PARTYS, REPORT) } }), says: 'name' },
  { what: 'a Unicode path cut short', bytes: plusPartys({ extra: field(0x7075, Buffer.from([1])) }), says: 'name' },
  { what: 'a Unicode path of the same name', bytes: plusPartys({ extra: unicodePath(PARTYS, PARTYS) }), says: 'holds' },
  { what: 'the report twice, the forged one last', bytes: plus(forged()), says: 'name', differs: true },
  {
    what: 'the report twice, the forged one first',
    bytes: (bundle) => zipBytes([forged(), ...genuine(bundle)]),
    says: 'name',
    differs: true,
  },
  {
    what: "the report twice, a party's signature between them",
    bytes: (bundle) => zipBytes([...genuine(bundle), partys(bundle), forged()]),
    says: 'name',
    differs: true,
  },
  { what: 'the report once more in capitals', bytes: plus(forged({ name: REPORT.replace('report', 'REPORT') })), says: 'name' },
  {
    what: 'the report once more in letters of full width',
    bytes: plus(forged({ name: REPORT.replace('r', 'ｒ'), flags: FLAG.utf8 })),
    says: 'name',
  },
  {
    what: 'one signature under a name composed and not',
    bytes: (bundle) =>
      zipBytes([
        ...genuine(bundle),
        partys(bundle, { name: composed(PARTYS, 'NFC'), flags: FLAG.utf8 }),
        partys(bundle, { name: composed(PARTYS, 'NFD'), flags: FLAG.utf8 }),
      ]),
    says: 'name',
  },
  { what: 'a name with backslashes', bytes: plus(forged({ name: REPORT.replaceAll('/', '\\') })), says: 'bad-path' },
  { what: 'a name that leads out', bytes: plus(forged({ name: '../forged.pdf' })), says: 'bad-path' },
  {
    what: 'a name that leads out and back',
    bytes: plus(forged({ name: 'evidence/../evidence/data/report.pdf' })),
    says: 'bad-path',
    differs: true,
  },
  { what: 'an absolute name', bytes: plus(forged({ name: '/evidence/data/report.pdf' })), says: 'bad-path' },
  { what: 'a name on a drive', bytes: plus(forged({ name: 'C:report.pdf' })), says: 'bad-path' },
  { what: 'a name with a zero byte', bytes: plusPartys({ name: `${REPORT}\0.sig`, content: FORGED }), says: 'name', differs: true },
  { what: 'a name with a line break', bytes: plus(forged({ name: `${REPORT}\n` })), says: 'name', differs: true },
  {
    what: 'a name with a letter that is not seen',
    bytes: plus(forged({ name: 'evidence/data/re\u200bport.pdf', flags: FLAG.utf8 })),
    says: 'name',
  },
  { what: 'a name with a direction mark', bytes: plus(forged({ name: 'evidence/data/\u202efdp.troper', flags: FLAG.utf8 })), says: 'name' },
  { what: 'a name that ends with a dot', bytes: plus(forged({ name: `${REPORT}.` })), says: 'name' },
  { what: 'a name that ends with a space', bytes: plus(forged({ name: `${REPORT} ` })), says: 'name' },
  { what: 'a folder that ends with a dot', bytes: plus(forged({ name: 'evidence/data./report.pdf' })), says: 'name' },
  { what: 'a device of Windows', bytes: plus(forged({ name: 'evidence/data/nul.pdf' })), says: 'name' },
  { what: 'a device of Windows by a small digit', bytes: plus(forged({ name: 'evidence/COM¹/x', flags: FLAG.utf8 })), says: 'name' },
  { what: 'a version of VMS', bytes: plus(forged({ name: `${REPORT};1` })), says: 'name', differs: true },
  { what: 'a stream of NTFS', bytes: plus(forged({ name: `${REPORT}::$DATA` })), says: 'name' },
  { what: 'a name that begins with ./', bytes: plus(forged({ name: `./${REPORT}` })), says: 'name', differs: true },
  { what: 'a name with /./', bytes: plus(forged({ name: 'evidence/data/./report.pdf' })), says: 'name', differs: true },
  { what: 'a name with //', bytes: plus(forged({ name: 'evidence/data//report.pdf' })), says: 'name', differs: true },
  { what: 'a name that is empty', bytes: plus(forged({ name: '' })), says: 'name', differs: true },
  { what: 'a part of 300 bytes', bytes: plus(forged({ name: `evidence/${'a'.repeat(300)}` })), says: 'name', differs: true },
  { what: 'a name of 1,320 bytes', bytes: plus(forged({ name: 'evidence/ab'.repeat(120) })), says: 'name' },
  { what: 'letters outside ASCII without the flag for UTF-8', bytes: plusPartys({ name: PARTYS.replace('ivan', 'Иван') }), says: 'name' },
  { what: 'letters outside ASCII with it', bytes: plusPartys({ name: PARTYS.replace('ivan', 'Иван'), flags: FLAG.utf8 }), says: 'holds' },
  {
    what: 'bytes that are no UTF-8, with the flag for it',
    bytes: plusPartys({
      name: Buffer.concat([Buffer.from('evidence/tagmanifest-sha256.txt.'), Buffer.from([0xc3, 0x28]), Buffer.from('.sig')]),
      flags: FLAG.utf8,
    }),
    says: 'name',
  },
  { what: 'the report is a folder of another file as well', bytes: plus(forged({ name: `${REPORT}/x` })), says: 'name', differs: true },
  { what: 'the report is an empty folder as well', bytes: plus({ name: FOLDER_NAME, method: 0 }), says: 'name' },
]

const KINDS: readonly Container[] = [
  { what: 'the report is a link by its mode', bytes: changed(() => kind(0o120777)), says: 'kind', differs: true },
  {
    what: "a party's signature is a link to the report",
    bytes: plusPartys({ ...kind(0o120777), content: Buffer.from('data/report.pdf'), method: 0 }),
    says: 'kind',
  },
  {
    what: 'a folder with the forged report as its data',
    bytes: plus({ name: 'evidence/notes/', content: FORGED, method: 0 }),
    says: 'kind',
  },
  {
    what: 'a folder with data, the report by its local name',
    bytes: plus({ name: 'evidence/notes/', content: FORGED, method: 0, local: { name: Buffer.from(REPORT) } }),
    says: 'kind',
    differs: true,
  },
  { what: 'a folder that is named as the report, with data', bytes: plus({ name: FOLDER_NAME, content: FORGED, method: 0 }), says: 'kind' },
  {
    what: 'a folder with packed data that unpacks to nothing',
    bytes: plus({ name: 'evidence/notes/', packed: Buffer.concat([Buffer.from([3, 0]), FORGED]) }),
    says: 'kind',
  },
  { what: 'the report is a folder by its mode', bytes: changed(() => kind(0o040755)), says: 'kind' },
  { what: 'the report is a folder by its attributes of DOS', bytes: changed(() => kind(0o100644, 0x10)), says: 'kind' },
  { what: 'the report is a pipe', bytes: changed(() => kind(0o010644)), says: 'kind' },
  { what: 'the report is a device', bytes: changed(() => kind(0o020644)), says: 'kind' },
  { what: 'the report is a socket', bytes: changed(() => kind(0o140644)), says: 'kind' },
  { what: 'the report is a volume label', bytes: changed(() => ({ central: { host: 0, attributes: 0x08 } })), says: 'kind' },
  { what: 'the report is a reparse point', bytes: changed(() => ({ central: { host: 0, attributes: 0x400 } })), says: 'kind' },
  { what: 'a folder that is a file by its mode', bytes: plus({ name: 'evidence/notes/', method: 0, ...kind(0o100644) }), says: 'kind' },
  { what: 'the report comes from an Amiga', bytes: changed(() => ({ central: { host: 1 } })), says: 'kind' },
  { what: 'an empty folder', bytes: plus({ name: 'evidence/data/filters/', method: 0 }), says: 'holds' },
  { what: 'an empty folder as Java writes it', bytes: plus({ name: 'evidence/data/filters/', flags: FLAG.sizesBehind }), says: 'holds' },
]

const HEADERS: readonly Container[] = [
  { what: 'two files change their names in their local headers', bytes: swapped, says: 'header', differs: true },
  {
    what: "a party's signature is the report by its local name",
    bytes: plusPartys({ local: { name: Buffer.from(REPORT) } }),
    says: 'header',
    differs: true,
  },
  { what: 'another CRC in the local header', bytes: changed(() => ({ local: { crc: 7 } })), says: 'header' },
  { what: 'another CRC in the directory', bytes: changed(() => ({ central: { crc: 7 } })), says: 'header' },
  { what: 'another size in the local header', bytes: changed((content) => ({ local: { bytes: content.length - 1 } })), says: 'header' },
  {
    what: 'another packed size in the local header',
    bytes: changed((content) => ({ local: { packedBytes: deflateRawSync(content).length - 1 } })),
    says: 'header',
  },
  {
    what: 'stored by the local header, deflated by the directory',
    bytes: changed(() => ({ local: { method: 0 } })),
    says: 'header',
    differs: true,
  },
  { what: 'encrypted by the local header', bytes: changed(() => ({ local: { flags: FLAG.encrypted } })), says: 'header' },
  {
    what: 'sizes behind the data by the local header alone',
    bytes: changed((content) => ({ local: { flags: FLAG.sizesBehind }, behind: descriptor(content, deflateRawSync(content)) })),
    says: 'header',
  },
  { what: 'UTF-8 by the local header alone', bytes: changed(() => ({ local: { flags: FLAG.utf8 } })), says: 'header' },
  { what: 'another time in the local header', bytes: changed(() => ({ local: { time: 1 } })), says: 'header' },
  { what: 'a local header for version 9.9', bytes: changed(() => ({ local: { version: 99 } })), says: 'header' },
  { what: 'version 9.9 in the directory', bytes: changed(() => ({ central: { version: 99 } })), says: 'packing' },
  { what: 'an entry on disk 1', bytes: changed(() => ({ central: { disk: 1 } })), says: 'header' },
  {
    what: 'sizes behind the data that are not there',
    bytes: changed(() => ({ flags: FLAG.sizesBehind, behind: Buffer.alloc(0) })),
    says: 'gap',
  },
  {
    what: 'another CRC behind the data',
    bytes: changed((content) => ({ flags: FLAG.sizesBehind, behind: descriptor(FORGED, deflateRawSync(content)) })),
    says: 'header',
  },
  {
    what: 'another size behind the data',
    bytes: changed((content) => ({
      flags: FLAG.sizesBehind,
      behind: Buffer.concat([u32(0x08074b50, crc32(content), deflateRawSync(content).length, 1)]),
    })),
    says: 'header',
  },
  {
    what: 'sizes behind the data without their signature',
    bytes: changed((content) => ({ flags: FLAG.sizesBehind, behind: u32(crc32(content), deflateRawSync(content).length, content.length) })),
    says: 'gap',
  },
  {
    what: 'sizes of 64 bits behind data that is not ZIP64',
    bytes: changed((content) => ({ flags: FLAG.sizesBehind, behind: descriptor64(content, deflateRawSync(content)) })),
    says: 'gap',
  },
  { what: 'sizes behind the data', bytes: changed(() => ({ flags: FLAG.sizesBehind })), says: 'holds' },
]

/** A local header with the forged report, and nothing in the directory. */
const unlisted = forged({ isListed: false })
const GAPS: readonly Container[] = [
  { what: 'the forged report behind the last file, in no directory', bytes: plus(unlisted), says: 'gap', differs: true },
  {
    what: 'the forged report before the first file, in no directory',
    bytes: (bundle) => zipBytes([unlisted, ...genuine(bundle)]),
    says: 'gap',
  },
  {
    what: 'the forged report behind the real one, in no directory',
    bytes: (bundle) => zipBytes(genuine(bundle).flatMap((entry) => (entry.name === REPORT ? [entry, unlisted] : [entry]))),
    says: 'gap',
    differs: true,
  },
  { what: 'zeros between two files', bytes: changed(() => ({ before: Buffer.alloc(64) })), says: 'gap' },
  { what: 'a byte between two files', bytes: changed(() => ({ before: Buffer.from('x') })), says: 'gap' },
  { what: 'zeros before the directory', bytes: ended({ beforeDirectory: Buffer.alloc(64) }), says: 'gap' },
  {
    what: 'two names for one local header',
    bytes: (bundle) => zipBytes([...genuine(bundle), partys(bundle, { isLaid: false, central: { at: 0 } })]),
    says: 'gap',
    differs: true,
  },
  {
    what: 'a local header inside the data of another file',
    bytes: (bundle) => {
      const inner = zipBytes([forged({ name: PARTYS, isListed: false })]).subarray(0, -22)
      const plain = zipBytes(genuine(bundle))
      const at = plain.readUInt32LE(plain.length - 6) + 30 + 'evidence/outer'.length
      return zipBytes([
        ...genuine(bundle),
        { name: 'evidence/outer', method: 0, content: inner },
        forged({ name: PARTYS, isLaid: false, central: { at } }),
      ])
    },
    says: 'gap',
    differs: true,
  },
  {
    what: 'a local header behind the end of the file',
    bytes: plus(forged({ name: PARTYS, isLaid: false, central: { at: 0x7fffffff } })),
    says: 'gap',
    differs: true,
  },
  {
    what: 'a local header that is none',
    bytes: (bundle) => {
      const bytes = zipBytes(genuine(bundle))
      const at = bytes.indexOf(REPORT) - 30
      bytes.writeUInt32LE(0x03044b51, at)
      return bytes
    },
    says: 'gap',
  },
  { what: 'the directory in another order than the files', bytes: ended({ order: (records) => records.toReversed() }), says: 'holds' },
]

const END_OF_FORGED = descriptor(FORGED, deflateRawSync(FORGED))
/** What programs that read from the start find behind the end of deflated data: sizes, and the next local header. */
function hidden(content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const next = zipBytes([forged({ flags: FLAG.sizesBehind, behind: END_OF_FORGED, isListed: false })])
  return Buffer.concat([packed, descriptor(content, packed), next.subarray(0, -22)])
}
const DATA: readonly Container[] = [
  {
    what: 'the forged report behind the end of what is deflated',
    bytes: changed((content) => ({ flags: FLAG.sizesBehind, packed: hidden(content) })),
    says: 'data',
    differs: true,
  },
  {
    what: 'a byte behind the end of what is deflated',
    bytes: changed((content) => ({ packed: Buffer.concat([deflateRawSync(content), Buffer.from('x')]) })),
    says: 'data',
  },
  {
    what: 'a megabyte behind the end of what is deflated',
    bytes: changed((content) => ({ packed: Buffer.concat([deflateRawSync(content), Buffer.alloc(1024 * 1024, 1)]) })),
    says: 'data',
  },
  {
    what: 'stored with sizes behind, and what looks like them inside',
    bytes: changed((content) => ({ method: 0, flags: FLAG.sizesBehind, content: Buffer.concat([content, descriptor(content, content)]) })),
    says: 'packing',
  },
  { what: 'another CRC in both headers', bytes: changed(() => ({ local: { crc: 7 }, central: { crc: 7 } })), says: 'file-unreadable' },
  {
    what: 'a size in both headers that is less than there is',
    bytes: changed((content) => ({ local: { bytes: content.length - 1 }, central: { bytes: content.length - 1 } })),
    says: 'file-unreadable',
    differs: true,
  },
  {
    what: 'a size in both headers that is more than there is',
    bytes: changed((content) => ({ local: { bytes: content.length + 1 }, central: { bytes: content.length + 1 } })),
    says: 'file-unreadable',
    differs: true,
  },
  {
    what: 'deflated data cut short',
    bytes: changed((content) => ({ packed: deflateRawSync(content).subarray(0, -1) })),
    says: 'file-unreadable',
    differs: true,
  },
  {
    what: 'stored, with two sizes',
    bytes: changed((content) => ({ method: 0, local: { bytes: content.length - 1 }, central: { bytes: content.length - 1 } })),
    says: 'packing',
  },
  { what: 'Deflate64', bytes: changed(() => ({ local: { method: 9 }, central: { method: 9 } })), says: 'packing', differs: true },
  { what: 'bzip2', bytes: changed(() => ({ local: { method: 12 }, central: { method: 12 } })), says: 'packing' },
  { what: 'encrypted', bytes: changed(() => ({ flags: FLAG.encrypted })), says: 'packing' },
  { what: 'headers that are masked', bytes: changed(() => ({ flags: FLAG.masked })), says: 'packing' },
  { what: 'patched data', bytes: changed(() => ({ flags: FLAG.patched })), says: 'packing' },
  { what: 'the field of AES', bytes: changed(() => ({ extra: field(0x9901, Buffer.from([2, 0, 0x41, 0x45, 3, 8, 0])) })), says: 'packing' },
  { what: 'an old link of Unix in a field of ASi', bytes: changed(() => ({ extra: field(0x756e, Buffer.alloc(14)) })), says: 'packing' },
  { what: 'a comment in Unicode', bytes: changed(() => ({ extra: field(0x6375, Buffer.alloc(6)) })), says: 'packing' },
  { what: 'a field longer than all fields', bytes: changed(() => ({ extra: Buffer.from([0x55, 0x54, 99, 0, 1]) })), says: 'packing' },
  { what: 'three bytes that are no field', bytes: changed(() => ({ extra: Buffer.from([0x55, 0x54, 0]) })), says: 'packing' },
  { what: 'the same field twice', bytes: changed(() => ({ extra: Buffer.concat([field(0xcafe), field(0xcafe)]) })), says: 'packing' },
  {
    what: 'fields of times and owners',
    bytes: changed(() => ({
      extra: Buffer.concat([
        field(0x5455, Buffer.from([1, 0, 0, 0, 0])),
        field(0x7875, Buffer.from([1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])),
        field(0x000a, Buffer.alloc(32)),
      ]),
    })),
    says: 'holds',
  },
  { what: 'nothing special', bytes: plus(), says: 'holds' },
  { what: 'all of it stored', bytes: (bundle) => zipBytes(genuine(bundle).map((entry) => ({ ...entry, method: 0 }))), says: 'holds' },
]

/** Containers of one bundle, most of which two programs unpack differently. */
export const CONTAINERS: readonly Container[] = [...ENDS, ...ZIP64S, ...NAMES, ...KINDS, ...HEADERS, ...GAPS, ...DATA]
