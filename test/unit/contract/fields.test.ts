import { expect, test } from 'vitest'
import { publicFields, type RecordFields } from '../../../electron/contract/fields/field.ts'
import { FINDING_FIELDS } from '../../../electron/contract/fields/findings.ts'
import { STATION_FIELDS } from '../../../electron/contract/fields/stations.ts'
import { CONSUMER_FIELDS } from '../../../electron/contract/fields/consumers.ts'
import { CHARACTERISTICS_FIELDS } from '../../../electron/contract/fields/characteristics.ts'
import { EQUIPMENT_TYPE_FIELDS } from '../../../electron/contract/fields/equipment-types.ts'
import { CHANNEL_FIELDS } from '../../../electron/contract/fields/channels.ts'
import { MESSAGE_FIELDS } from '../../../electron/contract/fields/messages.ts'
import { SESSION_FIELDS } from '../../../electron/contract/fields/sessions.ts'
import { shapeOf } from '../../../electron/contract/fields/shape.ts'
import { LANGUAGES } from '../../../electron/words/index.ts'
import { wordsOf } from '../../../electron/words/index.ts'
import { tempBook } from '../book/fixtures.ts'

/** What a migration wrote once is held to the lists of fields. */

const LISTS = {
  station: STATION_FIELDS,
  consumer: CONSUMER_FIELDS,
  characteristics: CHARACTERISTICS_FIELDS,
  equipment_type: EQUIPMENT_TYPE_FIELDS,
  channel: CHANNEL_FIELDS,
  message: MESSAGE_FIELDS,
  session: SESSION_FIELDS,
  finding: FINDING_FIELDS,
} satisfies Record<string, RecordFields>

/** Columns of a view alone: a row of `v_finding` may be a part of a finding. */
const OF_VIEW: Readonly<Record<string, readonly string[]>> = { finding: ['part_of', 'own_m3'] }

test.each(Object.entries<RecordFields>(LISTS))('%s: the public view has the columns of the list', (name, fields) => {
  const { db } = tempBook()
  const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('v_${name}')`).pluck().all()
  expect(columns).toEqual([...publicFields(fields).map((field) => field.name), ...(OF_VIEW[name] ?? [])])
})

/** Those that have a file of their own. */
const IN_FILES = { station: STATION_FIELDS, session: SESSION_FIELDS, finding: FINDING_FIELDS } satisfies Record<string, RecordFields>

test.each(Object.entries<RecordFields>(IN_FILES))('%s: each field has its word in each language', (_, fields) => {
  for (const language of LANGUAGES) {
    const words: Readonly<Record<string, string>> = wordsOf(language).file
    for (const { name, title = name } of Object.values(fields))
      expect([language, title, words[title]]).toEqual([language, title, expect.any(String)])
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
