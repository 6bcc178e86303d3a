import { readFileSync } from 'node:fs'
import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import { rowsOf } from '../../../electron/contract/question-rows.ts'
import { hostIn } from '../../support/backend.ts'
import { testFolder } from '../../support/pull.ts'
import { NOW, station } from '../book/fixtures.ts'

/** Questions in SQL as windows ask them of the desk. */
async function desk({ place }: { place?: string } = {}) {
  const folder = testFolder()
  const file = folder.file('asked.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 1, phone: '+7 900' }), station({ id: 2 })], NOW)
  book.close()
  const target = folder.file('answer.csv')
  const saveAs = () => Promise.resolve(place === 'nowhere' ? null : { file: target, href: null })
  const backend = await startBackend({ ...hostIn(folder.file('data')), saveAs }, { book: file, mode: 'read' })
  onTestFinished(async () => {
    await backend.close()
    folder.remove()
  })
  const client = createRouterClient(backend.router)
  return { client, questions: client.questions, target }
}

test('an answer comes as columns and as rows that are read by whoever shows them', async () => {
  const { questions } = await desk()
  const { rows, ...answer } = await questions.ask({
    sql: 'SELECT id, phone FROM v_station WHERE id <= :most ORDER BY id',
    parameters: { most: 2 },
  })
  expect(await rowsOf(rows)).toEqual([
    [1, '+7 900'],
    [2, ''],
  ])
  expect(answer).toMatchObject({ count: 2, cut: null, views: ['v_station'], hidden: [] })
  expect(answer.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['id', 'number'],
    ['phone', 'text'],
  ])
  expect(await rowsOf((await questions.ask({ sql: 'SELECT 1 WHERE false' })).rows)).toEqual([])
})

test('what a question may not do, and what is no question, is said with its facts', async () => {
  const { questions } = await desk()
  await expect(questions.ask({ sql: 'SELECT * FROM note' })).rejects.toMatchObject({
    data: { code: 'QUESTION_REFUSED', data: { reason: 'private', detail: 'note' } },
  })
  await expect(questions.ask({ sql: 'SELEKT' })).rejects.toMatchObject({ data: { code: 'QUESTION_WRONG' } })
})

test('a file goes where the host says, or nowhere', async () => {
  const how = {
    sql: 'SELECT id FROM v_station',
    name: 'Станции',
    format: 'csv',
    reader: 'programs',
    timeZone: 'UTC',
    language: 'ru',
  } as const
  const { questions, target } = await desk()
  expect(await questions.write(how)).toEqual({ file: target, href: null, rows: 2, bytes: 10, replaced: [], cut: null })
  expect(readFileSync(target, 'utf8')).toBe('id\r\n1\r\n2\r\n')
  await expect(questions.write({ ...how, sql: 'DELETE FROM v_station' })).rejects.toMatchObject({ data: { code: 'QUESTION_REFUSED' } })
  const elsewhere = await desk({ place: 'nowhere' })
  expect(await elsewhere.questions.write(how)).toBeNull()
})

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'

test('a file that takes its time holds up no other question, and ends with the book', async () => {
  const { questions, client } = await desk()
  const how = { name: 'a', format: 'csv', timeZone: 'UTC', language: 'en' } as const
  const endless = questions.write({ ...how, sql: ENDLESS }).catch((error: unknown) => (error as { data: unknown }).data)
  expect(await rowsOf((await questions.ask({ sql: 'SELECT 1' })).rows)).toEqual([[1]])
  const asked = questions.ask({ sql: ENDLESS }).catch((error: unknown) => (error as { data: unknown }).data)
  await client.book.close()
  const closed = { code: 'BOOK_CLOSED', data: { file: expect.stringMatching(/asked\.meterbook$/u) as string } }
  expect(await Promise.all([endless, asked])).toMatchObject([closed, closed])
})

test('a window may not ask for more than it and the desk hold', async () => {
  const { questions } = await desk()
  for (const limits of [{ rows: 5_000_000 }, { bytes: 1 << 30 }])
    await expect(questions.ask({ sql: 'SELECT 1', limits })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
