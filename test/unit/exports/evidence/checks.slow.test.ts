import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Verification } from '../../../../electron/contract/evidence.ts'
import { BUNDLE_CHECKS, isDiffering, verdictOf, type BundleCheck } from '../../../../electron/contract/evidence-words.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { clocksOfStations } from '../../../../electron/exports/evidence/choice.ts'
import { MOST_LINE } from '../../../../electron/exports/evidence/read-lines.ts'
import { makeKey, publicLine } from '../../../../electron/exports/evidence/sshsig.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { readZip, resum, writeZip, type Files } from '../../../support/evidence-tampering.ts'
import { withRoom } from '../../../support/hostile-bundles.ts'
import { NO_HOURS } from '../../../../electron/contract/known-hours.ts'
import { sampleBook, sampleChoice } from './sample.ts'

/** What a verification says that it compared, how that ended, and what it says it did not compare. */

const SIGNATURE = 'evidence/tagmanifest-sha256.txt.sig'
const REPORT = 'evidence/data/report.json'
const COVERAGE = 'evidence/data/coverage.csv'
const RECORDS = 'evidence/data/records.jsonl'
const CONTEXT = 'evidence/data/context.jsonl'
const INFO = 'evidence/bag-info.txt'
const key = makeKey()
let folder: string
let plain: string
let signed: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-checks-'))
  const book = sampleBook(folder)
  book.page(() => {
    book.clocks.setOfBook({ timeZone: 'Europe/Moscow', contractHour: 10 })
    book.clocks.setOfStations([2], { timeZone: null, contractHour: 12 })
  })
  const choice = { ...sampleChoice, clocks: clocksOfStations(book, sampleChoice) }
  const pdf = Buffer.from('%PDF-1.7 the report')
  ;[plain, signed] = ['plain.zip', 'signed.zip'].map((name) => join(folder, name)) as [string, string]
  await writeBundle(book, choice, plain, { version: '1', key: null, pdf })
  await writeBundle(book, choice, signed, { version: '1', key, pdf })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function verified(file: string, version = '1'): Promise<Verification> {
  const keys = { publicKey: null, known: [{ publicKey: publicLine(key) }] }
  const { verification, close } = await verifyBundle(file, { version, keys })
  await close()
  return verification
}

/** The bundle after a change by somebody who makes all sums fit again. */
async function forged(change: (files: Files) => void, of = plain): Promise<string> {
  const files = await readZip(of)
  change(files)
  resum(files)
  const file = join(folder, 'forged.zip')
  await writeZip(file, files)
  return file
}
const replace = (files: Files, path: string, from: string | RegExp, to: string) => {
  const before = String(files.get(path))
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  files.set(path, Buffer.from(after))
}
const outcomes = ({ checks }: Verification) =>
  Object.fromEntries(checks.map(({ check, outcome, why }) => [check, why === null ? outcome : `${outcome}: ${why}`])) as Record<
    BundleCheck,
    string
  >
const differing = ({ checks }: Verification) => checks.flatMap(({ check, outcome }) => (outcome === 'differs' ? [check] : []))
const kinds = ({ changes }: Verification) => changes.map(({ kind, file, field }) => [kind, file, field])

const UNTOUCHED = {
  zip: 'holds',
  files: 'holds',
  signature: 'absent',
  'records-book': 'holds',
  'records-csv': 'holds',
  'context-csv': 'holds',
  'context-book': 'holds',
  coverage: 'holds',
  numbers: 'holds',
  hash: 'holds',
  'book-hash': 'holds',
  statements: 'holds',
  clocks: 'holds',
  pages: 'not-checked: pages-unread',
  aside: 'not-checked: not-in-book',
  explanations: 'not-checked: sums-only',
}

test('of an untouched bundle each check is there once, and what was not read is said not to be', async () => {
  const found = await verified(plain)
  expect(found.checks.map(({ check }) => check)).toEqual([...BUNDLE_CHECKS])
  expect(outcomes(found)).toEqual(UNTOUCHED)
  expect(found).toMatchObject({ holds: true, verdict: 'unsigned' })
  const known = await verified(signed)
  expect(outcomes(known)).toEqual({ ...UNTOUCHED, signature: 'holds: known-key', pages: 'not-checked: pages-signed' })
  expect(known).toMatchObject({ holds: true, verdict: 'known-key' })
})

test('other pages with sums that fit are nothing that the verification says to hold', async () => {
  const found = await verified(await forged((files) => files.set('evidence/data/report.pdf', Buffer.from('%PDF other'))))
  expect(found).toMatchObject({ holds: true, verdict: 'unsigned' })
  expect(outcomes(found).pages).toBe('not-checked: pages-unread')
})

test('only a signature that holds says more than that a bundle agrees with itself', () => {
  const one = (holds: boolean | null, owner: 'own' | 'known' | 'unknown' | null) => ({ holds, owner })
  expect(verdictOf(false, [one(true, 'own')])).toBe('changed')
  expect(verdictOf(true, [])).toBe('unsigned')
  expect(verdictOf(true, [one(null, null)])).toBe('unchecked-key')
  expect(verdictOf(true, [one(true, 'unknown'), one(null, null)])).toBe('unknown-key')
  expect(verdictOf(true, [one(true, 'unknown'), one(true, 'known')])).toBe('known-key')
  expect(verdictOf(true, [one(true, 'known'), one(true, 'own')])).toBe('own-key')
})

test('a signature that was taken out is missed, also where all but one trace of it went with it', async () => {
  const traces: readonly ((files: Files) => void)[] = [
    (files) => replace(files, INFO, /^Meterbook-Signed-By: .*\n/m, ''),
    (files) => files.delete('evidence/allowed_signers'),
    (files) => {
      for (const name of ['evidence/README.txt', 'evidence/README.ru.txt']) replace(files, name, /^ *ssh-keygen -Y verify .*\n/m, '')
    },
  ]
  for (const kept of traces.keys()) {
    const found = await verified(
      await forged((files) => {
        files.delete(SIGNATURE)
        for (const [at, trace] of traces.entries()) if (at !== kept) trace(files)
      }, signed),
    )
    expect(kinds(found)).toEqual([['signature-missing', 'tagmanifest-sha256.txt.sig', null]])
    expect([found.verdict, outcomes(found).signature]).toEqual(['changed', 'differs: removed'])
  }
})

/** One number of both lists in report.json, or of one of them. */
const REPORTS: readonly [what: string, change: (files: Files) => void, field: string][] = [
  ['hours received', (files) => replace(files, REPORT, /"received": \d+/, '"received": 47'), 'stated.received'],
  ['unknown hours', (files) => replace(files, REPORT, /"unknown": \d+/, '"unknown": 2208'), 'stated.unknown'],
  ['the stated m³ alone', (files) => replace(files, REPORT, /"m3": [\d.]+/, '"m3": 1'), 'stated.m3'],
  ['m³ from records alone', (files) => replace(files, REPORT, /("fromRecords"[^}]*"m3": )[\d.]+/, '$11'), 'fromRecords.m3'],
  ['a station taken out', (files) => changeReport(files, (all) => all.splice(0, 1)), 'stated'],
  ['a station added', (files) => changeReport(files, (all) => all.push({ stationId: 9, m3: 5, ...NO_HOURS })), 'stated'],
  ['a station twice', (files) => changeReport(files, (all) => all.push({ stationId: 1, m3: 5, ...NO_HOURS })), 'stated'],
]
function changeReport(files: Files, change: (stated: object[]) => void): void {
  const report = JSON.parse(String(files.get(REPORT))) as { consumption: { stated: object[] } }
  change(report.consumption.stated)
  files.set(REPORT, Buffer.from(`${JSON.stringify(report, null, 2)}\n`))
}
test.each(REPORTS)('of report.json %s is compared', async (_, change, field) => {
  const found = await verified(await forged(change))
  expect(kinds(found)).toEqual([['number-changed', 'data/report.json', field]])
  expect(differing(found)).toEqual(['numbers'])
  expect(found.numbers.filter(({ isSame }) => !isSame)).toHaveLength(1)
})

test('numbers that another version computed otherwise are said not to be compared; the same ones hold', async () => {
  expect(outcomes(await verified(plain, '2')).numbers).toBe('holds')
  const found = await verified(await forged((files) => replace(files, REPORT, /"m3": [\d.]+/, '"m3": 1')), '2')
  expect(found).toMatchObject({ holds: true, verdict: 'unsigned' })
  expect(outcomes(found).numbers).toBe('not-checked: other-version')
  expect(found.numbers.map(({ isSame }) => isSame)).toEqual([false, true])
})

test('the days that were asked for are those of the book inside, also where both of their copies were changed', async () => {
  const found = await verified(
    await forged((files) => {
      replace(files, COVERAGE, '2026-10-01,2026-10-04,fetched', '2026-10-01,2026-10-04,empty')
      replace(files, CONTEXT, '"2026-10-01","2026-10-04","fetched"', '"2026-10-01","2026-10-04","empty"')
    }),
  )
  expect(kinds(found)).toEqual([['record-changed', 'data/coverage.csv', 'state']])
  expect(differing(found)).toEqual(['coverage'])
  // A run that reaches beyond the choice, as bundles of before have it, is the same within it.
  const longer = await verified(
    await forged((files) => {
      replace(files, COVERAGE, /2026-10-01,2026-10-04,fetched/g, '2026-09-01,2026-10-30,fetched')
      replace(files, CONTEXT, /"2026-10-01","2026-10-04","fetched"/g, '"2026-09-01","2026-10-30","fetched"')
    }),
  )
  expect(longer).toMatchObject({ holds: true, changes: [] })
})

test('stations and channels are those of the book inside', async () => {
  const found = await verified(
    await forged((files) => {
      for (const path of [CONTEXT, 'evidence/data/stations.csv']) replace(files, path, 'ГРП 2', 'ГРП 7')
    }),
  )
  expect(kinds(found)).toEqual([['record-changed', 'data/stations.csv', 'name']])
  expect(differing(found)).toEqual(['context-book'])
})

test('what files say of one and the same is compared: days, clocks, program, size', async () => {
  const CASES: readonly [change: (files: Files) => void, file: string, field: string][] = [
    [(files) => replace(files, INFO, 'Bagging-Date: 2026', 'Bagging-Date: 2025'), 'bag-info.txt', 'Bagging-Date'],
    [(files) => replace(files, INFO, 'Meterbook 1\n', 'Meterbook 0\n'), 'bag-info.txt', 'Bag-Software-Agent'],
    [(files) => replace(files, INFO, 'Bagging-Date', 'Bagging-Date: 1999-01-01\nBagging-Date'), 'bag-info.txt', 'Bagging-Date'],
    [
      (files) => replace(files, 'evidence/data/datapackage.json', '"contractHour": 10', '"contractHour": 8'),
      'data/datapackage.json',
      'contractHour',
    ],
    [(files) => replace(files, REPORT, '"consumption-daily"', '"passport"'), 'data/report.json', 'form'],
  ]
  for (const [change, file, field] of CASES) {
    const found = await verified(await forged(change))
    expect([kinds(found), differing(found)]).toEqual([[['statement-changed', file, field]], ['statements']])
  }
  const lacking = await verified(await forged((files) => replace(files, INFO, /^Meterbook-Records-SHA256: .*\n/m, '')))
  expect([kinds(lacking), differing(lacking)]).toEqual([[['hash-changed', 'bag-info.txt', null]], ['hash']])
})

test('without its report a bundle states no other hash of its records: it was not compared in one of two places', async () => {
  const found = await verified(await forged((files) => files.delete(REPORT)))
  expect(outcomes(found).hash).toBe('not-checked: unreadable')
  expect(isDiffering(found.checks, 'hash')).toBe(false)
  expect(isDiffering((await verified(await forged((files) => replace(files, INFO, /(SHA256: )\w/, '$1x')))).checks, 'hash')).toBe(true)
})

test("a station's clock in the choice is that of the book inside; a bundle that names none is not said to hold", async () => {
  const PLACES = ['evidence/data/filters/choice.json', 'evidence/data/datapackage.json']
  const other = await verified(
    await forged((files) => {
      for (const path of PLACES) replace(files, path, '"contractHour": 12', '"contractHour": 10')
    }),
  )
  expect(other.changes).toContainEqual(
    expect.objectContaining({ kind: 'statement-changed', file: 'data/filters/choice.json', record: { station_id: '2' }, field: 'clocks' }),
  )
  expect(differing(other)).toContain('clocks')
  const none = await verified(
    await forged((files) => {
      replace(files, PLACES[0] as string, /,\s*"clocks": \[[^\]]*\]/, '')
      replace(files, PLACES[1] as string, /\s*"stationClocks": \[[^\]]*\],/, '')
    }),
  )
  expect(outcomes(none).clocks).toBe('not-checked: one-clock')
})

test('where the book or the choice cannot be read, nothing is said to be compared with it', async () => {
  const OF_BOOK = ['records-book', 'context-book', 'coverage', 'numbers', 'book-hash', 'clocks'] as const
  const damaged = await verified(await forged((files) => files.set('evidence/data/book.meterbook', Buffer.alloc(50_000, 1))))
  for (const check of OF_BOOK) expect(outcomes(damaged)[check]).toBe('not-checked: unreadable')
  expect(damaged.changes).toMatchObject([{ kind: 'file-unreadable', file: 'data/book.meterbook', fault: 'no-book' }])
  const gone = await verified(await forged((files) => files.delete('evidence/data/book.meterbook')))
  for (const check of OF_BOOK) expect(outcomes(gone)[check]).toBe('not-checked: missing')
  const files = await readZip(plain)
  replace(files, 'evidence/data/filters/choice.json', '2026-10-02', '2026-10-01')
  const file = join(folder, 'choice.zip')
  await writeZip(file, files)
  for (const check of OF_BOOK) expect(outcomes(await verified(file))[check]).toBe('not-checked: choice-changed')
})

/** A reading amid the book that nobody can read. */
function breakBook(files: Files): void {
  const aside = join(folder, 'aside.meterbook')
  writeFileSync(aside, files.get('evidence/data/book.meterbook') as Buffer)
  const db = new Database(aside)
  db.exec(
    `UPDATE reading SET record = '{' WHERE at_ms = (SELECT max(at_ms) FROM reading WHERE at_ms <= ${Date.parse('2026-10-02T07:00:00Z')})`,
  )
  db.close()
  files.set('evidence/data/book.meterbook', readFileSync(aside))
}

test('a book that breaks off in its midst makes no check of it hold that had not ended', async () => {
  const found = await verified(await forged(breakBook))
  expect(outcomes(found)).toMatchObject({
    'records-book': 'not-checked: unreadable',
    numbers: 'not-checked: unreadable',
    'records-csv': 'holds',
  })
  expect(found).toMatchObject({ holds: false, verdict: 'changed' })
})

test('that a line is cut is named once of a file, and each check that met it differs', async () => {
  const long = Buffer.alloc(MOST_LINE + 1_000_000, 'x')
  const withLong = (paths: readonly string[], more: (files: Files) => void = () => undefined) =>
    forged((files) => {
      for (const path of paths) files.set(path, Buffer.concat([long, Buffer.from('\r\n'), files.get(path) as Buffer]))
      withRoom(files)
      more(files)
    })
  const READINGS = 'evidence/data/readings.csv'
  for (const [paths, ...checks] of [
    [[CONTEXT, READINGS], 'context-csv', 'records-csv'],
    [[RECORDS], 'records-book', 'records-csv'],
  ] as const) {
    const found = await verified(await withLong(paths))
    const cut = found.changes.flatMap(({ kind, file, found: size }) => (kind === 'too-large' ? [[file, size]] : []))
    expect(cut.toSorted()).toEqual(paths.map((path) => [path.slice('evidence/'.length), `> ${MOST_LINE} B`]).toSorted())
    for (const check of checks) expect([paths, check, outcomes(found)[check]]).toEqual([paths, check, 'differs'])
  }
  // Where the book breaks off behind it, the two were not compared: also then a cut line says no more than that.
  const broken = await verified(await withLong([RECORDS], breakBook))
  expect(outcomes(broken)).toMatchObject({ 'records-book': 'not-checked: unreadable', 'records-csv': 'differs' })
})
