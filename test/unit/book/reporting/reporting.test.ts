import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SavedReport } from '../../../../electron/contract/reports.ts'
import { openBook } from '../../../../electron/book/index.ts'
import { migrate } from '../../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../../electron/book/file/migrations/index.ts'
import { consumer, NOW, tempBook, tempFolder } from '../fixtures.ts'

const monthly = (name: string): Omit<SavedReport, 'id'> => ({
  name,
  form: 'consumption-monthly',
  language: 'ru',
  timeZone: 'Europe/Moscow',
  contractHour: 10,
  consumerId: 5,
  period: 'last-month',
  format: 'pdf',
  files: 'one',
  evidence: false,
  folder: null,
  pattern: '{name} {from}',
})
const line = {
  savedId: null,
  name: 'Котельные',
  form: 'events',
  from: '2025-12-01',
  to: '2025-12-31',
  stations: 12,
  madeAtMs: NOW,
  file: '/r/a.pdf',
  bytes: 4096,
  hash: 'ab',
  failure: null,
  facts: null,
}

test('the head of reports is empty until it is filled in, and comes back with its logo byte for byte', () => {
  const book = tempBook()
  const { reporting } = book
  expect(reporting.letterhead()).toMatchObject({ organisation: '', responsible: { name: '', post: '' }, logo: null })
  const filled = {
    organisation: 'ООО «Горгаз»',
    address: 'г. Казань',
    supplier: 'АО «Газпром»',
    responsible: { name: 'Иванов И. И.', post: 'инженер' },
    representative: { name: 'Петрова А.', post: 'мастер' },
    logo: { type: 'image/png' as const, base64: Buffer.from([0, 1, 254, 255]).toString('base64') },
  }
  book.page(() => reporting.setLetterhead(filled))
  const there = openBook(book.file, { mode: 'read', now: () => NOW })
  expect(there.reporting.letterhead()).toEqual(filled)
  there.close()
  book.page(() => reporting.setLetterhead({ ...filled, logo: null }))
  expect(reporting.letterhead()).toEqual({ ...filled, logo: null })
})

test('the number of a contract belongs to a consumer; an empty one takes it away', () => {
  const book = tempBook()
  const { reporting } = book
  book.consumers.put([consumer(5, 'Пекарня', '7701')])
  reporting.setContract({ consumerId: 5, number: ' 12-Г ', contractDay: '2024-02-29' })
  expect(reporting.contractOf(5)).toEqual({ consumerId: 5, number: '12-Г', contractDay: '2024-02-29' })
  expect(book.db.prepare('SELECT number FROM v_contract').pluck().all()).toEqual(['12-Г'])
  expect(() => book.page(() => reporting.setContract({ consumerId: 6, number: '1', contractDay: null }))).toThrow()
  reporting.setContract({ consumerId: 5, number: ' ', contractDay: null })
  expect([reporting.contracts(), reporting.contractOf(5)]).toEqual([[], null])
})

describe('saved reports', () => {
  test('are found by name in any case, changed, removed and brought back with their number', () => {
    const { reporting } = tempBook()
    const saved = reporting.saveReport(monthly(' Котельные за месяц '))
    expect(saved).toEqual({ ...monthly('Котельные за месяц'), id: saved.id })
    expect(reporting.savedReportNamed('КОТЕЛЬНЫЕ ЗА МЕСЯЦ')).toEqual(saved)
    const changed = reporting.saveReport({ ...saved, format: 'xlsx', stationIds: [1, 2], consumerId: undefined })
    expect(changed).toMatchObject({ id: saved.id, format: 'xlsx', stationIds: [1, 2] })
    expect(changed).not.toHaveProperty('consumerId')
    reporting.removeReport(saved.id)
    expect([reporting.savedReports(), reporting.savedReportNamed(saved.name)]).toEqual([[], null])
    expect(() => reporting.removeReport(saved.id)).toThrow('NO_SUCH_REPORT')
    expect(() => reporting.saveReport(saved)).toThrow('NO_SUCH_REPORT')
    expect(reporting.restoreReport(saved.id)).toEqual(changed)
    expect(() => reporting.restoreReport(saved.id)).toThrow('NO_SUCH_REPORT')
  })

  test('have one name each, also when one is brought back', () => {
    const { reporting } = tempBook()
    const first = reporting.saveReport(monthly('Ёлка'))
    expect(() => reporting.saveReport(monthly('ёлка'))).toThrow('NAME_TAKEN')
    reporting.removeReport(first.id)
    const second = reporting.saveReport(monthly('ёлка'))
    expect(() => reporting.restoreReport(first.id)).toThrow('NAME_TAKEN')
    const third = reporting.saveReport(monthly('другой'))
    expect(() => reporting.saveReport({ ...third, name: 'ЁЛКА' })).toThrow('NAME_TAKEN')
    expect(reporting.savedReports().map(({ id }) => id)).toEqual([third.id, second.id])
  })
})

test('the log has the newest first, and a line of a removed report still says whose it was', () => {
  const book = tempBook()
  const { reporting } = book
  const saved = reporting.saveReport(monthly('Котельные'))
  const made = reporting.logMade(line)
  const failed = reporting.logMade({
    ...line,
    savedId: saved.id,
    madeAtMs: NOW + 1,
    file: null,
    bytes: null,
    hash: null,
    failure: 'DISK_FULL',
    facts: { file: '/r/b.pdf' },
  })
  expect(reporting.madeReports({ offset: 0, limit: 10 })).toEqual({ total: 2, rows: [failed, made] })
  expect(reporting.madeReports({ offset: 1, limit: 10 })).toEqual({ total: 2, rows: [made] })
  expect(reporting.lastRuns()).toEqual(new Map([[saved.id, { atMs: NOW + 1, files: 1, failed: 1, failure: failed }]]))
  reporting.removeReport(saved.id)
  const rows = book.db.prepare('SELECT saved_report, made_at, failure, facts FROM v_report ORDER BY id').raw().all()
  expect(rows).toEqual([
    [null, NOW / 1000, null, null],
    ['Котельные', (NOW + 1) / 1000, 'DISK_FULL', '{"file":"/r/b.pdf"}'],
  ])
})

test('of a saved report the last run counts: how many of its files failed, and why the first one did', () => {
  const { reporting } = tempBook()
  const [one, other] = [reporting.saveReport(monthly('А')), reporting.saveReport(monthly('Б'))]
  const ran = (savedId: number, madeAtMs: number, failure: string | null) =>
    reporting.logMade({ ...line, savedId, madeAtMs, failure, ...(failure !== null && { file: null, bytes: null, hash: null }) })
  ran(one.id, NOW, 'DISK_FULL')
  ran(one.id, NOW + 1, null)
  const first = ran(one.id, NOW + 1, 'FILE_NOT_WRITABLE')
  ran(one.id, NOW + 1, 'FOLDER_GONE')
  ran(other.id, NOW, 'DISK_FULL')
  ran(other.id, NOW + 2, null)
  expect(reporting.lastRuns()).toEqual(
    new Map([
      [one.id, { atMs: NOW + 1, files: 3, failed: 2, failure: first }],
      [other.id, { atMs: NOW + 2, files: 1, failed: 0, failure: null }],
    ]),
  )
})

test('the log keeps what the sentence of a failure names, and nothing else that an error may carry', () => {
  const { reporting } = tempBook()
  const failed = { ...line, file: null, bytes: null, hash: null, failure: 'FILE_NOT_WRITABLE' }
  const named = { file: '/mnt/reports', reason: 'EACCES', line: 3, most: null }
  const secrets = {
    password: 'hunter2',
    token: 't0k3n',
    url: 'https://i:hunter2@proxy.example',
    header: 'Bearer t0k3n',
  }
  const kept = reporting.logMade({ ...failed, facts: { ...named, ...secrets } })
  expect(kept.facts).toEqual(named)
  expect(reporting.madeReports({ offset: 0, limit: 1 }).rows).toEqual([kept])
  expect(reporting.logMade({ ...failed, facts: secrets }).facts).toBeNull()
  // What was made has no failure to tell of.
  expect(reporting.logMade({ ...line, facts: named }).facts).toBeNull()
})

test('a line that an older version logged has its code alone', () => {
  const file = join(tempFolder(), 'old.meterbook')
  const db = new Database(file)
  migrate(db, MIGRATIONS.slice(0, 20))
  db.exec(`INSERT INTO made_report (name, form, stations, made_at_ms, failure) VALUES ('m', 'events', 3, ${NOW}, 'FOLDER_MISSING')`)
  db.close()
  const book = openBook(file, { mode: 'write', now: () => NOW })
  onTestFinished(() => book.close())
  expect(book.reporting.madeReports({ offset: 0, limit: 9 }).rows).toMatchObject([{ name: 'm', failure: 'FOLDER_MISSING', facts: null }])
})
