import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { alarm, consumer, NOW, session, station, tempBook, tempFolder } from './fixtures.ts'

const KEY = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const

function fill(book: Book): void {
  book.providers.put([{ id: 1, name: 'Холдинг', children: [] }])
  book.consumers.put([consumer(1, 'Пекарня')])
  book.stations.put([station({ id: 1 }), station({ id: 2 })], NOW)
  book.readings.put(KEY, [
    { atMs: 10, values: { P: 1 } },
    { atMs: 30, values: { P: 1 } },
  ])
  book.readings.put({ ...KEY, equipmentId: 2 }, [{ atMs: 5, values: { P: 1 } }])
  book.events.add({ equipmentId: 1, archiveType: 'alarm' }, [alarm(20, '17')])
  book.sessions.put([session({ id: 1, atMs: 1 })])
  book.settings.putSnapshot(1, NOW, [])
  book.coverage.mark(KEY, { from: '2026-01-01', to: '2026-01-03' }, { fetchedAtMs: NOW + 5, state: 'fetched' })
  const note = { fromMs: null, toMs: null, kind: 'visit' as const, author: '', text: 'Ключ у сторожа' }
  const [, deleted] = [1, 2].map((stationId) => book.notes.add(stationId, note, [], NOW))
  book.notes.remove(deleted?.id ?? '', NOW)
  book.rejected.put('seances', [{ reason: 'no id', raw: '{}' }], NOW)
}

test('the summary counts everything', () => {
  const book = tempBook()
  expect(book.summary()).toMatchObject({
    counts: { stations: 0, readings: 0 },
    firstMs: null,
    freshAtMs: null,
    archives: [],
  })
  fill(book)
  const summary = book.summary()
  expect(summary).toMatchObject({
    identity: { url: null, email: null, createdAtMs: NOW },
    counts: {
      providers: 1,
      consumers: 1,
      stations: 2,
      unlistedStations: 0,
      readings: 3,
      events: 1,
      sessions: 1,
      settingSnapshots: 1,
      notes: 1,
      rejected: 1,
    },
    archives: [
      { archiveType: 'hourly', view: 'general', devices: 2, records: 3, firstMs: 5, lastMs: 30 },
      { archiveType: 'alarm', view: 'general', devices: 1, records: 1, firstMs: 20, lastMs: 20 },
    ],
    firstMs: 5,
    lastMs: 30,
    coverage: { fetched: 3 },
    rejected: { seances: 1 },
    freshAtMs: NOW + 5,
  })
  expect(summary.fileBytes).toBeGreaterThan(100_000)
})

describe('care', () => {
  test('a dangling reference is reported', () => {
    const book = tempBook()
    book.db.pragma('foreign_keys = OFF')
    book.db.exec('INSERT INTO consumer_provider (provider_id, consumer_id) VALUES (1, 99)')
    expect(book.integrity()).toMatchObject({ ok: false, problems: [expect.stringContaining('consumer')] })
  })

  test('compacting gives free pages back and loses nothing', () => {
    const book = tempBook()
    fill(book)
    const plan = book.tasks.createRun({}, NOW)
    book.tasks.insert(
      plan,
      Array.from({ length: 20_000 }, (_, position) => ({
        kind: 'readings',
        target: { position },
        stationId: 1,
        position,
      })),
      NOW,
    )
    book.db.exec('DELETE FROM task')
    const { beforeBytes, afterBytes } = book.compact()
    expect(afterBytes).toBeLessThan(beforeBytes / 2)
    expect(book.summary().counts.readings).toBe(3)
    expect(book.integrity().ok).toBe(true)
  })

  test('a backup is a complete book, and an existing file is replaced only at the end', async () => {
    const book = tempBook()
    fill(book)
    const to = join(tempFolder(), 'copy.meterbook')
    writeFileSync(to, 'an older copy')
    const shares: number[] = []
    const { bytes } = await book.backup(to, (share) => shares.push(share))
    expect(bytes).toBeGreaterThan(100_000)
    expect(shares.at(-1)).toBe(1)
    expect(readdirSync(dirname(to))).toEqual(['copy.meterbook'])
    const copy = openBook(to, { mode: 'read', now: () => NOW })
    onTestFinished(() => copy.close())
    expect(copy.summary().counts).toEqual(book.summary().counts)
    expect(copy.integrity().ok).toBe(true)
  })

  test('a backup to an unwritable place fails with its code', async () => {
    const book = tempBook()
    await expect(book.backup(join(tempFolder(), 'no', 'copy.meterbook'))).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
    })
  })
})

test('a full disk: the page fails with its code, earlier pages are kept, and writing works again once there is room', () => {
  const book = tempBook()
  const page = (start: number) => Array.from({ length: 1_000 }, (_, at) => ({ atMs: start + at, values: { P: Math.sqrt(start + at) } }))
  book.page(() => book.readings.put(KEY, page(0)))
  const pages = book.db.pragma('page_count', { simple: true }) as number
  book.db.pragma(`max_page_count = ${pages + 20}`)
  let stored = 1
  const fillUp = () => {
    for (; stored < 1_000; stored++) book.page(() => book.readings.put(KEY, page(stored * 1_000)))
  }
  expect(fillUp).toThrow(expect.objectContaining({ code: 'DISK_FULL', data: { file: book.file } }))
  expect(book.readings.count(KEY)).toBe(stored * 1_000)
  expect(book.readings.latest(KEY)?.atMs).toBe(stored * 1_000 - 1)
  expect(book.integrity()).toEqual({ ok: true, problems: [] })
  book.db.pragma('max_page_count = 1000000')
  book.page(() => book.readings.put(KEY, page(stored * 1_000)))
  expect(book.readings.count(KEY)).toBe((stored + 1) * 1_000)
})
