import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookPathOf, keepBooksOwn } from '../../../electron/backend/book-path.ts'
import { openBook } from '../../../electron/book/index.ts'
import { accountKey } from '../../../electron/contract/account-key.ts'
import { NOW, station } from '../book/fixtures.ts'

let data: string
beforeEach(() => (data = mkdtempSync(path.join(tmpdir(), 'meterbook-path-'))))
afterEach(() => rmSync(data, { recursive: true, force: true }))

const url = 'https://metering.example'
const anna = { url, email: 'anna@example.com' }
const Anna = { url, email: 'Anna@Example.com' }

/** A book as an earlier version named it: by the address as it had been typed. */
function earlier(name: string, account: typeof anna, { stations, usedS }: { stations: number; usedS: number }): string {
  mkdirSync(path.join(data, 'books'), { recursive: true })
  const file = path.join(data, 'books', name)
  const book = openBook(file, { mode: 'write', account, now: () => NOW })
  for (let id = 1; id <= stations; id++) book.stations.put([station({ id })], NOW)
  book.close()
  for (const left of [file, `${file}-wal`]) if (existsSync(left)) utimesSync(left, usedS, usedS)
  return file
}
const NAMES = {
  Anna: 'Anna@Example.com-metering.example-aaaaaaaa.meterbook',
  ANNA: 'ANNA@EXAMPLE.COM-metering.example-bbbbbbbb.meterbook',
}

describe('the account’s book', () => {
  test('is the same in whatever case the address is written', () => {
    const file = bookPathOf(data, anna)
    expect(bookPathOf(data, Anna)).toBe(file)
    expect(bookPathOf(data, { url: 'https://METERING.example/', email: ' ANNA@example.COM ' })).toBe(file)
    expect(bookPathOf(data, { ...anna, email: 'other@example.com' })).not.toBe(file)
    expect(bookPathOf(data, { ...anna, url: 'http://metering.example' })).not.toBe(file)
  })

  test('has a name that Windows takes for no device, and is found where it was made under such a one', () => {
    const con = { url, email: 'con.smith@example.com' }
    const file = bookPathOf(data, con)
    expect(path.basename(file)).toMatch(/^_con\.smith@/)
    const there = earlier(path.basename(file).slice(1), con, { stations: 1, usedS: 1_000 })
    expect(bookPathOf(data, con)).toBe(there)
  })

  test('is found where an earlier version made it under another spelling', () => {
    const there = earlier(NAMES.Anna, Anna, { stations: 1, usedS: 1_000 })
    for (const account of [anna, Anna]) expect(bookPathOf(data, account)).toBe(there)
  })

  test('of two spellings is the one that holds data, then the one that was written last', () => {
    const first = earlier(NAMES.Anna, Anna, { stations: 2, usedS: 1_000 })
    const empty = earlier(NAMES.ANNA, anna, { stations: 0, usedS: 9_000 })
    expect(bookPathOf(data, anna)).toBe(first)
    const book = openBook(empty, { mode: 'write', now: () => NOW })
    book.stations.put([station({ id: 1 })], NOW)
    book.close()
    utimesSync(empty, 9_000, 9_000)
    expect(bookPathOf(data, anna)).toBe(empty)
  })

  test('is not another service’s, nor a text of such a name', () => {
    earlier(NAMES.Anna, { ...anna, url: 'http://metering.example' }, { stations: 1, usedS: 1_000 })
    writeFileSync(path.join(data, 'books', NAMES.ANNA), 'no book')
    const file = bookPathOf(data, anna)
    expect(existsSync(file)).toBe(false)
    expect(path.basename(file)).toMatch(/^anna@example\.com-metering\.example-[0-9a-f]{8}\.meterbook$/)
  })
})

test('one account has one key', () => {
  expect(accountKey({ url: 'HTTPS://Metering.Example:443/', email: ' ANNA@example.com' })).toBe(accountKey(anna))
  expect(accountKey({ url: 'demo://meterbook', email: 'a@b' })).toBe('demo://meterbook\na@b')
})

test.skipIf(process.platform === 'win32')(
  'the folder of the books and what lies in it become the user’s alone; what a link leads to does not',
  () => {
    const folder = path.join(data, 'books')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const theirs = path.join(data, 'theirs')
    writeFileSync(theirs, '')
    chmodSync(theirs, 0o644)
    writeFileSync(path.join(folder, 'a.meterbook'), '')
    chmodSync(path.join(folder, 'a.meterbook'), 0o664)
    symlinkSync(theirs, path.join(folder, 'link.meterbook'))
    keepBooksOwn(data)
    const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
    expect([mode(folder), mode(path.join(folder, 'a.meterbook')), mode(theirs)]).toEqual(['700', '600', '644'])
    expect(readdirSync(folder)).toHaveLength(2)
  },
)
