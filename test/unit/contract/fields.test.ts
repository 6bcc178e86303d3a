import { expect, test } from 'vitest'
import { columnOf, publicFields, type RecordFields } from '../../../electron/contract/fields/field.ts'
import { FINDING_FIELDS } from '../../../electron/contract/fields/findings.ts'
import { shapeOf } from '../../../electron/contract/fields/shape.ts'
import { LANGUAGES } from '../../../electron/contract/languages.ts'
import { wordsOf } from '../../../electron/words/index.ts'
import { tempBook } from '../book/fixtures.ts'

/** What a migration wrote once is held to the lists of fields. */

const LISTS = { finding: FINDING_FIELDS } satisfies Record<string, RecordFields>

test.each(Object.entries<RecordFields>(LISTS))('%s: the table and the public view have the columns of the list', (name, fields) => {
  const { db } = tempBook()
  const columnsOf = (table: string) => db.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
  expect(columnsOf(name)).toEqual(expect.arrayContaining(Object.values(fields).map(columnOf)))
  expect(columnsOf(`v_${name}`)).toEqual(publicFields(fields).map((field) => field.name))
})

test.each(Object.entries<RecordFields>(LISTS))('%s: each field has its word in each language', (_, fields) => {
  for (const language of LANGUAGES) {
    const words: Readonly<Record<string, string>> = wordsOf(language).file
    for (const { name, title = name } of Object.values(fields)) expect([language, title, words[title]]).toEqual([language, title, expect.any(String)])
  }
})

test('the shape of the contract takes what the list says and nothing else', () => {
  const { flag, toMs, unit, id } = shapeOf(FINDING_FIELDS)
  expect(flag.safeParse(3).success).toBe(true)
  expect(flag.safeParse(2).success).toBe(false)
  expect([toMs.safeParse(null).success, toMs.safeParse('1').success]).toEqual([true, false])
  expect([unit.safeParse('kPa').success, unit.safeParse('bar').success]).toEqual([true, false])
  expect(id.safeParse(null).success).toBe(false)
})
