import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verification } from '../../../electron/contract/evidence.ts'
import { readZip, resum, writeZip } from '../../support/evidence-tampering.ts'
import { bundleIn, CONTAINERS } from '../../support/hostile-zips.ts'
import { sampleBook } from '../../unit/exports/evidence/sample.ts'
import { meterbook } from './run-cli.ts'

/** Evidence on the command line: made and signed, verified on another data folder, named where it was changed. */

let folder: string
let bundle: string
const key = { METERBOOK_VAULT_KEY: '07'.repeat(32) }
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-evidence-cli-'))
  bundle = join(folder, 'october.zip')
  sampleBook(folder).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const make = (...more: string[]) => [
  'evidence',
  '--book',
  join(folder, 'a.meterbook'),
  '--stations',
  '1,2',
  '--from',
  '2026-10-01',
  '--to',
  '2026-10-02',
  '--time-zone',
  'Europe/Moscow',
  '--out',
  bundle,
  ...more,
]

test('a signed bundle verifies on another computer; a changed cell is named to the record', async () => {
  const made = await meterbook(make('--sign', '--language', 'ru', '--json'), join(folder, 'data'), key)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const { hash, signedBy } = JSON.parse(made.stdout) as { hash: string; signedBy: string }
  const other = join(folder, 'other')
  const clean = await meterbook(['verify', bundle], other)
  expect(clean.code).toBe(0)
  expect(clean.stdout).toContain('Verdict    SIGNATURE HOLDS, KEY UNKNOWN')
  expect(clean.stdout).toContain(hash)
  expect(clean.stdout).toContain(`holds, ${signedBy}, key not known to you`)
  expect(clean.stdout).toMatch(/^not checked +the pages of report\.pdf +they were not read; the file is the one that was signed$/m)
  expect(clean.stdout).toMatch(/^holds +the days that were asked for, with the book inside$/m)
  // Codes are for programs.
  expect(clean.stdout).not.toMatch(/consumption-daily|as-written|not-checked|unknown-key/)

  const files = await readZip(bundle)
  expect(files.get('evidence/data/report.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  const path = 'evidence/data/readings.csv'
  const text = (files.get(path) as Buffer).toString()
  files.set(path, Buffer.from(text.replace('2026-10-01T09:00:00.000Z,P,103.325', '2026-10-01T09:00:00.000Z,P,99.325')))
  const changed = join(folder, 'changed.zip')
  await writeZip(changed, files)
  const found = await meterbook(['verify', changed, '--json'], other)
  expect(found.code).toBe(1)
  const { holds, changes } = JSON.parse(found.stdout) as Verification
  expect(holds).toBe(false)
  expect(changes.map(({ kind, file, record, field, expected, found: is }) => ({ kind, file, record, field, expected, is }))).toEqual([
    expect.objectContaining({ kind: 'file-changed', file: 'data/readings.csv' }),
    {
      kind: 'record-changed',
      file: 'data/readings.csv',
      record: {
        equipment_id: '101',
        archive_type: 'hourly',
        view: 'unified',
        time: '2026-10-01T09:00:00.000Z',
        channel: 'P',
      },
      field: 'value',
      expected: '103.325',
      is: '99.325',
    },
  ])
  const told = await meterbook(['verify', changed], other)
  expect(told.stdout).toContain(
    'record changed (device 101, archive Hourly, view Unified, time (UTC) 2026-10-01T09:00:00.000Z, channel P (Pressure)): the other copies say value 103.325; here it is 99.325',
  )
  expect(told.stdout).toMatch(/^DIFFERS +the records, with the CSV tables$/m)
  expect(told.stdout).toContain('holds for the list of sums, NOT FOR WHAT IS NAMED BELOW')
})

test('a bundle that is not signed is said to prove little, one of which the signature was taken out is changed', async () => {
  expect((await meterbook(make(), join(folder, 'data'), key)).code).toBe(0)
  const plain = await meterbook(['verify', bundle], folder)
  expect(plain.code).toBe(0)
  expect(plain.stdout).toContain('Verdict    AGREES WITH ITSELF, BUT IS NOT SIGNED')
  expect(plain.stdout).toMatch(/^not checked +the pages of report\.pdf +they were not read: compare the hash/m)
  const { verdict, checks } = JSON.parse((await meterbook(['verify', bundle, '--json'], folder)).stdout) as Verification
  expect(verdict).toBe('unsigned')
  expect(checks.filter(({ outcome }) => outcome !== 'holds').map(({ check, outcome, why }) => [check, outcome, why])).toEqual([
    ['signature', 'absent', null],
    ['clocks', 'not-checked', 'asked-clock'],
    ['pages', 'not-checked', 'pages-unread'],
    ['aside', 'not-checked', 'not-in-book'],
    ['explanations', 'not-checked', 'sums-only'],
  ])

  expect((await meterbook(make('--sign'), join(folder, 'data'), key)).code).toBe(0)
  const files = await readZip(bundle)
  files.delete('evidence/tagmanifest-sha256.txt.sig')
  const info = String(files.get('evidence/bag-info.txt')).replace(/^Meterbook-Signed-By: .*\n/m, '')
  files.set('evidence/bag-info.txt', Buffer.from(info))
  resum(files)
  const stripped = join(folder, 'stripped.zip')
  await writeZip(stripped, files)
  const found = await meterbook(['verify', stripped], folder)
  expect(found.code).toBe(1)
  expect(found.stdout).toContain('Verdict    CHANGED: 1 change')
  expect(found.stdout).toContain('signature is missing: the other copies say allowed_signers: meterbook namespaces=')
  expect(found.stdout).toContain('Signature  MISSING')
})

test('a signed bundle that other programs unpack with a forged report is refused; no word says who wrote a ZIP', async () => {
  const clean = await meterbook(['verify', bundle], folder)
  expect(clean.stdout).toContain('anybody can compute that')
  expect(clean.stdout).not.toContain('Meterbook wrote')
  const forged = join(folder, 'forged.zip')
  const counted = CONTAINERS.find(({ what }) => what.startsWith('the end counts one entry fewer'))
  writeFileSync(forged, counted?.bytes(await bundleIn(bundle)) ?? '')
  const refused = await meterbook(['verify', forged], folder)
  expect(refused).toMatchObject({ code: 5, stdout: '' })
  expect(refused.stderr).toContain('two programs would unpack different files from this ZIP')
  const json = await meterbook(['verify', forged, '--json'], folder)
  expect(JSON.parse(json.stdout)).toMatchObject({
    failure: { code: 'BUNDLE_AMBIGUOUS', data: { reason: 'directory' } },
  })
})

test('with another key of the vault nothing is signed, however often, and the vault stays as it is', async () => {
  const data = join(folder, 'data')
  const signed = async (env: Record<string, string>) => {
    const { code, stdout, stderr } = await meterbook(make('--sign', '--json'), data, env)
    return { code, stderr, signedBy: code === 0 ? (JSON.parse(stdout) as { signedBy: string }).signedBy : null }
  }
  const first = await signed(key)
  const vault = readFileSync(join(data, 'meterbook.vault'))
  const wrong = { METERBOOK_VAULT_KEY: '08'.repeat(32) }
  const refused = await signed(wrong)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('vault') })
  expect(await signed(wrong)).toEqual(refused)
  expect(readFileSync(join(data, 'meterbook.vault')).equals(vault)).toBe(true)
  expect(readdirSync(data).filter((name) => name.includes('unreadable'))).toEqual([])
  expect(await signed(key)).toMatchObject({ code: 0, signedBy: first.signedBy })
}, 120_000)

test('without a vault nothing is signed, and a file that is none is a sentence', async () => {
  const refused = await meterbook(make('--sign'), join(folder, 'nokey'), { METERBOOK_VAULT_KEY: undefined })
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('no key to sign with')
  const text = join(folder, 'text.zip')
  writeFileSync(text, readFileSync(join(folder, 'a.meterbook')).subarray(0, 100))
  const foreign = await meterbook(['verify', text], folder)
  expect(foreign.code).toBe(5)
  expect(foreign.stderr).toContain(`${text} is no bundle of evidence`)
  const part = ['share', '--book', join(folder, 'a.meterbook'), '--stations', 'all', '--out', join(folder, 'part.meterbook')]
  expect((await meterbook(part, folder)).stdout).not.toContain('UTC days')
  expect((await meterbook([...part, '--from', '2026-10-01'], folder)).stdout).toContain('whole UTC days')
  const missing = await meterbook(['verify', join(folder, 'gone.zip')], folder)
  expect(missing).toMatchObject({ code: 2, stdout: '' })
  expect(missing.stderr).toContain('there is no such file')
})
