import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import { shareBook, type ShareChoice } from '../../../../electron/exports/sharing/share.ts'
import { contentsOf } from '../../book/sharing/compare.ts'
import { alarm, consumer, NOW, session, station, tempFolder } from '../../book/fixtures.ts'

const usual = { zone: 'Europe/Moscow', contractHour: 10 }
const HOUR = 3_600_000
const DAYS = 30
const START = Date.UTC(2025, 11, 1)
const SECRETS = ['+79001234567', '5200009999', 'Марья Ивановна', 'договор 17/АБ', 'позвоните +7911', 'Ольга Сидорова']

/** Three stations of two consumers and a month of records, with everything that is personal. */
function wholeBook(): Book {
  const book = openBook(path.join(tempFolder(), 'whole.meterbook'), {
    mode: 'write',
    now: () => NOW,
    account: { url: 'https://meters.example', email: 'i@example.com' },
  })
  onTestFinished(() => book.close())
  book.page(() => {
    book.providers.put([
      { id: 1, name: 'Газ', children: [{ id: 2, name: 'Филиал', children: [] }] },
      { id: 3, name: 'Чужой', children: [] },
    ])
    book.consumers.put([{ ...consumer(1, 'ООО «Ёлка»', SECRETS[1] ?? ''), contactNumber: SECRETS[2] ?? '' }], { energyId: 2 })
    book.consumers.put([consumer(2, 'ИП Петров')], { energyId: 3 })
    book.stations.put(
      [1, 2, 3].map((id) => station({ id, customerId: id === 3 ? 2 : 1, phone: SECRETS[0] ?? '' })),
      NOW,
    )
    book.rejected.put('stations', [{ reason: 'no id', raw: JSON.stringify({ phone: SECRETS[0] }) }], NOW)
    book.db.prepare('INSERT INTO contract_number (consumer_id, number) VALUES (1, ?)').run(SECRETS[3])
    for (const id of [1, 2, 3]) {
      const key = { equipmentId: id + 1000, archiveType: 'hourly', view: 'general' } as const
      const times = Array.from({ length: DAYS * 24 }, (_, at) => START + at * HOUR)
      book.readings.put(
        key,
        times.map((atMs) => ({ atMs, values: { V: atMs % 97, P: '0,1' } })),
      )
      book.coverage.mark(key, { from: '2025-12-01', to: '2025-12-30' }, { fetchedAtMs: NOW, state: { state: 'fetched', records: 24 } })
      book.events.add(
        { equipmentId: id + 1000, archiveType: 'alarm' },
        times.filter((_, at) => at % 6 === 0).map((atMs) => alarm(atMs, String(id * 10))),
      )
      book.sessions.put(
        times.filter((_, at) => at % 24 === 7).map((atMs, at) => session({ id: id * 1000 + at, telemetryId: id + 2000, atMs })),
      )
      book.settings.putSnapshot(id + 1000, START - HOUR, [{ channelName: 'Qmax', channelDataValue: 10, unitName: null }])
      book.settings.putSnapshot(id + 1000, START + 20 * 24 * HOUR, [{ channelName: 'Qmax', channelDataValue: 25, unitName: null }])
    }
    book.notes.add(1, { fromMs: null, toMs: null, kind: 'other', author: 'И', text: SECRETS[4] ?? '' }, [], NOW)
    book.typed.write(1, [{ fact: 'coordinates', value: '55.7558,37.6173' }], SECRETS[5] ?? '', NOW)
    book.typed.write(2, [{ fact: 'limit_of_error', value: '1.5' }], 'И', NOW)
    book.clocks.setOfBook({ timeZone: 'Europe/Samara', contractHour: 8 })
  })
  return book
}

async function shared(book: Book, choice: Partial<ShareChoice>): Promise<Book> {
  const file = path.join(tempFolder(), 'shared.meterbook')
  await shareBook(book, { stationIds: [1, 2], usual, ...choice }, file)
  const made = openBook(file, { mode: 'read', now: () => NOW })
  onTestFinished(() => made.close())
  expect(made.integrity().problems).toEqual([])
  expect(made.checkRecords().problems).toEqual([])
  return made
}
const column = <T>(book: Book, sql: string): T[] => book.db.prepare<[], T>(sql).pluck().all()

test('a book of all stations has what the whole book has, belongs to no account, and says which it comes from', async () => {
  const book = wholeBook()
  const made = await shared(book, { stationIds: [1, 2, 3] })
  const { v_rejected: _rejected, v_provider, ...expected } = contentsOf(book)
  const { v_rejected, v_provider: providers, ...contents } = contentsOf(made)
  expect(contents).toEqual(expected)
  expect([providers, v_rejected]).toEqual([v_provider, []])
  expect(made.identity).toMatchObject({ url: null, email: null })
  expect(made.sharing.origin()).toMatchObject({ url: 'https://meters.example', email: 'i@example.com', bookId: book.bookId })
  expect(made.bookId).not.toBe(book.bookId)
  expect(made.clocks.ofBook()).toEqual({ timeZone: 'Europe/Samara', contractHour: 8 })
  // Its stations are found by their texts, and its events by theirs.
  expect(made.stations.list({ text: 'елка' }).total).toBe(2)
  expect(made.search.findEventTexts('авария 30')).toHaveLength(1)
})

test('chosen stations and gas days: whole UTC days, coverage cut to them, settings that held, and nobody else’s', async () => {
  const made = await shared(wholeBook(), { stationIds: [2], from: '2025-12-10', to: '2025-12-11' })
  expect(column(made, 'SELECT id FROM v_station')).toEqual([2])
  expect(column(made, 'SELECT id FROM v_provider ORDER BY id')).toEqual([1, 2])
  expect(column(made, 'SELECT name FROM v_consumer')).toEqual(['ООО «Ёлка»'])
  const times = column<number>(made, "SELECT DISTINCT event_time FROM v_reading WHERE channel = 'V' ORDER BY 1")
  // Gas days of Samara from 8 o'clock: 4:00 UTC on the 10th to 4:00 UTC on the 12th.
  expect(times[0]).toBe(Date.UTC(2025, 11, 10) / 1000)
  expect(times.at(-1)).toBe(Date.UTC(2025, 11, 12, 23) / 1000)
  expect(times).toHaveLength(72)
  expect(column(made, 'SELECT day FROM v_coverage ORDER BY day')).toEqual(['2025-12-10', '2025-12-11', '2025-12-12'])
  expect(column(made, 'SELECT channel_data_value FROM v_setting')).toEqual([10])
  expect(column(made, 'SELECT value FROM v_station_typed')).toEqual(['1.5'])
  expect(column(made, 'SELECT count(*) FROM v_session')).toEqual([3])
  expect(column(made, 'SELECT DISTINCT code FROM v_event')).toEqual(['20'])
  expect(column(made, 'SELECT count(*) FROM event_content')).toEqual([1])
  expect(made.summary().counts).toMatchObject({ readings: 72, events: 12, sessions: 3, notes: 0 })
})

test('settings that were read only after the days go along where none were read before: a device is never without', async () => {
  const early = await shared(wholeBook(), { stationIds: [2], from: '2025-10-01', to: '2025-10-02' })
  expect(column(early, 'SELECT channel_data_value FROM v_setting')).toEqual([10])
})

test('without personal data no phone, contact, tax number, contract or note is anywhere in the file', async () => {
  const book = wholeBook()
  const full = await shared(book, { stationIds: [1, 2, 3] })
  const bare = await shared(book, { stationIds: [1, 2, 3], withoutPersonal: true })
  const bytesOf = ({ file }: Book) => readFileSync(file)
  // The word of the search's folded text is a secret as well.
  const secrets = [...SECRETS, 'марья ивановна', 'позвоните', 'i@example.com']
  expect(SECRETS.filter((secret) => bytesOf(full).includes(secret))).toEqual(SECRETS)
  expect(secrets.filter((secret) => bytesOf(bare).includes(secret))).toEqual([])
  expect(column(bare, 'SELECT name FROM v_consumer ORDER BY id')).toEqual(['ООО «Ёлка»', 'ИП Петров'])
  expect(bare.typed.ofStation(1)).toMatchObject([{ value: '55.7558,37.6173', typedBy: '' }])
  expect(bare.stations.list({ text: '+7900' }).total).toBe(0)
  expect(bare.summary().counts.readings).toBe(book.summary().counts.readings)
  expect(full.sharing.origin()).toMatchObject({ url: 'https://meters.example', email: 'i@example.com' })
  expect(bare.sharing.origin()).toMatchObject({ url: 'https://meters.example', email: null })
})

test('only what was asked for goes along', async () => {
  const made = await shared(wholeBook(), { archives: ['events'] })
  expect(made.summary().counts).toMatchObject({ stations: 2, readings: 0, sessions: 0, settingSnapshots: 0 })
  expect(made.summary().counts.events).toBeGreaterThan(0)
})

test('what is there is replaced only by a whole book, and nothing is left behind when it is called off or cannot be written', async () => {
  const book = wholeBook()
  const folder = tempFolder()
  const file = path.join(folder, 'given.meterbook')
  writeFileSync(file, 'before')
  const stop = new AbortController()
  const sharing = shareBook(book, { stationIds: [1], usual }, file, { signal: stop.signal })
  stop.abort()
  await expect(sharing).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['given.meterbook'])

  const refused = async (to: string, choice: Partial<ShareChoice> = {}): Promise<unknown> =>
    shareBook(book, { stationIds: [1], usual, ...choice }, to).then(
      () => 'shared',
      (failure: unknown) => failure,
    )
  expect(await refused(folder)).toMatchObject({ code: 'FILE_NOT_WRITABLE', data: { reason: 'EISDIR' } })
  expect(await refused(book.file)).toMatchObject({ code: 'FILE_PROTECTED', data: { what: 'self' } })
  expect(await refused(path.join(folder, 'none', 'x.meterbook'))).toMatchObject({
    code: 'FOLDER_GONE',
    data: { reason: 'ENOENT' },
  })
  expect(await refused(file, { stationIds: [99] })).toMatchObject({ code: 'NO_SUCH_STATION' })
  expect(await refused(file, { stationIds: [] })).toMatchObject({ code: 'NOTHING_CHOSEN' })
  expect(await refused(file, { from: '2026-02-01', to: '2026-01-01' })).toMatchObject({ code: 'SPAN_REVERSED' })
  expect(readdirSync(folder)).toEqual(['given.meterbook'])

  const told: number[] = []
  await shareBook(book, { stationIds: [1], usual }, file, { tell: (done, total) => told.push(done / (total ?? NaN)) })
  expect(told.every((share) => share >= 0 && share <= 1)).toBe(true)
  expect(existsSync(`${file}-wal`)).toBe(false)
  expect(openBook(file, { mode: 'read', now: () => NOW }).close()).toBeUndefined()
})

test('of a damaged book it is said that it is damaged, not the one that was to be made', async () => {
  const book = wholeBook()
  book.db.pragma('wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(book.file)
  const page = book.db.pragma('page_size', { simple: true }) as number
  const [root = 0] = column<number>(book, "SELECT rootpage FROM sqlite_schema WHERE name = 'session'")
  bytes.fill(0x5a, (root - 1) * page, root * page)
  const file = path.join(tempFolder(), 'broken.meterbook')
  writeFileSync(file, bytes)
  const broken = openBook(file, { mode: 'read', now: () => NOW })
  onTestFinished(() => broken.close())
  const to = path.join(tempFolder(), 'shared.meterbook')
  const part = { stations: [1, 2, 3].map((id) => ({ id, days: null })), archives: ['sessions'] as const, withoutPersonal: false }
  await expect(broken.sharing.shareInto(to, part)).rejects.toMatchObject({ code: 'BOOK_DAMAGED', data: { file } })
})

test('parts of a book that are merged again are the book', async () => {
  const book = wholeBook()
  const folder = tempFolder()
  const parts = [{ stationIds: [1, 2], to: '2025-12-15' }, { stationIds: [1, 2], from: '2025-12-10' }, { stationIds: [3] }]
  const merged = openBook(path.join(folder, 'merged.meterbook'), { mode: 'write', now: () => NOW })
  onTestFinished(() => merged.close())
  for (const [at, part] of parts.entries()) {
    const file = path.join(folder, `${at}.meterbook`)
    await shareBook(book, { ...part, usual }, file)
    await merged.sharing.merge(file)
  }
  const { v_rejected: _all, ...expected } = contentsOf(book)
  const { v_rejected: _none, ...contents } = contentsOf(merged)
  expect(contents).toEqual(expected)
})
