import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { QuestionValue } from '../../../electron/contract/question-words.ts'
import { answer } from '../../../electron/questions/child/answer.ts'
import { soundBook } from '../../support/hostile-books.ts'
import { tempFolder } from '../book/fixtures.ts'

/** What a question is answered, and what it fails with, is bounded whatever is written in it. */

let file: string
beforeEach(() => {
  file = join(tempFolder(), 'a.meterbook')
  soundBook(file)
})

const ask = (sql: string, parameters: Record<string, QuestionValue> = {}, bytes = 16 << 20) =>
  answer({ file, sql, parameters, limits: { rows: 1000, bytes, memoryMb: 512 }, personal: 'shown' }, () => Promise.resolve())

test('a parameter that SQLite reads with what stands in brackets behind it is refused as one without a value', async () => {
  expect(await ask('SELECT :a(1)', { a: 1 })).toEqual({ failed: { code: 'QUESTION_REFUSED', reason: 'binding', detail: ':a' } })
})

test('a value longer than any may be is no lack of memory', async () => {
  expect(await ask('SELECT zeroblob(17000000)')).toEqual({ failed: { code: 'QUESTION_TOO_LARGE', what: 'value' } })
})

test('names of columns are cut, and count', async () => {
  const long = 'ж'.repeat(30_000)
  const one = await ask(`SELECT 1 AS "${long}"`)
  expect('end' in one && one.end.columns.map(({ name }) => name)).toEqual([`${'ж'.repeat(199)}…`])
  const parts = Array.from({ length: 20 }, (_, at) => `t${at}.*`).join(', ')
  const joined = Array.from({ length: 20 }, (_, at) => `t AS t${at}`).join(' JOIN ')
  const wide = Array.from({ length: 100 }, (_, at) => `1 AS "${at}${'ж'.repeat(900)}"`).join(', ')
  const many = await ask(`WITH t AS (SELECT ${wide}) SELECT ${parts} FROM ${joined}`, {}, 100_000)
  if (!('end' in many)) throw new Error(JSON.stringify(many))
  expect(many.end.columns).toHaveLength(2000)
  expect(JSON.stringify(many.end.columns).length).toBeLessThan(200_000)
  // The names alone are more than the answer may be.
  expect(many.end.cut).toBe('bytes')
})

test('what SQLite says of a long question is cut', async () => {
  for (const sql of [`SELECT ${'a'.repeat(90_000)}`, `SELECT :${'a'.repeat(90_000)}`, `SELECT ${'f'.repeat(90_000)}(1)`])
    expect(JSON.stringify(await ask(sql)).length).toBeLessThan(700)
})
