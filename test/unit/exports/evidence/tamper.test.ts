import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/book.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { makeKey } from '../../../../electron/exports/evidence/sshsig.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { BundleRefused } from '../../../../electron/exports/evidence/bundle-refused.ts'
import { random } from '../../../support/worlds/random.ts'
import { readZip, tamper, writeZip, type Tampering } from '../../../support/evidence-tampering.ts'
import { sampleBook, sampleChoice } from './sample.ts'

const isLong = process.env['METERBOOK_LONG'] === '1'
const TAMPERINGS = isLong ? 200 : 12
const CHOICES = isLong ? 60 : 2

let folder: string
let book: Book
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-tamper-'))
  book = sampleBook(folder)
})
afterAll(() => {
  book.close()
  rmSync(folder, { recursive: true, force: true })
})

async function verified(file: string) {
  const { verification, close } = await verifyBundle(file, { version: '1.2.3' })
  await close()
  return verification
}

/** True where what was done is named: the file, and the record where it is one. */
async function isNamed(file: string, { files, record }: Tampering): Promise<boolean> {
  try {
    const { holds, changes } = await verified(file)
    if (holds) return false
    const those = files === null ? changes : changes.filter((change) => files.includes(change.file))
    if (record === undefined) return those.length > 0
    return those.some(({ record: key }) => Object.entries(record).every(([name, value]) => key?.[name] === value))
  } catch (error) {
    if (error instanceof BundleRefused) return files === null
    throw error
  }
}

test(`of ${TAMPERINGS} random changes to a bundle every one is found and named`, async () => {
  const original = join(folder, 'original.zip')
  await writeBundle(book, sampleChoice, original, { version: '1.2.3', key: makeKey(), pdf: Buffer.from('%PDF') })
  expect((await verified(original)).changes).toEqual([])
  const overlooked: string[] = []
  for (let seed = 1; seed <= TAMPERINGS; seed++) {
    const changed = join(folder, 'changed.zip')
    const done = await tamper(original, changed, folder, random(20261122, seed))
    if (!(await isNamed(changed, done))) overlooked.push(`${seed}: ${done.what}`)
  }
  expect(overlooked).toEqual([])
}, 600_000)

test(`of ${CHOICES} bundles of random choices none is said to be changed, repacked or not`, async () => {
  for (let seed = 1; seed <= CHOICES; seed++) {
    const { pick, chance } = random(7, seed)
    const from = chance(0.3) ? undefined : pick(['2026-09-30', '2026-10-01', '2026-10-02'])
    const to = chance(0.3) ? undefined : pick(['2026-10-02', '2026-10-03', '2026-10-31'])
    const choice = {
      ...sampleChoice,
      stationIds: pick([[1], [2, 1], [1, 2], [2]]),
      timeZone: pick(['Europe/Moscow', 'UTC', 'Asia/Yekaterinburg']),
      contractHour: pick([0, 7, 10, 23]),
      from,
      to,
    }
    const file = join(folder, `clean-${seed}.zip`)
    const key = chance(0.5) ? makeKey() : null
    await writeBundle(book, choice, file, { version: '1.2.3', key })
    const found = await verified(file)
    expect({ seed, changes: found.changes, container: found.container }).toEqual({
      seed,
      changes: [],
      container: 'digest-fits',
    })
    expect(found.signatures.map(({ holds }) => holds)).toEqual(key === null ? [] : [true])
    const repacked = join(folder, 'repacked.zip')
    await writeZip(repacked, await readZip(file))
    expect((await verified(repacked)).holds).toBe(true)
  }
}, 600_000)
