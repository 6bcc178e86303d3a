import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { writeLake } from '../../../electron/exports/lake/write-lake.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { answerOfBook, blocksOf, differences, statementsOf } from '../../support/lake-questions.ts'
import { NOW, station, tempBook, tempFolder } from '../book/fixtures.ts'

const CLOCK = { usual: { zone: 'UTC', contractHour: 10 }, nowMs: NOW }
const HOUR = 3_600_000
const blocks = blocksOf()

/** A book that asked for the sessions of telemetry units from one day to another. */
function asked(book: Book, units: readonly number[], from: string, to: string, fetchedAtMs: number): Book {
  book.page(() => {
    for (const telemetryId of units)
      book.coverage.mark({ telemetryId, archiveType: 'sessions' }, { from, to }, { fetchedAtMs, state: 'fetched' })
  })
  return book
}

/** Two stations without a device, two that share the device 1003, and one whose unit no station has. */
const UNITS = [2001, 2002, 2003, 2004, 2009]
function fleet(madeAtMs = NOW): Book {
  // A book's id follows from the time at which it was made.
  const book = openBook(join(tempFolder(), 'fleet.meterbook'), { mode: 'write', now: () => madeAtMs })
  onTestFinished(() => book.close())
  const at = (id: number, equipmentId: number | null) => station({ id, equipmentId })
  book.page(() => book.stations.put([at(1, null), at(2, null), at(3, 1003), at(4, 1003)], NOW))
  return book
}

async function completeness(lake: string): Promise<unknown[][]> {
  const connection = await duck()
  for (const block of ['duckdb-files', 'views'])
    for (const statement of statementsOf(blocks.get(block) ?? ''))
      // A book without records has no folders of them.
      if (!/(reading|event)\b/.test(statement)) await connection.run(statement.replaceAll('LAKE', lake))
  return duckRows(connection, blocks.get('completeness') ?? '')
}

test('days of devices without a number, and of units that share one, are counted apart, and once over all books', async () => {
  const lake = tempFolder()
  const book = asked(fleet(), UNITS, '2026-01-01', '2026-01-10', NOW)
  await writeLake(book, lake, CLOCK)
  // The other laptop's book is older and holds a part of the same.
  await writeLake(asked(fleet(NOW - HOUR), UNITS, '2026-01-05', '2026-01-08', NOW - HOUR), lake, CLOCK)
  const wanted = answerOfBook(book.db, 'completeness', (sql) => sql)
  expect(wanted).toEqual([['sessions', 'general', '2026-01-01', 50, 50, 0, 0]])
  expect(differences(await completeness(lake), wanted)).toEqual([])
})

test('a unit of two stations has each day once for each of their devices', async () => {
  const book = tempBook()
  const shared = (id: number, equipmentId: number | null) => station({ id, equipmentId, telemetryId: 2001 })
  book.page(() => book.stations.put([shared(1, null), shared(2, null), shared(3, 1003), shared(4, 1003)], NOW))
  asked(book, [2001], '2026-01-01', '2026-01-10', NOW)
  const lake = tempFolder()
  await writeLake(book, lake, CLOCK)
  const wanted = answerOfBook(book.db, 'completeness', (sql) => sql)
  expect(wanted).toEqual([['sessions', 'general', '2026-01-01', 20, 20, 0, 0]])
  expect(differences(await completeness(lake), wanted)).toEqual([])
})
