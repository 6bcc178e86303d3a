import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import yauzl from 'yauzl'
import { manifestOf } from '../../electron/exports/evidence/bag.ts'
import { allowedSigner, fingerprint, makeKey, publicLine, signed } from '../../electron/exports/evidence/sshsig.ts'
import { zipOf } from '../../electron/exports/evidence/zip-write.ts'
import type { Random } from './worlds/random.ts'

/** Ways to change a bundle, as somebody might who knows how it is made. */

export type Files = Map<string, Buffer>
const INFO = 'evidence/bag-info.txt'
const MANIFEST = 'evidence/manifest-sha256.txt'
const TAGS = 'evidence/tagmanifest-sha256.txt'
const SIGNATURE = `${TAGS}.sig`

/** What was done, and what of it has to be named: a file of the bag, and the key of a record. */
export interface Tampering {
  what: string
  /** Any of these names it; null: the file as a whole is refused or said to be changed. */
  files: readonly string[] | null
  record?: Record<string, string>
}

export async function readZip(file: string): Promise<Files> {
  const files: Files = new Map()
  const zip = await yauzl.openPromise(file)
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

export async function writeZip(file: string, files: Files): Promise<void> {
  writeFileSync(
    file,
    await buffer(
      zipOf(
        [...files].map(([path, bytes]) => ({ path, content: () => [bytes] })),
        0,
      ),
    ),
  )
}

/** The end of the sample's choice: what the book inside has beyond it is no record of the bundle. */
const SPAN_ENDS_MS = Date.parse('2026-10-03T07:00:00Z')

const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Makes the size and the manifests fit again, as whoever knows the format would. */
export function resum(files: Files): void {
  const payload = [...files].filter(([path]) => path.startsWith('evidence/data/'))
  const size = `${payload.reduce((total, [, { length }]) => total + length, 0)}.${payload.length}`
  const info = files
    .get(INFO)
    ?.toString()
    .replace(/^Payload-Oxum: .*$/m, `Payload-Oxum: ${size}`)
  if (info !== undefined) files.set(INFO, Buffer.from(info))
  const sums = (isPayload: boolean) =>
    new Map(
      [...files]
        .map(([path, bytes]) => [path.slice('evidence/'.length), bytes] as const)
        .filter(([path]) => path.startsWith('data/') === isPayload && !path.startsWith('tagmanifest'))
        .map(([path, bytes]) => [path, sum(bytes)] as const),
    )
  files.set(MANIFEST, Buffer.from(manifestOf(sums(true))))
  files.set(TAGS, Buffer.from(manifestOf(sums(false))))
}

/** Signs wholly with another key: whoever knows the format leaves no trace but the key. */
export function resign(files: Files, key: string): void {
  const line = publicLine(key)
  files.set('evidence/allowed_signers', Buffer.from(`${allowedSigner(line)}\n`))
  files.set(
    INFO,
    Buffer.from(
      get(files, INFO)
        .toString()
        .replace(/^Meterbook-Signed-By: .*$/m, `Meterbook-Signed-By: ${fingerprint(line)}`),
    ),
  )
  resum(files)
  files.set(SIGNATURE, Buffer.from(signed(get(files, TAGS), key)))
}

function flip(bytes: Buffer, { int }: Random): Buffer {
  const changed = Buffer.from(bytes)
  const at = int(0, changed.length - 1)
  changed[at] = (changed[at] as number) ^ (1 << int(0, 7))
  return changed
}

const inBag = (path: string) => path.slice('evidence/'.length)
const get = (files: Files, path: string): Buffer => files.get(path) as Buffer

type Change = (files: Files, random: Random, folder: string) => Tampering | Promise<Tampering>

/** Changes of the files in a bundle; each changes `files`. */
const CHANGES: readonly Change[] = [
  function flippedBit(files, random) {
    const path = random.pick([...files.keys()].filter((name) => get(files, name).length > 0))
    files.set(path, flip(get(files, path), random))
    // A sum that was changed no longer fits the file that it is of.
    return { what: `a bit of ${path}`, files: path.endsWith('manifest-sha256.txt') ? null : [inBag(path)] }
  },
  function removed(files, random) {
    const path = random.pick([...files.keys()])
    files.delete(path)
    return { what: `${path} removed`, files: [inBag(path)] }
  },
  function added(files, random) {
    const path = `evidence/${random.pick(['data/more.csv', 'notes.txt', 'data/filters/x.json'])}`
    files.set(path, Buffer.from('more'))
    return { what: `${path} added`, files: [inBag(path)] }
  },
  function renamed(files, random) {
    const path = random.pick([...files.keys()])
    files.set(`${path}x`, get(files, path))
    files.delete(path)
    return { what: `${path} renamed`, files: [inBag(path), `${inBag(path)}x`] }
  },
  function cell(files, random) {
    const path = 'evidence/data/readings.csv'
    const rows = get(files, path).toString().split('\r\n')
    // A row of a plain number: its cells are told apart by commas.
    const plain = rows.flatMap((row, at) => (row.endsWith(',number') ? [at] : []))
    const at = random.pick(plain)
    const cells = (rows[at] as string).split(',')
    cells[5] = String(Number(cells[5]) + 1)
    rows[at] = cells.join(',')
    files.set(path, Buffer.from(rows.join('\r\n')))
    if (random.chance(0.7)) resum(files)
    const [equipment_id, archive_type, view, time, channel] = cells as [string, string, string, string, string]
    return {
      what: `${rows[at]} in readings.csv`,
      files: [inBag(path)],
      record: { equipment_id, archive_type, view, time, channel },
    }
  },
  function row(files, random) {
    const path = `evidence/data/${random.pick(['readings', 'events', 'sessions', 'coverage', 'thresholds', 'settings'])}.csv`
    const rows = get(files, path).toString().split('\r\n')
    const at = random.int(1, rows.length - 2)
    if (random.chance(0.5)) rows.splice(at, 1)
    else rows.splice(at, 0, rows[at] as string)
    files.set(path, Buffer.from(rows.join('\r\n')))
    if (random.chance(0.7)) resum(files)
    return { what: `row ${at} of ${path} removed or doubled`, files: [inBag(path)] }
  },
  function record(files, random) {
    const path = 'evidence/data/records.jsonl'
    const lines = get(files, path).toString().split('\n')
    const readings = lines.flatMap((line, at) => (line.startsWith('["reading"') ? [at] : []))
    const at = random.pick(readings)
    const [, id, archive, view, atMs] = JSON.parse(lines[at] as string) as [string, number, string, string, number]
    lines[at] = (lines[at] as string).replace(/"P":[\d.]+/, '"P":0.5')
    files.set(path, Buffer.from(lines.join('\n')))
    if (random.chance(0.7)) resum(files)
    const key = { equipment_id: String(id), archive_type: archive, view, time: new Date(atMs).toISOString() }
    return { what: `line ${at} of records.jsonl`, files: [inBag(path)], record: key }
  },
  function book(files, random, folder) {
    const path = 'evidence/data/book.meterbook'
    const aside = join(folder, 'aside.meterbook')
    writeFileSync(aside, get(files, path))
    const db = new Database(aside)
    const { n } = db.prepare('SELECT count(*) AS n FROM reading').get() as { n: number }
    const place = 'WHERE (series_id, at_ms) IN (SELECT series_id, at_ms FROM reading ORDER BY 1, 2 LIMIT 1 OFFSET ?)'
    const at = random.int(0, n - 1)
    const { ms } = db.prepare(`SELECT at_ms AS ms FROM reading ${place}`).get(at) as { ms: number }
    db.prepare(`UPDATE reading SET record = '[1.25]' ${place}`).run(at)
    db.close()
    files.set(path, readFileSync(aside))
    if (random.chance(0.7)) resum(files)
    return {
      what: `a reading of the book at ${ms}`,
      files: ['data/book.meterbook', 'data/records.jsonl'],
      ...(ms <= SPAN_ENDS_MS ? { record: { time: new Date(ms).toISOString() } } : {}),
    }
  },
  function number(files) {
    const path = 'evidence/data/report.json'
    files.set(
      path,
      Buffer.from(
        get(files, path)
          .toString()
          .replaceAll(/"m3": (\d)/g, '"m3": 9$1'),
      ),
    )
    resum(files)
    return { what: 'a number of the report', files: [inBag(path)] }
  },
  function strangersSignature(files) {
    files.set(SIGNATURE, Buffer.from(signed(get(files, TAGS), makeKey())))
    return { what: "a stranger's signature", files: [inBag(SIGNATURE)] }
  },
  function strangersKey(files) {
    const key = makeKey()
    files.set('evidence/allowed_signers', Buffer.from(`${allowedSigner(publicLine(key))}\n`))
    resum(files)
    files.set(SIGNATURE, Buffer.from(signed(get(files, TAGS), key)))
    return { what: `the signature of ${fingerprint(publicLine(key))}`, files: [inBag(SIGNATURE)] }
  },
  function otherSignature(files) {
    files.set(SIGNATURE, Buffer.from('-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n'))
    return { what: 'no signature in its place', files: [inBag(SIGNATURE)] }
  },
]

/** Changes of the ZIP's own bytes. */
const RAW: readonly ((bytes: Buffer, random: Random) => [Buffer, string])[] = [
  (bytes, random) => [flip(bytes, random), 'a bit of the ZIP'],
  (bytes, { int }) => {
    const length = int(0, bytes.length - 1)
    return [bytes.subarray(0, length), `cut off at ${length}`]
  },
  (bytes) => [Buffer.concat([bytes, Buffer.from('x')]), 'a byte more'],
  (bytes, { int }) => {
    const at = int(0, bytes.length - 1)
    return [Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]), `byte ${at} gone`]
  },
]

/** Changes a bundle in one way by chance, and writes it. */
export async function tamper(original: string, changed: string, folder: string, random: Random): Promise<Tampering> {
  if (random.chance(0.25)) {
    const [bytes, what] = random.pick(RAW)(readFileSync(original), random)
    writeFileSync(changed, bytes)
    return { what, files: null }
  }
  const files = await readZip(original)
  const done = await random.pick(CHANGES)(files, random, folder)
  await writeZip(changed, files)
  return done
}
