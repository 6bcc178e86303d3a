import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { writeJudgedLake } from '../../../electron/exports/lake/judged-lake.ts'
import { shareBook } from '../../../electron/exports/sharing/share.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { blocksOf, statementsOf } from '../../support/lake-questions.ts'
import { alarm, station, tempBook, tempFolder } from '../book/fixtures.ts'

/** Which book of a lake speaks of a station: books that were shared and merged, and books that only list it. */

const usual = { zone: 'UTC', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1, 10)
const DAYS = 6
const NOW_MS = FROM + DAYS * DAY_MS + HOUR_MS
const URL = 'https://one.example'

/** Three stations that the service lists; a week of hours, with a hole, of those that were asked for. */
function bookOf(stationIds: readonly number[], fetchedAtMs: number, url: string = URL): Book {
  const book = tempBook()
  onTestFinished(() => void (book.db.open && book.close()))
  book.claim({ url, email: `i${fetchedAtMs}@example.com` })
  book.page(() => {
    const list = [1, 2, 3].map((id) => station({ id, lastSeanceEventMs: NOW_MS - HOUR_MS }))
    book.stations.put(list, FROM)
    for (const channelVarname of ['gas_consume', 'VNakpriv'])
      book.channels.put([
        {
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname: 'hourly',
          telemetryTypeName: null,
          channelName: null,
          channelVarname,
          unitName: 'м3',
        },
      ])
    for (const id of stationIds) {
      const key = { equipmentId: id + 1000, archiveType: 'hourly', view: 'unified' } as const
      const hours = Array.from({ length: 24 * DAYS }, (_, hour) => hour).filter((hour) => hour < 50 || hour >= 60)
      book.readings.put(
        key,
        hours.map((hour) => ({ atMs: FROM + (hour + 1) * HOUR_MS, values: { gas_consume: id, VNakpriv: 1000 + (hour + 1) * id } })),
      )
      book.coverage.mark(key, { from: dayAt(FROM), to: dayAt(NOW_MS) }, { state: 'fetched', fetchedAtMs })
      book.events.add({ equipmentId: id + 1000, archiveType: 'alarm' }, [alarm(FROM + HOUR_MS, '17')])
    }
  })
  return book
}

const blocks = blocksOf()
async function lakeOf(...books: readonly (readonly [Book, nowMs: number])[]) {
  const folder = tempFolder()
  for (const [book, nowMs] of books) await writeJudgedLake(book, folder, { usual, nowMs })
  const connection = await duck()
  for (const block of ['duckdb-files', 'views'])
    for (const statement of statementsOf(blocks.get(block) ?? '')) await connection.run(statement.replaceAll('LAKE', folder))
  return (sql: string) => duckRows(connection, sql)
}

async function shared(book: Book, stationIds: readonly number[], from?: string): Promise<Book> {
  const file = join(tempFolder(), 'shared.meterbook')
  await shareBook(book, { stationIds, from, usual, withoutPersonal: true }, file)
  const made = openBook(file, { mode: 'write', now: () => NOW_MS })
  onTestFinished(() => made.close())
  return made
}

const FINDINGS = 'SELECT station_id, count(*) FROM finding GROUP BY 1 ORDER BY 1'
const DAY_ROWS = 'SELECT station_id, count(*), sum(volume) FROM consumption_day GROUP BY 1 ORDER BY 1'

test('a book that lists stations of which it has no record hides no finding and no health of the book that has them', async () => {
  const whole = bookOf([1, 2, 3], NOW_MS - 2 * HOUR_MS)
  const alone = await lakeOf([whole, NOW_MS])
  const wanted = await alone(FINDINGS)
  expect(wanted.map(([id]) => id)).toEqual([1, 2, 3])
  // It was made and judged later.
  const ask = await lakeOf([whole, NOW_MS], [bookOf([2], NOW_MS - HOUR_MS), NOW_MS + HOUR_MS])
  expect(await ask(FINDINGS)).toEqual(wanted)
  expect(await ask('SELECT station_id, book FROM health ORDER BY 1')).toEqual([
    [1, whole.bookId],
    [2, expect.not.stringContaining(whole.bookId)],
    [3, whole.bookId],
  ])
  expect(await ask('SELECT station_id, count(usual_m3_a_day) FROM health GROUP BY 1 ORDER BY 1')).toEqual(
    await alone('SELECT station_id, count(usual_m3_a_day) FROM health GROUP BY 1 ORDER BY 1'),
  )
})

test('a shared book and one that such books were merged into are of the service that their records are of', async () => {
  const whole = bookOf([1, 2, 3], NOW_MS - 2 * HOUR_MS, `${URL}/`)
  const alone = await lakeOf([whole, NOW_MS])
  const part = await shared(whole, [1, 2])
  const merged = tempBook()
  part.close()
  await merged.sharing.merge(part.file)
  const again = openBook(part.file, { mode: 'write', now: () => NOW_MS })
  onTestFinished(() => again.close())
  const ask = await lakeOf([whole, NOW_MS], [again, NOW_MS + HOUR_MS], [merged, NOW_MS + 2 * HOUR_MS])
  expect(await ask('SELECT DISTINCT service FROM all_book')).toEqual([[URL]])
  for (const sql of [DAY_ROWS, FINDINGS, 'SELECT count(*) FROM reading', 'SELECT count(*) FROM station', 'SELECT count(*) FROM event'])
    expect([sql, await ask(sql)]).toEqual([sql, await alone(sql)])
})

test('of books that have records of a station the one that fetched them last speaks, and of those with the same the fuller one', async () => {
  const whole = bookOf([1, 2, 3], NOW_MS - 2 * HOUR_MS)
  const fresher = bookOf([1], NOW_MS - HOUR_MS)
  // Made later, and of the last two days alone.
  const part = await shared(whole, [2], '2026-01-05')
  const ask = await lakeOf([whole, NOW_MS], [fresher, NOW_MS], [part, NOW_MS + HOUR_MS])
  const byStation = new Map((await ask('SELECT station_id, book FROM health')).map(([id, book]) => [id, book]))
  expect([1, 2, 3].map((id) => byStation.get(id))).toEqual([fresher.bookId, whole.bookId, whole.bookId])
  expect(await ask('SELECT DISTINCT f.station_id FROM finding f JOIN health h USING (station_id) WHERE h.book <> f.book')).toEqual([])
})
