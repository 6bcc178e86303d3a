import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { writeBundle } from '../../../electron/exports/evidence/bundle.ts'
import { makeKey, signed } from '../../../electron/exports/evidence/sshsig.ts'
import { attacks, type Attack } from '../../support/attacks.ts'
import { readZip, resum, writeZip, type Files } from '../../support/evidence-tampering.ts'
import { expectLinear } from '../../support/twice-as-much.ts'
import { sampleBook, sampleChoice } from '../../unit/exports/evidence/sample.ts'
import { meterbook } from './run-cli.ts'

/**
 * `verify` of bundles whose texts somebody made to break it: signatures, lists of sums, lines of records and tables. What was
 * changed is named, or the bundle is refused, by a sentence and in a time that grows with their length.
 */

let folder: string
let original: string
const key = makeKey()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
  original = join(folder, 'original.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, original, { version: '1', key })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Make = (files: Files) => void
const at = (path: string): string => `evidence/${path}`
const get = (files: Files, path: string): Buffer => files.get(at(path)) ?? Buffer.alloc(0)

async function bundleOf(make: Make, keepsSums: boolean): Promise<string> {
  const files = await readZip(original)
  make(files)
  if (!keepsSums) resum(files)
  const file = join(folder, 'hostile.zip')
  await writeZip(file, files)
  return file
}

const verified = async (file: string) => {
  const { code, stdout, stderr } = await meterbook(['verify', file], folder)
  return { code, says: stdout + stderr }
}

/** Named as changed, or refused: a bundle that somebody changed never holds. */
async function tried(make: Make, keepsSums: boolean): Promise<void> {
  const { code, says } = await verified(await bundleOf(make, keepsSums))
  expect([1, 5]).toContain(code)
  expect(says).not.toMatch(/unforeseen|\bat .*\.ts:\d/)
  // What is shown of it is bounded, and moves no terminal.
  expect(says.length).toBeLessThan(MB)
  // eslint-disable-next-line no-control-regex
  expect(says).not.toMatch(/[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/)
}

const one = (name: string, make: Make, { keepsSums = false } = {}): Attack => ({ name, run: () => tried(make, keepsSums) })
/** A part in the place of another. */
const part = (name: string, path: string, of: (was: string) => string | Buffer, options = {}): Attack =>
  one(name, (files) => void files.set(at(path), Buffer.from(of(get(files, path).toString()))), options)
const added = (name: string, path: string, content: () => string | Buffer): Attack =>
  one(name, (files) => void files.set(path, Buffer.from(content())), { keepsSums: true })

const MB = 1024 * 1024
const SIG = 'tagmanifest-sha256.txt.sig'
const armour = (bytes: Buffer): string =>
  `-----BEGIN SSH SIGNATURE-----\n${(bytes.toString('base64').match(/.{1,70}/g) ?? []).join('\n')}\n-----END SSH SIGNATURE-----\n`
const bytesIn = (armoured: string): Buffer => Buffer.from(armoured.split('\n').slice(1, -2).join(''), 'base64')
/** A signature whose bytes are changed. */
const signature = (name: string, of: (bytes: Buffer) => Buffer): Attack =>
  part(name, SIG, (was) => armour(of(bytesIn(was))), { keepsSums: true })
const uint = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

attacks(12, 'a signature of a bundle', [
  part('that is cut in the middle', SIG, (was) => was.slice(0, was.length / 2), { keepsSums: true }),
  part('without its end', SIG, (was) => was.replace(/-----END.*/, ''), { keepsSums: true }),
  part('without its beginning', SIG, (was) => was.replace(/-----BEGIN.*\n/, ''), { keepsSums: true }),
  part('that is empty', SIG, () => '', { keepsSums: true }),
  part('of nothing between its lines', SIG, () => armour(Buffer.alloc(0)), { keepsSums: true }),
  one('of another purpose', (files) => void files.set(at(SIG), Buffer.from(signed(get(files, 'tagmanifest-sha256.txt'), key, 'git'))), {
    keepsSums: true,
  }),
  one('of no purpose', (files) => void files.set(at(SIG), Buffer.from(signed(get(files, 'tagmanifest-sha256.txt'), key, ''))), {
    keepsSums: true,
  }),
  one(
    'of the purpose and a zero byte',
    (files) => void files.set(at(SIG), Buffer.from(signed(get(files, 'tagmanifest-sha256.txt'), key, 'meterbook-evidence\0'))),
    { keepsSums: true },
  ),
  one(
    'of a purpose of 200 KB',
    (files) => void files.set(at(SIG), Buffer.from(signed(get(files, 'tagmanifest-sha256.txt'), key, 'x'.repeat(150_000)))),
    { keepsSums: true },
  ),
  one('of other bytes', (files) => void files.set(at(SIG), Buffer.from(signed(Buffer.from('x'), key))), { keepsSums: true }),
  signature('with a byte behind it', (bytes) => Buffer.concat([bytes, Buffer.from('x')])),
  signature('with 100 KB behind it', (bytes) => Buffer.concat([bytes, Buffer.alloc(100_000)])),
  signature('that is cut by a byte', (bytes) => bytes.subarray(0, -1)),
  signature('of another version', (bytes) => Buffer.concat([bytes.subarray(0, 6), uint(2), bytes.subarray(10)])),
  signature('whose key says 4 GB', (bytes) => Buffer.concat([bytes.subarray(0, 10), uint(0xffffffff), bytes.subarray(14)])),
  signature('whose key is empty', (bytes) => Buffer.concat([bytes.subarray(0, 10), uint(0)])),
  signature('of zeros', (bytes) => Buffer.concat([bytes.subarray(0, -64), Buffer.alloc(64)])),
  signature('of a key of zeros', (bytes) => Buffer.concat([bytes.subarray(0, 33), Buffer.alloc(32), bytes.subarray(65)])),
  part('in one line of 150 KB', SIG, (was) => was.replace('\n', `\n${'A'.repeat(150_000)}`), { keepsSums: true }),
  part('with text before it', SIG, (was) => `x\n${was}`, { keepsSums: true }),
  part('with another behind it', SIG, (was) => was + was, { keepsSums: true }),
  part('with one zero byte in it', SIG, (was) => `${was.slice(0, 100)}\0${was.slice(100)}`, { keepsSums: true }),
])

const SUM = 'a'.repeat(64)
const manifest = (name: string, of: (was: string) => string | Buffer): Attack => part(name, 'manifest-sha256.txt', of, { keepsSums: true })
attacks(12, 'a list of sums of a bundle', [
  manifest('with a line of 100 MB', (was) => `${was}${SUM}  ${'x'.repeat(100 * MB)}\n`),
  manifest('of a million files', (was) => was + Array.from({ length: 1_000_000 }, (_, n) => `${SUM}  data/${n}\n`).join('')),
  manifest('of 3,000 files', (was) => was + Array.from({ length: 3_000 }, (_, n) => `${SUM}  data/${n}\n`).join('')),
  ...[
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\x',
    'data/../../x',
    'data/\u202efdp.x',
    'data/\0x',
    'data/REPORT.json',
    'data/re\u0301port.json',
    'data/\x1b[2Jx',
    '__proto__',
    'constructor',
  ].map((path) => manifest(`that names ${JSON.stringify(path)}`, (was) => `${was}${SUM}  ${path}\n`)),
  manifest('that names a file twice, with two sums', (was) => `${was}${SUM}  data/report.json\n`),
  manifest('with lines that end in CR', (was) => was.replaceAll('\n', '\r')),
  manifest('with lines that end in CR LF', (was) => was.replaceAll('\n', '\r\n')),
  manifest('in UTF-16', (was) => Buffer.from(`\ufeff${was}`, 'utf16le')),
  manifest('behind a mark of byte order', (was) => `\ufeff${was}`),
  manifest('that is empty', () => ''),
  manifest('of sums in capitals', (was) => was.replaceAll(/^[0-9a-f]{64}/gm, (sum) => sum.toUpperCase())),
  manifest('of sums of 10,000 digits', (was) => was.replaceAll(/^[0-9a-f]{64}/gm, (sum) => sum.repeat(150))),
  manifest('of files without a name', (was) => was.replaceAll(/ {2}.*/g, '  ')),
])

attacks(12, 'a file of a bundle', [
  ...[
    'evidence/data/\0x',
    'evidence/data/\u202ex',
    'evidence/data/REPORT.JSON',
    'evidence/data/report.json ',
    'evidence/data/\ufb01le',
    'evidence/__proto__',
    'other/x',
  ].map((path) => added(`that is called ${JSON.stringify(path)}`, path, () => 'x')),
  added('of no bytes', 'evidence/data/empty.csv', () => ''),
  one('1,500 more', (files) => {
    for (let n = 0; n < 1_500; n++) files.set(at(`data/${n}.csv`), Buffer.from('x'))
  }),
  one(
    'and no other',
    (files) => {
      for (const name of [...files.keys()]) if (!name.endsWith('bagit.txt')) files.delete(name)
    },
    { keepsSums: true },
  ),
])

const RECORDS = 'data/records.jsonl'
const READINGS = 'data/readings.csv'
const long = (digits: number) => '7'.repeat(digits)
attacks(12, 'the records of a bundle', [
  part('a line of 100 MB', RECORDS, (was) => `${was}["station",1,{"name":"${'x'.repeat(100 * MB)}"}]\n`),
  part('a number of 10,000 digits', RECORDS, (was) => was.replace(/"P":[\d.]+/, `"P":${long(10_000)}`)),
  part('a time of 10,000 digits', RECORDS, (was) => was.replace(/(\["reading",\d+,"\w+","\w+",)\d+/, `$1${long(10_000)}`)),
  part('a station of 10,000 digits', RECORDS, (was) => was.replace(/\["station",\d+/, `["station",${long(10_000)}`)),
  part('a time of 1e308', RECORDS, (was) => was.replace(/(\["reading",\d+,"\w+","\w+",)\d+/, '$11e308')),
  part('a value of 1e999', RECORDS, (was) => was.replace(/"P":[\d.]+/, '"P":1e999')),
  part('a value of -0', RECORDS, (was) => was.replace(/"P":[\d.]+/, '"P":-0')),
  part('keys of the prototype', RECORDS, (was) => was.replace('"P":', '"__proto__":{"x":1},"P":')),
  part('a key that comes twice', RECORDS, (was) => was.replace('"P":', '"P":5,"P":')),
  part('a record that nests 2 MB deep', RECORDS, (was) => `${was}${'['.repeat(MB)}${']'.repeat(MB)}\n`),
  part('records with lines that end in CR', RECORDS, (was) => was.replaceAll('\n', '\r')),
  part('records in UTF-16', RECORDS, (was) => Buffer.from(was, 'utf16le')),
  part('records behind a mark of byte order', RECORDS, (was) => `\ufeff${was}`),
  part('records twice', RECORDS, (was) => was + was),
  part('records in the other order', RECORDS, (was) => was.split('\n').toReversed().join('\n')),
  part('bytes that are no text', RECORDS, (was) => Buffer.concat([Buffer.from(was), Buffer.alloc(5_000, 0xff)])),
  part('rows that end in CR', READINGS, (was) => was.replaceAll('\r\n', '\r')),
  part('rows that end in LF', READINGS, (was) => was.replaceAll('\r\n', '\n')),
  part('a row of 100 MB', READINGS, (was) => `${was}${'1,'.repeat(50 * MB)}\r\n`),
  part('a table of NUL', READINGS, () => '\0'.repeat(MB)),
  part('a table without a head', READINGS, (was) => was.slice(was.indexOf('\r\n') + 2)),
  part('a table that is empty', READINGS, () => ''),
  part('a quote that never ends', READINGS, (was) => was.replace('\r\n', '\r\n"')),
  part('a report that nests 60,000 deep', 'data/report.json', () => '['.repeat(60_000)),
  part('a report that is null', 'data/report.json', () => 'null'),
  part('a report of keys of the prototype', 'data/report.json', (was) => was.replace('{', '{"__proto__":{"program":"x"},')),
  part('a report of numbers of 10,000 digits', 'data/report.json', (was) => was.replaceAll(/"m3": [\d.]+/g, `"m3": ${long(10_000)}`)),
  part('a choice that is null', 'data/filters/choice.json', () => 'null'),
  part('a choice that nests', 'data/filters/choice.json', () => '{"form":'.repeat(20_000)),
  part('a choice of stations that are no numbers', 'data/filters/choice.json', (was) =>
    was.replace(/"stationIds": \[[^\]]*\]/, '"stationIds": [null,{},"x",1e999,-1]'),
  ),
  part('a choice of a span without end', 'data/filters/choice.json', (was) => was.replace(/\d{4}-\d\d-\d\d/g, '9999-12-31')),
  part('a context that is a list of null', 'data/context.jsonl', () => 'null\n'.repeat(1_000)),
  part('what the bag says of itself, of 200,000 lines', 'bag-info.txt', (was) => was + 'a: b\n'.repeat(50_000)),
  part('what the bag says of itself, without values', 'bag-info.txt', (was) => was.replaceAll(/: .*/g, ':')),
  part('another version of the bag', 'bagit.txt', () => 'BagIt-Version: 9.9\nTag-File-Character-Encoding: UTF-16\n'),
])

/** Texts that are long in one thing: each part that is read by pattern gets each of them, once and twice as long. */
const PATTERNS = [' ', '7', 'a', '[', '"', '<', ',', '=', '/', '\\', '\r', '\n', '\r\n', '," ', 'a: ', '{"a":', '-----BEGIN ']
const PARTS = [
  'bag-info.txt',
  'manifest-sha256.txt',
  'tagmanifest-sha256.txt',
  SIG,
  'allowed_signers',
  'data/filters/choice.json',
  'data/report.json',
  RECORDS,
  'data/context.jsonl',
  READINGS,
  'README.txt',
]
/** A little less than the largest that is held in memory, where that is little. */
const sizeOf = (path: string): number => (path.startsWith('data/') ? 2 * MB : 120 * 1024)

attacks(
  12,
  'a long text of one thing in a bundle',
  PARTS.map((path) => ({
    name: `in ${path}, ${PATTERNS.length} of them`,
    isDaily: false,
    async run() {
      for (const pattern of PATTERNS)
        await expectLinear(async (bytes) => {
          const text = `${pattern.repeat(Math.ceil(bytes / pattern.length))}x\n`
          await tried((files) => files.set(at(path), Buffer.concat([get(files, path), Buffer.from(text)])), !path.startsWith('data/'))
        }, sizeOf(path))
    },
  })),
)
