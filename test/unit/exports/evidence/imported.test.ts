import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putFileInto } from '../../../../electron/book/index.ts'
import type { Verification } from '../../../../electron/contract/evidence.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { strictCsv } from '../../../support/csv.ts'
import { readZip, resum, writeZip, type Files } from '../../../support/evidence-tampering.ts'
import { sampleBook, sampleChoice } from './sample.ts'

/** Records of a file by cable in evidence: the file goes along, and which records are its own. */

const AT_MS = Date.parse('2026-10-02T07:30:00Z')
const content = Buffer.from('Дата;V\r\n02.10.2026 10:30;7,5\r\n')
const sha256 = createHash('sha256').update(content).digest('hex')
const FILE = `evidence/data/files/${sha256}`

let folder: string
let original: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-imported-'))
  original = join(folder, 'original.zip')
  const book = sampleBook(folder)
  putFileInto(
    book.file,
    {
      stationId: 1,
      equipmentTypeId: null,
      name: 'архив.csv',
      sha256,
      content,
      map: '{"format":"csv"}',
      author: 'Орлова',
      readings: [
        { archiveType: 'session', view: 'general', records: [{ atMs: AT_MS, values: { V: 7.5 } }], tolerances: {}, equipmentId: null },
      ],
      events: [{ archiveType: 'alarm', equipmentId: null, events: [{ atMs: AT_MS, entries: { Code: '99' } }] }],
      isDryRun: false,
    },
    AT_MS,
  )
  book.page(() => {
    book.typed.write(1, [{ fact: 'limit_of_error', value: '1.5' }], 'Орлова', AT_MS)
    book.limits.say([{ owner: 'station', ownerId: 2, period: 'day', fromDay: null, toDay: '2026-12-31', m3: 900 }], 'Орлова')
    const members = [
      { stationId: 1, side: 'in' },
      { stationId: 2, side: 'out' },
    ] as const
    book.branches.say(null, { name: 'Север', members, author: 'Орлова', timeZone: null, contractHour: null }, AT_MS)
    const others = [...members, { stationId: 3, side: 'out' }] as const
    book.branches.say(null, { name: 'Юг', members: others, author: 'Орлова', timeZone: null, contractHour: null }, AT_MS)
  })
  await writeBundle(book, sampleChoice, original, { version: '1', key: null })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function verified(file: string): Promise<Verification> {
  const { verification, close } = await verifyBundle(file, { version: '1' })
  await close()
  return verification
}
async function changed(change: (files: Files) => void): Promise<Verification> {
  const files = await readZip(original)
  change(files)
  resum(files)
  const file = join(folder, 'changed.zip')
  await writeZip(file, files)
  return verified(file)
}

test('the bundle has the file as it was given, who read it and which records are of it, and it holds', async () => {
  const files = await readZip(original)
  expect(files.get(FILE)?.equals(content)).toBe(true)
  const rows = (name: string) => strictCsv((files.get(`evidence/data/${name}.csv`) as Buffer).toString(), ',')
  expect(rows('imported_files').slice(1)).toEqual([
    [sha256, '1', 'архив.csv', String(content.length), '{"format":"csv"}', 'Орлова', '2026-10-02T07:30:00.000Z'],
  ])
  expect(rows('record_sources').slice(1)).toEqual([
    ['101', 'alarm', 'general', '2026-10-02T07:30:00.000Z', sha256, '{"Code":"99"}'],
    ['101', 'session', 'general', '2026-10-02T07:30:00.000Z', sha256, ''],
  ])
  // What engineers typed in goes along as well; of a branch that is not whole nothing does.
  expect(rows('typed').slice(1)).toEqual([['1', 'limit_of_error', '1.5', 'Орлова', '2026-10-02T07:30:00.000Z']])
  expect(rows('limits').slice(1)).toEqual([['station', '2', 'day', '900', '', '2026-12-31', 'Орлова', '2026-10-01T07:00:00.000Z']])
  expect(
    rows('branches')
      .slice(1)
      .map((row) => row.slice(1, 5)),
  ).toEqual([
    ['Север', '0', '1', 'in'],
    ['Север', '1', '2', 'out'],
  ])
  expect(await verified(original)).toMatchObject({ holds: true, changes: [] })
})

test('another file in its place, and a record that passes for the service’s, are named though all sums fit', async () => {
  const other = await changed((files) => files.set(FILE, Buffer.from('Дата;V\r\n02.10.2026 10:30;9,5\r\n')))
  expect(other.changes).toMatchObject([{ kind: 'file-changed', file: `data/files/${sha256}`, expected: sha256 }])
  const passed = await changed((files) => {
    for (const name of ['context.jsonl', 'record_sources.csv']) {
      const path = `evidence/data/${name}`
      const lines = (files.get(path) as Buffer).toString().split('\n')
      files.set(path, Buffer.from(lines.filter((line) => !line.includes('session') || !line.includes(sha256)).join('\n')))
    }
  })
  expect(passed.holds).toBe(false)
  expect(passed.changes).toMatchObject([{ file: 'data/record_sources.csv' }])
})
