import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../../electron/book/file/open.ts'
import { clocksOfStations, recordsOfChoice, type BundleChoice } from '../../../../electron/exports/evidence/choice.ts'
import { evidenceHash } from '../../../../electron/exports/forms/evidence-hash.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { recordsHash } from '../../../../electron/exports/evidence/records.ts'
import { checkSignature, fingerprint, makeKey, publicLine, signed } from '../../../../electron/exports/evidence/sshsig.ts'
import { readZip } from '../../../support/evidence-tampering.ts'
import { strictCsv } from '../../../support/csv.ts'
import { sampleBook, sampleChoice } from './sample.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = makeKey()
const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
/** The tools of any machine; where one is missing, that is said. */
function run(tool: string, args: readonly string[], options: { cwd: string; input?: string | Buffer }) {
  const { status, stdout, stderr } = spawnSync(tool, args, { ...options, encoding: 'utf8' })
  return { status, out: stdout + stderr }
}

async function bundle() {
  const book = sampleBook(folder)
  const file = join(folder, 'bundle.zip')
  const pdf = Buffer.from('%PDF-1.7 the report')
  const done = await writeBundle(book, sampleChoice, file, { version: '1.2.3', key, pdf })
  const hash = await recordsHash(book, recordsOfChoice(sampleChoice))
  book.close()
  return { file, done, hash }
}

test('a bundle is a bag that stock tools check: unzipping, sums, the signature, CSV, the book', async () => {
  const { file, done, hash } = await bundle()
  expect(done.hash).toBe(hash)
  expect(done.bytes).toBe(readFileSync(file).length)
  for (const tool of ['python3', 'sha256sum', 'ssh-keygen', 'sqlite3'])
    if (!has(tool)) console.warn(`bundle.test: skipped, no ${tool} on this machine`)
  if (!has('python3')) return
  const unzipped = run(
    'python3',
    ['-c', 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])', file, folder],
    { cwd: folder },
  )
  expect(unzipped).toEqual({ status: 0, out: '' })
  const cwd = join(folder, 'evidence')
  if (has('sha256sum')) {
    expect(run('sha256sum', ['-c', '--strict', 'manifest-sha256.txt'], { cwd }).status).toBe(0)
    expect(run('sha256sum', ['-c', '--strict', 'tagmanifest-sha256.txt'], { cwd }).status).toBe(0)
    expect(run('sha256sum', ['data/records.jsonl'], { cwd }).out).toBe(`${hash}  data/records.jsonl\n`)
    const whole = readFileSync(file)
    expect(run('sha256sum', [], { cwd, input: whole.subarray(0, -64) }).out.slice(0, 64)).toBe(whole.subarray(-64).toString())
  }
  if (has('ssh-keygen')) {
    const verify = [
      '-Y',
      'verify',
      '-f',
      'allowed_signers',
      '-I',
      'meterbook',
      '-n',
      'meterbook-evidence',
      '-s',
      'tagmanifest-sha256.txt.sig',
    ]
    const tags = readFileSync(join(cwd, 'tagmanifest-sha256.txt'))
    expect(run('ssh-keygen', verify, { cwd, input: tags })).toMatchObject({
      status: 0,
      out: expect.stringContaining(fingerprint(publicLine(key))),
    })
    expect(run('ssh-keygen', verify, { cwd, input: `${tags.toString()} ` }).status).not.toBe(0)
  }
  // What CSV readers trip over, read by Python's.
  const values = run(
    'python3',
    [
      '-c',
      'import csv,json,sys; print(json.dumps([r["value"] for r in csv.DictReader(open(sys.argv[1],newline="",encoding="utf-8")) if r["channel"]=="text"][:7]))',
      join(cwd, 'data/readings.csv'),
    ],
    { cwd },
  )
  expect(JSON.parse(values.out)).toEqual(["'=1+1", '1e5', 'a,"b"\nc', '😀', '', '007', '-1.5'])
  if (has('sqlite3')) {
    const count = run(
      'sqlite3',
      [
        'data/book.meterbook',
        "SELECT count(*) FROM v_reading WHERE event_time BETWEEN unixepoch('2026-10-01T07:00Z') AND unixepoch('2026-10-03T07:00Z'); SELECT count(*) FROM v_station WHERE phone IS NOT NULL",
      ],
      { cwd },
    )
    expect(count.out).toBe(`${2 * 49 * 4}\n0\n`)
  }
  const secret = Buffer.from(key, 'base64').subarray(-32)
  for (const text of [readFileSync(file), readFileSync(join(cwd, 'data/book.meterbook'))]) {
    expect(text.includes(secret)).toBe(false)
    expect(text.includes(key)).toBe(false)
  }
})

test('every CSV has the columns that datapackage.json describes, and the book inside makes the same records', async () => {
  const { file } = await bundle()
  const data = join(folder, 'evidence', 'data')
  for (const [name, bytes] of await readZip(file)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  interface Resource {
    path: string
    format?: string
    schema?: { fields: { name: string; type: string }[] }
  }
  const { resources } = JSON.parse(readFileSync(join(data, 'datapackage.json'), 'utf8')) as { resources: Resource[] }
  const tables = resources.filter(({ format }) => format === 'csv')
  expect(tables.map(({ path }) => path).sort()).toEqual([
    'branches.csv',
    'changes.csv',
    'channels.csv',
    'coverage.csv',
    'events.csv',
    'findings.csv',
    'imported_files.csv',
    'limits.csv',
    'meanings.csv',
    'messages.csv',
    'meter_readings.csv',
    'notes.csv',
    'readings.csv',
    'record_sources.csv',
    'sessions.csv',
    'settings.csv',
    'stations.csv',
    'thresholds.csv',
    'typed.csv',
  ])
  for (const { path, schema } of tables) {
    const [head, ...rows] = strictCsv(readFileSync(join(data, path), 'utf8'), ',')
    expect(head).toEqual(schema?.fields.map(({ name }) => name))
    for (const row of rows) expect(row.length).toBe(head?.length)
  }
  const inner = openBook(join(data, 'book.meterbook'), { mode: 'read', now: () => 0 })
  const hash = await recordsHash(inner, recordsOfChoice(sampleChoice))
  inner.close()
  const records = readFileSync(join(data, 'records.jsonl'))
  expect(createHash('sha256').update(records).digest('hex')).toBe(hash)
})

test('the gas days of a station are those of its own clock, in the hash, the records and the numbers; a bundle of before keeps to its one clock', async () => {
  const book = sampleBook(folder)
  book.page(() => book.clocks.setOfStations([2], { timeZone: null, contractHour: 12 }))
  const clocks = clocksOfStations(book, sampleChoice)
  expect(clocks).toEqual([{ stationId: 2, timeZone: 'Europe/Moscow', contractHour: 12 }])
  const written = async (choice: BundleChoice, name: string) => {
    const file = join(folder, name)
    const { hash } = await writeBundle(book, choice, file, { version: '1', key: null })
    const files = await readZip(file)
    const { consumption } = JSON.parse(String(files.get('evidence/data/report.json'))) as {
      consumption: { stated: { m3: number }[]; fromRecords: object[] }
    }
    expect(consumption.fromRecords).toEqual(consumption.stated)
    const { verification, close } = await verifyBundle(file, { version: '1' })
    await close()
    expect(verification.changes).toEqual([])
    const lines = String(files.get('evidence/data/records.jsonl')).split('\n')
    const last = lines.findLast((line) => line.startsWith('["reading",102')) ?? ''
    return { hash, m3: consumption.stated.map(({ m3 }) => m3), lastMs: (JSON.parse(last) as unknown[])[4] }
  }
  const own = await written({ ...sampleChoice, clocks }, 'own.zip')
  const before = await written(sampleChoice, 'before.zip')
  const [openHours, endMs] = [48, Date.parse('2026-10-03T07:00:00Z')]
  const sumFrom = (first: number) =>
    Array.from({ length: openHours }, (_, nth) => 102 + (first + nth) / 8).reduce((sum, one) => sum + one, 0)
  expect([before.m3[1], before.lastMs]).toEqual([sumFrom(1), endMs])
  expect([own.m3[1], own.lastMs]).toEqual([sumFrom(3), endMs + 2 * 3_600_000])
  expect(own.m3[0]).toBe(before.m3[0])
  expect(await evidenceHash(book, sampleChoice)).toBe(own.hash)
  book.close()
})

test('signatures: ssh-keygen and this program check each other', () => {
  const message = Buffer.from('a message')
  expect(checkSignature(message, signed(message, key))).toEqual({ publicKey: publicLine(key), holds: true })
  expect(checkSignature(Buffer.from('another'), signed(message, key)).holds).toBe(false)
  expect(() => checkSignature(message, 'no signature')).toThrow('not an SSH signature')
  if (!has('ssh-keygen')) return console.warn('bundle.test: skipped, no ssh-keygen on this machine')
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', 'theirs'], { cwd: folder })
  writeFileSync(join(folder, 'message'), message)
  run('ssh-keygen', ['-Y', 'sign', '-f', 'theirs', '-n', 'meterbook-evidence', 'message'], { cwd: folder })
  const theirs = readFileSync(join(folder, 'theirs.pub'), 'utf8').trim()
  expect(checkSignature(message, readFileSync(join(folder, 'message.sig'), 'utf8'))).toEqual({
    publicKey: theirs,
    holds: true,
  })
})

test('the same choice of the same book at the same moment is the same files but for the id of the book inside; an ended one leaves nothing behind', async () => {
  const book = sampleBook(folder)
  const [one, other] = ['1.zip', '2.zip'].map((name) => join(folder, name)) as [string, string]
  await writeBundle(book, sampleChoice, one, { version: '1', key })
  await writeBundle(book, sampleChoice, other, { version: '1', key })
  const [first, second] = [await readZip(one), await readZip(other)]
  expect([...first.keys()]).toEqual([...second.keys()])
  const differing = [...first.keys()].filter((path) => !first.get(path)?.equals(second.get(path) as Buffer))
  expect(differing).toEqual(
    ['data/book.meterbook', 'manifest-sha256.txt', 'tagmanifest-sha256.txt', 'tagmanifest-sha256.txt.sig'].map(
      (path) => `evidence/${path}`,
    ),
  )
  const ended = writeBundle(book, sampleChoice, join(folder, '3.zip'), {
    version: '1',
    key,
    signal: AbortSignal.abort(),
  })
  await expect(ended).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => name.includes('.part') || name === '3.zip')).toEqual([])
  book.close()
})
