import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import { MIGRATIONS } from '../../../../electron/book/file/migrations/index.ts'
import { EMPTY_READING } from '../../../../electron/contract/meter-reading.ts'
import { migrate } from '../../../../electron/book/file/migrate.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { alarm, NOW, session, station, tempFolder } from '../fixtures.ts'

const URL_ = 'https://meters.example'
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
const DAY = { from: '2026-01-10', to: '2026-01-10' }
const hour = (at: number) => Date.UTC(2026, 0, 10, at)
const reading = (at: number, value: number) => ({ atMs: hour(at), values: { V: value, P: '1,5' } })

function bookOf(email: string | null, url = URL_): Book {
  const file = join(tempFolder(), 'book.meterbook')
  const account = email === null ? {} : { account: { url, email } }
  const book = openBook(file, { mode: 'write', now: () => NOW, ...account })
  onTestFinished(() => book.close())
  book.stations.put([station({ id: 1 })], NOW)
  return book
}

const judged = (book: Book) => judgeBook(book, { usual: { zone: 'Europe/Moscow', contractHour: 10 }, nowMs: NOW })
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test('a record that two books have with other content is kept twice, counted, and a finding; merging again adds nothing', async () => {
  const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
  mine.readings.put(key, [reading(1, 1), reading(2, 2)])
  theirs.readings.put(key, [reading(1, 1), reading(2, 20), reading(3, 3)])
  mine.sessions.put([session({ id: 7, telemetryId: 2001, atMs: hour(5) })])
  theirs.sessions.put([session({ id: 7, telemetryId: 2001, atMs: hour(5), rssi: -99 })])
  theirs.close()

  const dry = await mine.sharing.merge(theirs.file, { isDryRun: true })
  expect(mine.readings.count(key)).toBe(2)
  expect(mine.db.prepare('SELECT count(*) FROM kept_twice').pluck().get()).toBe(0)
  const merged = await mine.sharing.merge(theirs.file)
  expect({ ...merged, isDryRun: true }).toEqual(dry)
  expect(merged.other.account).toEqual({ url: URL_, email: 'b@example.com' })
  const countsOf = (kind: string) => merged.kinds.find((one) => one.kind === kind)
  expect(countsOf('readings')).toEqual({ kind: 'readings', added: 1, same: 1, newer: 0, twice: 1 })
  expect(countsOf('sessions')).toEqual({ kind: 'sessions', added: 0, same: 0, newer: 0, twice: 1 })
  expect(merged.stations).toEqual([{ id: 1, name: 'ГРП-1', isNew: false, added: 1, same: 1, newer: 0, twice: 2 }])

  const valueAt = (at: number) => [...mine.readings.iterate(key, { fromMs: hour(at), toMs: hour(at) })][0]?.values['V']
  expect([valueAt(1), valueAt(2), valueAt(3)]).toEqual([1, 2, 3])
  const kept = mine.db.prepare('SELECT kind, event_time, content FROM v_kept_twice ORDER BY kind').raw().all() as [string, number, string][]
  expect(kept[0]).toEqual(['reading', hour(2) / 1000, '{"P":"1,5","V":20}'])
  expect(JSON.parse(kept[1]?.[2] ?? '')).toMatchObject({ id: 7, rssi: -99 })

  await judged(mine)
  const twice = () => mine.findings.ofStation(1).filter(({ rule }) => rule === 'kept_twice')
  expect(twice()).toMatchObject([
    { archiveType: 'sessions', flag: 3, fromMs: hour(5), measure: 1, evidence: { sessions: [hour(5)] } },
    { archiveType: 'hourly', flag: 3, fromMs: hour(1), toMs: hour(2), measure: 1, evidence: { records: [hour(2)] } },
  ])
  const again = await mine.sharing.merge(theirs.file)
  expect(again.kinds.every(({ added, newer }) => added + newer === 0)).toBe(true)
  expect(mine.sharing.keptTwice(1001, 2001)).toHaveLength(2)
  expect(mine.sharing.merges().map(({ bookId, file, email }) => ({ bookId, file, email }))).toEqual(
    Array.from({ length: 2 }, () => ({ bookId: merged.other.bookId, file: 'book.meterbook', email: 'b@example.com' })),
  )

  // The service says it the other's way at last: there is one value again.
  mine.readings.put(key, [reading(2, 20)])
  mine.sessions.put([session({ id: 7, telemetryId: 2001, atMs: hour(5), rssi: -99 })])
  await judged(mine)
  expect(twice()).toEqual([])
})

test('of two notes with one id the one said last holds, deletions and photographs that were taken away too', async () => {
  const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
  const content = { fromMs: null, toMs: null, kind: 'other' as const, author: 'И', text: 'первая' }
  const kept = mine.notes.add(1, content, [], NOW)
  const gone = mine.notes.add(1, { ...content, text: 'лишняя' }, [], NOW)
  mine.close()
  copyFileSync(mine.file, `${theirs.file}.copy`)
  const copy = openBook(`${theirs.file}.copy`, { mode: 'write', now: () => NOW })
  copy.notes.change(kept.id, { ...content, text: 'Позже, с ёлкой' }, { kept: [], news: [] }, NOW + 5000)
  copy.notes.remove(gone.id, NOW + 5000)
  copy.close()
  const book = openBook(mine.file, { mode: 'write', now: () => NOW })
  onTestFinished(() => book.close())
  book.notes.change(gone.id, { ...content, text: 'правка до удаления' }, { kept: [], news: [] }, NOW + 1000)
  const merged = await book.sharing.merge(copy.file)
  expect(merged.kinds.find(({ kind }) => kind === 'notes')).toEqual({ kind: 'notes', added: 0, same: 0, newer: 2, twice: 0 })
  expect(book.notes.query({}).rows.map(({ text }) => text)).toEqual(['Позже, с ёлкой'])
  // What search looks at has followed.
  expect(book.stations.list({ text: 'елкой' }).total).toBe(1)
})

test('a reading at the meter comes with its note, and its station is judged again', async () => {
  const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
  await judged(mine)
  expect(mine.findings.run(1)).toBeDefined()
  const reading = { ...EMPTY_READING, values: { ...EMPTY_READING.values, standardCounter: '41.50' }, seals: [{ number: '7', whole: true }] }
  const content = { fromMs: hour(2), toMs: null, kind: 'reading' as const, author: 'И', text: '' }
  const note = theirs.notes.add(1, { ...content, reading }, [], NOW)
  theirs.close()
  await mine.sharing.merge(theirs.file)
  expect(mine.notes.readings(1)).toEqual([{ id: note.id, atMs: hour(2), reading }])
  expect(mine.findings.run(1)).toBeUndefined()
  await judged(mine)
  await mine.sharing.merge(theirs.file)
  expect(mine.findings.run(1)).toBeDefined()
})

test('two books of one service: the events that both know the caches of are shown after a merge, and pages go on being written', async () => {
  const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
  const log = { equipmentId: 1001, archiveType: 'alarm' } as const
  mine.events.add(log, [alarm(hour(1), '1')])
  theirs.events.add(log, [alarm(hour(1), '1'), alarm(hour(2), '2')])
  theirs.readings.put(key, [{ atMs: hour(1), values: { Z: 1 } }])
  mine.readings.put(key, [reading(4, 4)])
  theirs.coverage.mark(key, { from: '2026-01-01', to: '2026-01-10' }, { fetchedAtMs: NOW, state: 'fetched' })
  mine.coverage.mark(key, DAY, { fetchedAtMs: NOW - 1, state: 'partial' })
  expect((await mine.events.pack()).length).toBe(1)
  const merging = mine.sharing.merge(theirs.file)
  expect(() => mine.readings.put(key, [reading(5, 5)])).toThrow('MERGE_RUNNING')
  await merging
  expect((await mine.events.pack()).length).toBe(2)
  expect(mine.search.findEventTexts('авария 2').length).toBeGreaterThan(0)
  mine.readings.put(key, [{ atMs: hour(6), values: { V: 1, Z: 2, K: 3 } }])
  mine.coverage.mark(key, { from: '2025-12-30', to: '2025-12-31' }, { fetchedAtMs: NOW, state: 'empty' })
  expect([...mine.readings.iterate(key)].map(({ values }) => values)).toEqual([{ Z: 1 }, { V: 4, P: '1,5' }, { V: 1, Z: 2, K: 3 }])
  expect(mine.integrity().problems).toEqual([])
})

test.each(['the own', 'the other'] as const)(
  'a day that %s book calls empty and of which the other one has records is not empty after a merge',
  async (who) => {
    const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
    const [asked, has] = who === 'the own' ? [mine, theirs] : [theirs, mine]
    const days = { from: '2026-01-09', to: '2026-01-11' }
    has.readings.put(key, [reading(1, 1)])
    has.coverage.mark(key, DAY, { fetchedAtMs: NOW - 5, state: 'partial' })
    has.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(hour(1), '1')])
    has.sessions.put([session({ id: 7, telemetryId: 2001, atMs: hour(5) })])
    const keys = [key, { equipmentId: 1001, archiveType: 'alarm' }, { telemetryId: 2001, archiveType: 'sessions' }] as const
    for (const one of keys) asked.coverage.mark(one, days, { fetchedAtMs: NOW, state: 'empty' })
    theirs.close()
    await mine.sharing.merge(theirs.file)
    const states = () => keys.map((one) => mine.coverage.days(one, days).map(({ state }) => state))
    expect(states().map((all) => [all[0], all[2]])).toEqual([
      ['empty', 'empty'],
      ['empty', 'empty'],
      ['empty', 'empty'],
    ])
    expect(states().map((all) => all[1])).toEqual(['fetched', 'fetched', 'fetched'])
    const viewed = mine.db.prepare("SELECT DISTINCT state FROM v_coverage WHERE day = '2026-01-10'").pluck().all()
    expect(viewed).not.toContain('empty')
    // Merged again it stays so.
    await mine.sharing.merge(theirs.file)
    expect(states().map((all) => all[1])).toEqual(['fetched', 'fetched', 'fetched'])
  },
)

test.each(['newer', 'foreign', 'damaged', 'empty', 'no book', 'missing', 'same', 'other service'])(
  'a book that is %s is refused with its reason, and neither is changed',
  (what) => {
    const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
    theirs.readings.put(
      key,
      Array.from({ length: 3000 }, (_, at) => ({ atMs: at * 3_600_000, values: { V: at } })),
    )
    theirs.close()
    let other = theirs.file
    const change = (sql: string) => {
      const db = new Database(other)
      db.exec(sql)
      db.close()
    }
    if (what === 'newer') change(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
    if (what === 'foreign') change('CREATE TRIGGER t AFTER INSERT ON note BEGIN SELECT 1; END')
    if (what === 'damaged') {
      change('PRAGMA journal_mode = DELETE')
      const bytes = readFileSync(other)
      bytes.fill(0x5a, 40 * 4096, 60 * 4096)
      writeFileSync(other, bytes)
    }
    if (what === 'empty') truncateSync(other)
    if (what === 'no book') writeFileSync(other, 'x'.repeat(5000))
    if (what === 'missing') other += '.none'
    if (what === 'same') other = mine.file
    if (what === 'other service') {
      const book = bookOf('b@example.com', 'https://elsewhere.example')
      book.close()
      other = book.file
    }
    const before = what === 'missing' || what === 'same' ? '' : sumOf(other)
    const codes: Record<string, string> = {
      newer: 'NEWER_BOOK',
      foreign: 'FOREIGN_BOOK',
      damaged: 'OTHER_BOOK_DAMAGED',
      empty: 'NOT_A_BOOK',
      'no book': 'NOT_A_BOOK',
      missing: 'BOOK_MISSING',
      same: 'SAME_BOOK',
      'other service': 'OTHER_SERVICE',
    }
    const merge = () =>
      mergeBooks(
        { file: mine.file, other, isDryRun: false, nowMs: NOW },
        () => undefined,
        () => false,
      )
    expect(merge).toThrow(expect.objectContaining({ code: codes[what] }) as Error)
    expect(mine.summary().counts.readings).toBe(0)
    expect(mine.sharing.merges()).toEqual([])
    if (before !== '') expect(sumOf(other)).toBe(before)
    // And the book can be written again.
    mine.readings.put(key, [reading(1, 1)])
  },
)

test('an older book is merged from a copy that is migrated, and stays as old as it is', async () => {
  const mine = bookOf('a@example.com')
  const other = join(tempFolder(), 'old.meterbook')
  const db = new Database(other)
  migrate(db, MIGRATIONS.slice(0, 12))
  db.exec(`INSERT INTO meta VALUES ('identity', '{"url":null,"email":null,"createdAtMs":1}');
    INSERT INTO station (id, name, equipment_id, name_key, serial_key, brand_key, status_key, seen_at_ms)
    VALUES (5, 'ГРП старая', 1005, 'x', '', '', '', 1)`)
  db.close()
  const before = sumOf(other)
  const merged = await mine.sharing.merge(other)
  expect(merged.stations).toMatchObject([{ id: 5, isNew: true }])
  expect(mine.stations.get(5)?.name).toBe('ГРП старая')
  expect(sumOf(other)).toBe(before)
})

test('a book shared without personal data says no account, but its service: that of another one is refused', async () => {
  const [mine, theirs, elsewhere] = [bookOf('a@example.com'), bookOf('b@example.com'), bookOf('b@example.com', 'https://elsewhere.example')]
  const part = { stations: [{ id: 1, days: null }], archives: ['readings'], withoutPersonal: true } as const
  const [welcome, refused] = [join(tempFolder(), 'welcome.meterbook'), join(tempFolder(), 'refused.meterbook')]
  await theirs.sharing.shareInto(welcome, part)
  await elsewhere.sharing.shareInto(refused, part)
  await expect(mine.sharing.merge(refused)).rejects.toMatchObject({
    code: 'OTHER_SERVICE',
    data: { otherUrl: 'https://elsewhere.example' },
  })
  expect((await mine.sharing.merge(welcome)).other.account).toBeNull()
  expect(mine.sharing.merges()).toMatchObject([{ url: URL_, email: null }])
})

test('settings seen by a clock that was put right later: sharing and merging invent no change that nobody saw', async () => {
  const mine = bookOf('a@example.com')
  const day = (at: number) => Date.UTC(2026, 0, at)
  const seen = (at: number, channelDataValue: number) =>
    mine.settings.putSnapshot(1001, day(at), [{ channelName: 'Qmax', channelDataValue, unitName: null }])
  seen(1, 10)
  seen(9, 10)
  seen(5, 25)
  seen(12, 25)
  const archives = ['settings'] as const
  const share = async (days: { from: number | null; to: number | null } | null) => {
    const file = join(tempFolder(), 'shared.meterbook')
    await mine.sharing.shareInto(file, { stations: [{ id: 1, days }], archives, withoutPersonal: false })
    return file
  }
  const whole = openBook(await share(null), { mode: 'read', now: () => NOW })
  onTestFinished(() => whole.close())
  const takenIn = (book: Book) => book.settings.snapshots(1001).map(({ takenAtMs }) => takenAtMs)
  expect(takenIn(whole)).toEqual([day(5), day(1)])
  const parts = bookOf('b@example.com')
  const dayNumber = (at: number) => day(at) / 86_400_000
  await parts.sharing.merge(await share({ from: null, to: dayNumber(3) }))
  expect(takenIn(parts)).toEqual([day(1)])
  await parts.sharing.merge(await share({ from: dayNumber(7), to: null }))
  expect(takenIn(parts)).toEqual([day(5), day(1)])
  const again = await mine.sharing.merge(whole.file)
  expect(again.kinds.find(({ kind }) => kind === 'settings')).toEqual({ kind: 'settings', added: 0, same: 2, newer: 0, twice: 0 })
  expect(takenIn(mine)).toEqual([day(5), day(1)])
})

test('settings that the other book saw earlier than this one are new to it, not newer', async () => {
  const day = (at: number) => Date.UTC(2026, 0, at)
  const item = { channelName: 'Qmax', channelDataValue: 10, unitName: null }
  const seenAt = (...days: number[]) => {
    const book = bookOf('a@example.com')
    for (const at of days) book.settings.putSnapshot(1001, day(at), [item])
    return book
  }
  const counted = async (mine: Book, other: Book) => {
    other.close()
    const { kinds } = await mine.sharing.merge(other.file)
    const [now] = mine.settings.snapshots(1001)
    return [kinds.find(({ kind }) => kind === 'settings'), now?.takenAtMs, now?.checkedAtMs]
  }
  const none = { kind: 'settings', same: 0, twice: 0 }
  expect(await counted(seenAt(9), seenAt(1))).toEqual([{ ...none, added: 1, newer: 0 }, day(1), day(9)])
  expect(await counted(seenAt(1), seenAt(9))).toEqual([{ ...none, added: 0, newer: 1 }, day(1), day(9)])
  expect(await counted(seenAt(1, 9), seenAt(4))).toEqual([{ ...none, added: 0, newer: 0, same: 1 }, day(1), day(9)])
})

test('a book that somebody is writing is merged, and its writer is not disturbed', () => {
  const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
  theirs.readings.put(key, [reading(1, 1)])
  theirs.close()
  const writer = new Database(theirs.file)
  onTestFinished(() => void writer.close())
  writer.exec('BEGIN IMMEDIATE')
  mergeBooks(
    { file: mine.file, other: theirs.file, isDryRun: false, nowMs: NOW },
    () => writer.exec('SELECT 1'),
    () => false,
  )
  writer.exec("INSERT INTO meta (key, value) VALUES ('written', '1'); COMMIT")
  expect(mine.readings.count(key)).toBe(1)
})

test('where the own book cannot be opened, the copy of the other one is not left behind', () => {
  const theirs = bookOf('b@example.com')
  theirs.readings.put(key, [reading(1, 1)])
  // Open, so its journal holds something: a copy is read.
  const [file, folder] = [join(tempFolder(), 'none.meterbook'), tempFolder()]
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  onTestFinished(() => void (before === undefined ? delete process.env['TMPDIR'] : (process.env['TMPDIR'] = before)))
  expect(() =>
    mergeBooks(
      { file, other: theirs.file, isDryRun: false, nowMs: NOW },
      () => undefined,
      () => false,
    ),
  ).toThrow(expect.objectContaining({ code: 'READ_ONLY_FOLDER' }) as Error)
  expect(readdirSync(folder)).toEqual([])
})

test('a merge that is called off leaves the book as it was', async () => {
  const [mine, theirs] = [bookOf('a@example.com'), bookOf('b@example.com')]
  theirs.readings.put(key, [reading(1, 1)])
  theirs.close()
  const stop = new AbortController()
  const merging = mine.sharing.merge(theirs.file, { signal: stop.signal })
  stop.abort()
  await expect(merging).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(mine.readings.count(key)).toBe(0)
  const reader = openBook(mine.file, { mode: 'read', now: () => NOW })
  onTestFinished(() => reader.close())
  await expect(reader.sharing.merge(theirs.file)).rejects.toMatchObject({ code: 'READ_ONLY_BOOK' })
})

test('a merge names no days that nobody may ask for, whatever an older version kept as downloaded', async () => {
  const [mine, theirs] = [bookOf(null), bookOf(null)]
  for (const book of [mine, theirs]) {
    book.readings.put(key, [reading(1, 1)])
    book.coverage.mark(key, DAY, { fetchedAtMs: NOW, state: 'fetched' })
  }
  theirs.readings.put(key, [reading(2, 2)])
  theirs.close()
  // One day of the year 9999, as a clock gone wrong asked for it.
  mine.db.exec(
    `INSERT INTO coverage_run (series_id, from_day, to_day, state, fetched_at_ms) SELECT id, 2932895, 2932896, 2, ${NOW} FROM series`,
  )
  await mine.sharing.merge(theirs.file)
  const days = mine.db.prepare('SELECT min(day), max(day), count(*) FROM calendar').raw().get() as number[]
  const [first, last, count] = days
  expect(count).toBeLessThanOrEqual(84_006)
  expect(last).toBeLessThan(84_006)
  expect(count).toBe((last ?? 0) - (first ?? 0) + 1)
})
