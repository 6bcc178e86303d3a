import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BundleRefused } from '../../../../electron/exports/evidence/bundle-refused.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { makeKey } from '../../../../electron/exports/evidence/sshsig.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { bundleIn, CONTAINERS, type Bundle } from '../../../support/hostile-zips.ts'
import { sampleBook, sampleChoice } from './sample.ts'

/** One signed bundle in containers of every kind: those that two programs read in two ways are refused. */

let folder: string
let bundle: Bundle
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-containers-'))
  const file = join(folder, 'original.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, file, { version: '1', key: makeKey(), pdf: Buffer.from('%PDF-1.7 the report as it was made') })
  book.close()
  bundle = await bundleIn(file)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Why it is refused, which changes are named, or that it holds. */
async function verdict(bytes: Buffer): Promise<string[]> {
  const file = join(folder, 'container.zip')
  writeFileSync(file, bytes)
  try {
    const { verification, close } = await verifyBundle(file, { version: '1' })
    await close()
    expect(verification.signatures.length).toBeGreaterThan(0)
    return verification.holds ? ['holds'] : verification.changes.map(({ kind }) => kind)
  } catch (error) {
    if (error instanceof BundleRefused) return [error.reason]
    throw error
  }
}

test.for(CONTAINERS)('$what: $says', async ({ bytes, says }) => {
  expect(await verdict(bytes(bundle))).toContain(says)
})

test('at least 80 containers are refused or named', () => {
  expect(CONTAINERS.filter(({ says }) => says !== 'holds').length).toBeGreaterThanOrEqual(80)
  expect(new Set(CONTAINERS.map(({ what }) => what)).size).toBe(CONTAINERS.length)
})
