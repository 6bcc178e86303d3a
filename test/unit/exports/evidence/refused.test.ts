import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openVault, type Vault } from '../../../../electron/backend/vault.ts'
import { JournalWriter } from '../../../../electron/backend/vault-journal.ts'
import { MeterbookError } from '../../../../electron/contract/errors.ts'
import { keyOwner } from '../../../../electron/contract/evidence-words.ts'
import { evidenceKeys, keptSigningKey, knowKey, madeSigningKey } from '../../../../electron/backend/evidence-keys.ts'
import { programFileIn } from '../../../../electron/backend/program-file.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { lateRecords } from '../../../../electron/exports/evidence/late.ts'
import { makeKey, publicLine } from '../../../../electron/exports/evidence/sshsig.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { zipOf } from '../../../../electron/exports/evidence/zip-write.ts'
import { buffer } from 'node:stream/consumers'
import { sampleBook, sampleChoice } from './sample.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-refused-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function refusalOf(name: string, bytes: Buffer): Promise<unknown> {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return verifyBundle(file, { version: '1' }).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}
const zip = (path: string, content: Buffer) => buffer(zipOf([{ path, content: () => [content] }], 0))

test('what is no bundle, is cut off or was made to do harm is refused with a sentence of its own', async () => {
  const bag = Buffer.from('BagIt-Version: 1.0\n')
  expect(await refusalOf('text.zip', Buffer.from('no zip at all'))).toBe('NOT_A_BUNDLE')
  expect(await refusalOf('empty.zip', Buffer.alloc(0))).toBe('NOT_A_BUNDLE')
  expect(await refusalOf('foreign.zip', await zip('letters/a.txt', Buffer.from('a')))).toBe('NOT_A_BUNDLE')
  expect(await refusalOf('cut.zip', (await zip('evidence/bagit.txt', bag)).subarray(0, 90))).toBe('BUNDLE_CUT_OFF')
  expect(await refusalOf('bomb.zip', await zip('evidence/bagit.txt', Buffer.alloc(64 * 1024 * 1024)))).toBe('BUNDLE_REFUSED')
  const innocent = await zip('aa/aa/evil.txt', bag)
  const names = innocent.toString('latin1').replaceAll('aa/aa/evil.txt', '../../evil.txt')
  expect(await refusalOf('path.zip', Buffer.from(names, 'latin1'))).toBe('BUNDLE_REFUSED')
  await expect(verifyBundle(folder, { version: '1' })).rejects.toMatchObject({ code: 'FILE_NOT_READABLE' })
})

test('what came late, was corrected or is lacking since, by the open book', async () => {
  const book = sampleBook(folder)
  const file = join(folder, 'bundle.zip')
  await writeBundle(book, sampleChoice, file, { version: '1', key: null })
  const verified = await verifyBundle(file, { version: '1' })
  expect(await lateRecords(verified, book)).toEqual({ come: 0, corrected: 0, lacking: 0, rows: [] })
  const archive = { equipmentId: 101, archiveType: 'hourly', view: 'unified' } as const
  const atMs = Date.parse('2026-10-01T08:00:00Z')
  book.page(() => {
    book.readings.put(archive, [
      { atMs, values: { P: 7 } },
      { atMs: atMs + 60_000, values: { P: 8 } },
    ])
    book.events.add({ equipmentId: 102, archiveType: 'valve' }, [{ atMs, entries: { Code: '9' } }])
  })
  const late = await lateRecords(verified, book)
  expect(late).toMatchObject({ come: 2, corrected: 1, lacking: 0 })
  expect(late.rows.map(({ what, record }) => [what, record])).toEqual([
    ['corrected', { equipment_id: '101', archive_type: 'hourly', view: 'unified', time: '2026-10-01T08:00:00.000Z' }],
    ['come', { equipment_id: '101', archive_type: 'hourly', view: 'unified', time: '2026-10-01T08:01:00.000Z' }],
    ['come', { equipment_id: '102', archive_type: 'valve', time: '2026-10-01T08:00:00.000Z' }],
  ])
  await verified.close()
  book.close()
})

test('the key is made once, lies encrypted in the vault and nowhere else; known keys have names', () => {
  const options = { file: join(folder, 'local.vault'), key: Buffer.alloc(32, 7), owner: 'test' }
  const vault = openVault(options)
  const programFile = programFileIn(folder)
  expect(evidenceKeys(vault, programFile)).toMatchObject({ publicKey: null, remembered: true })
  const key = madeSigningKey(vault)
  expect(madeSigningKey(vault)).toBe(key)
  vault.close()
  const again = openVault(options)
  const keys = evidenceKeys(again, programFile)
  expect(keys.publicKey).toBe(publicLine(key))
  const stranger = publicLine(makeKey())
  knowKey(programFile, `${stranger} a comment`, 'Петров')
  const known = evidenceKeys(again, programFileIn(folder))
  expect(known.known.map(({ name }) => name)).toEqual(['Петров'])
  expect([publicLine(key), stranger, publicLine(makeKey())].map((line) => keyOwner(line, known))).toEqual(['own', 'known', 'unknown'])
  knowKey(programFile, stranger, '')
  expect(evidenceKeys(again, programFile).known).toEqual([])
  for (const name of ['local.vault', 'program.json']) expect(readFileSync(join(folder, name)).includes(key)).toBe(false)
  again.close()
})

test('to sign at once, no key is made that is not kept, and none beside a vault that cannot be read', () => {
  const file = join(folder, 'kept.vault')
  const opened = (key: Uint8Array | null) => openVault({ file, key, owner: 'test', leavesUnreadable: true })
  const refusal = (vault: Vault) => {
    try {
      return keptSigningKey(vault)
    } catch (error) {
      return error instanceof MeterbookError ? [error.code, error.data['reason']] : error
    } finally {
      vault.close()
    }
  }
  expect(refusal(opened(null))).toEqual(['NO_SIGNING_KEY', undefined])
  const key = refusal(opened(Buffer.alloc(32, 7)))
  expect(key).toBeTypeOf('string')
  const bytes = readFileSync(file)
  // However often: a vault that the wrong key had made in its place would take a new key without a word.
  for (const _ of [1, 2]) expect(refusal(opened(Buffer.alloc(32, 8)))).toEqual(['VAULT_UNAVAILABLE', 'unreadable'])
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect(refusal(opened(Buffer.alloc(32, 7)))).toBe(key)

  // One that goes on (the browser's) began a new vault with the wrong key: it holds nothing, and the right one is taken back.
  openVault({ file, key: Buffer.alloc(32, 8), owner: 'test' }).close()
  expect(refusal(opened(Buffer.alloc(32, 8)))).toEqual(['VAULT_UNAVAILABLE', 'unreadable'])
  expect(refusal(opened(Buffer.alloc(32, 7)))).toBe(key)
  rmSync(`${file}.unreadable`, { force: true })

  // The entry of the key is damaged: what lies before it can be read, and the next time as well.
  const cut = Buffer.from(bytes)
  cut.writeUInt8(cut.readUInt8(cut.length - 20) ^ 1, cut.length - 20)
  writeFileSync(file, Buffer.concat([cut, Buffer.alloc(40)]))
  for (const _ of [1, 2]) expect(refusal(opened(Buffer.alloc(32, 7)))).toEqual(['VAULT_UNAVAILABLE', 'damaged'])

  // The disk is full as the key is written.
  const written = vi.spyOn(JournalWriter.prototype, 'append').mockImplementationOnce(() => {
    throw new Error('ENOSPC')
  })
  const full = openVault({ file: join(folder, 'full.vault'), key: Buffer.alloc(32, 7), owner: 'test' })
  expect(refusal(full)).toEqual(['VAULT_UNAVAILABLE', 'disk'])
  written.mockRestore()
})
