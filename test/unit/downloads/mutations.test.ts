import type { Statement } from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { readChunk } from '../../../electron/downloads/chunk.ts'
import { createCadences, type Cadences } from '../../../electron/downloads/learned.ts'
import type { Target } from '../../../electron/downloads/target.ts'
import { ServiceError } from '../../../electron/service/errors.ts'
import type { Lane } from '../../../electron/service/lane.ts'
import { createCommits } from '../../../electron/downloads/commits.ts'
import type { Page, Single } from '../../../electron/service/page.ts'
import { testFolder } from '../../support/pull.ts'
import { spoilt } from '../../support/mutate.ts'

/**
 * Thousands of mutated answers (`npm run test:long`: 20,000), from the text of an answer to the book on disk. Each record that came is stored,
 * or rejected with its raw text kept, or the page is refused by a typed error with nothing of it in the book.
 */

const RUNS = process.env['METERBOOK_LONG'] === '1' ? 20_000 : 4_000
const NOW = Date.parse('2026-11-20T15:00:00Z')
const SPAN = { from: '2026-01-01', to: '2026-01-31' }
const list = (data: unknown[]) => ({ data, total_pages: 1, current_page: 1, next_page: null })

type Kept = Record<string, unknown>

interface Case {
  /** `own` is a number that no other run has: archives of a device of its own. */
  target: (own: number) => Exclude<Target, { kind: 'expand' }>
  answer: unknown
  /** What tells records apart. */
  keyOf: (record: Kept) => string
  /** What the book holds under a record's key now; undefined: nothing. */
  read: (record: Kept, own: number) => unknown
  /** What it should hold, where that is not the record itself. */
  shown?: (record: Kept) => unknown
}

const idOf = (record: Kept) => record['id'] as number
const byId = (record: Kept) => String(idOf(record))
const rowOf = (table: string) => (record: Kept) =>
  book.db.prepare<[number], object>(`SELECT id FROM ${table} WHERE id = ?`).get(idOf(record))
const justId = (record: Kept) => ({ id: idOf(record) })

const CHANNEL_KEY = ['equipmentTypeId', 'archiveTypeVarname', 'channelVarname'] as const
const sorted = (entries: Kept): Kept => Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)))
/** Equal as JSON, which is how values travel: -0 is 0 there, and half a surrogate pair is no text of a book. */
const plain = (value: unknown): string => JSON.stringify(value).replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\ufffd')
const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b)
const eventsOf = (equipmentId: number) =>
  book.db
    .prepare<[number], { atMs: number; entries: string }>(
      'SELECT CAST(round(event_time * 1000) AS INTEGER) AS atMs, entries FROM v_event WHERE equipment_id = ?',
    )
    .all(equipmentId)
    .map(({ atMs, entries }) => ({ atMs, entries: JSON.parse(entries) as unknown }))

const CASES: Case[] = [
  {
    target: () => ({ kind: 'energies' }),
    answer: list([
      { id: 1, name: 'Газ', children: [{ id: 2, name: 'Филиал', children: [] }] },
      { id: 3, name: 'Б', children: [] },
    ]),
    keyOf: byId,
    read: (record) => book.db.prepare<[number], Kept>('SELECT id, name FROM provider WHERE id = ?').get(idOf(record)),
    shown: ({ id, name }) => ({ id, name }),
  },
  {
    target: () => ({ kind: 'customers', energyId: null }),
    answer: list([
      { id: 1, name: 'ООО «Пар»', subdivision_type_name: 'x', inn: '7701', contact_number: null },
      { id: 2, name: 'ТСЖ', subdivision_type_name: 'y', inn: '', contact_number: '+7' },
    ]),
    keyOf: byId,
    read: (record) => book.consumers.get(idOf(record)),
  },
  {
    target: () => ({ kind: 'stations' }),
    answer: list([
      {
        id: 1,
        name: 'ГРП-2',
        equipment_type_id: 4,
        equipment_type_varname: 'v',
        equipment_brand_name: 'b',
        phone: '',
        equipment_id: 5,
        telemetry_id: 6,
        customer_id: 7,
        equipment_serial_number: '001',
        status_name_value: null,
        volume_value: '1.5',
        volume_unit: 'м³',
        pressure_value: null,
        pressure_unit: '',
        temperature_value: '5',
        temperature_unit: '°С',
        last_seance_event_time: '1700000000',
        uid: 'u',
      },
      { id: 2, name: 'ГРП-10', equipment_id: null, telemetry_id: null, last_seance_event_time: '' },
    ]),
    keyOf: byId,
    read(record) {
      const { consumerName: _, seenAtMs: __, unlistedAtMs: ___, time: ____, ...kept } = book.stations.get(idOf(record)) ?? {}
      return kept
    },
  },
  {
    target: () => ({ kind: 'equipment_types' }),
    answer: list([{ id: 1, name: 'EK270', equipment_kind_name: 'k', telemetry_type_name: 't', resource_name: 'r', description: '' }]),
    keyOf: byId,
    read: (record) => book.equipmentTypes.get(idOf(record)),
  },
  {
    target: () => ({ kind: 'channels', equipmentTypeId: 1 }),
    answer: list([
      {
        equipment_type_id: 1,
        archive_type_name: 'Ч',
        archive_type_varname: 'hourly',
        channel_name: 'Д',
        channel_varname: 'P',
        unit_name: 'МПа',
      },
      {
        equipment_type_id: 1,
        archive_type_name: 'Ч',
        archive_type_varname: 'hourly',
        channel_name: 'Т',
        channel_varname: 'T',
        unit_name: '°С',
      },
    ]),
    keyOf: (record) => JSON.stringify(CHANNEL_KEY.map((name) => record[name])),
    read: (record) => book.channels.get(...(CHANNEL_KEY.map((name) => record[name]) as [number, string, string])),
  },
  {
    target: () => ({ kind: 'messages' }),
    answer: list([
      {
        id: 1,
        name: 'm',
        description: 'd',
        device_code: '17',
        equipment_type_id: 1,
        channel_id: null,
        message_typical_id: 2,
        referenceparameter_archive_type_id: 3,
      },
    ]),
    keyOf: byId,
    read: rowOf('message'),
    shown: justId,
  },
  {
    target: (own) => ({ kind: 'characteristics', stationId: own }),
    answer: { data: { id: 1, gas_boiler: 'true', gas_stove: 'false', resident_count: null, heated_area: '5' } },
    keyOf: byId,
    read: (record) => book.characteristics.get(idOf(record)),
    shown: (record) => ({ ...record, fetchedAtMs: NOW }),
  },
  {
    target: (own) => ({ kind: 'last_session', stationId: own }),
    answer: { data: { station_name: 'x', last_seance_event_time: 1_700_000_000 } },
    keyOf: () => '',
    read: (_, own) => book.lastSessions.get(own),
    shown: (record) => ({ ...record, fetchedAtMs: NOW }),
  },
  {
    target: (own) => ({ kind: 'settings', stationId: 1, equipmentId: own }),
    answer: list([
      { channel_name: 'Модель', channel_data_value: '1', unit_name: null },
      { channel_name: 'Контрактный час', channel_data_value: '10', unit_name: 'ч' },
    ]),
    keyOf: (record) => JSON.stringify(record),
    read: (record, own) => book.settings.items(book.settings.snapshots(own)[0]?.id ?? 0).find((item) => same(item, record)),
  },
  {
    target: (own) => ({
      kind: 'readings',
      archiveType: 'hourly',
      view: 'general',
      stationId: 1,
      equipmentId: own,
      ...SPAN,
    }),
    answer: list([
      { event_time: 1_767_222_000, channel_data: [{ P: 1.5 }, { T: -4 }, { Vwork: 0 }] },
      { event_time: 1_767_225_600, channel_data: [{ T: '-5' }, { P: 1.6 }, { Vwork: null }] },
    ]),
    keyOf: (record) => String(record['atMs']),
    read: ({ atMs }, own) =>
      book.readings.rows({ equipmentId: own, archiveType: 'hourly', view: 'general' }, { fromMs: atMs as number, toMs: atMs as number })[0],
  },
  {
    target: (own) => ({ kind: 'events', archiveType: 'alarm', stationId: 1, equipmentId: own, ...SPAN }),
    answer: list([
      { event_time: 1_767_222_000.123, channel_data: [{ Code: '17' }, { CodeDescription: 'Обрыв' }, { ValCode: '0' }, { Izm: '' }] },
      { event_time: 1_767_222_000.123, channel_data: [{ Code: '18' }, { Izm: '' }] },
    ]),
    keyOf: ({ atMs, entries }) => JSON.stringify([atMs, sorted(entries as Kept)]),
    read: (record, own) => eventsOf(own).find((event) => same(event, { ...record, entries: sorted(record['entries'] as Kept) })),
    shown: ({ atMs, entries }) => ({ atMs, entries: sorted(entries as Kept) }),
  },
  {
    target: (own) => ({ kind: 'sessions', telemetryId: own, stationId: 1, ...SPAN }),
    answer: list([
      {
        id: 1,
        telemetry_id: 2,
        event_time: 1_767_222_000,
        Evtid: 1,
        gettime: true,
        state: 1,
        next_session_time: null,
        duration_session: 1.5,
      },
    ]),
    keyOf: byId,
    read: rowOf('session'),
    shown: justId,
  },
]

const folder = testFolder()
let book: Book
let cadences: Cadences
/** What a page may be refused with. */
const REFUSALS: ReadonlySet<string> = new Set(['BAD_PAGE', 'PAGE_LOOP'])
let keptRaw: Statement<[string], object>
const happened = { stored: 0, rejected: 0, refused: 0 }

beforeAll(() => {
  book = openBook(folder.file('mutations.meterbook'), { mode: 'write', now: () => NOW })
  cadences = createCadences(book)
  book.db.pragma('synchronous = OFF')
  keptRaw = book.db.prepare<[string], object>('SELECT 1 FROM rejected WHERE raw = ?')
})
afterAll(() => {
  book.close()
  folder.remove()
})

/** A lane that has received this body: the reading of it is the real one. What was read is kept for the test. */
function laneWith(body: string) {
  const read: (Page<object> | Single<object>)[] = []
  const lane: Lane = {
    client: 'c',
    state: 'open',
    isProven: true,
    bytesReceived: 0,
    async call(operation) {
      await Promise.resolve()
      const answer = operation.read(body)
      // A copy: a page is emptied once it is stored.
      const page = answer as Page<object>
      read.push('records' in page ? { ...page, records: [...page.records] } : page)
      return answer
    },
    signOut: () => Promise.resolve(true),
    idle: () => Promise.resolve(),
  }
  return { lane, read }
}

const recordsOf = (answer: Page<object> | Single<object>): Kept[] =>
  ('records' in answer ? answer.records : answer.record === null ? [] : [answer.record]) as Kept[]

let own = 1000

test.each(CASES.map((one) => [one.target(0).kind, one] as const))('%s', async (_, one) => {
  await fc.assert(
    fc.asyncProperty(spoilt(one.answer), async (body) => {
      own += 1
      const target = one.target(own)
      const pages = { records: 0, rejected: 0, ended: false }
      const { lane, read } = laneWith(body)
      const span = 'from' in target ? { from: target.from, to: target.to } : null
      try {
        await readChunk(target, { span, page: 1 }, lane, {
          book,
          cadences,
          commit: createCommits(book),
          seenMs: NOW,
          nowMs: () => NOW,
          signal: new AbortController().signal,
          stopping: () => false,
          advance(page, next) {
            pages.records += page.records
            pages.rejected += page.rejected
            pages.ended = next === null
          },
        })
      } catch (error) {
        if (!(error instanceof ServiceError) || !REFUSALS.has(error.code)) throw error
        happened.refused += 1
        return
      }
      expect(pages.ended).toBe(true)
      const { data } = JSON.parse(body.replace(/^\ufeff/, '')) as { data: unknown }
      const came = Array.isArray(data) && 'records' in (read[0] ?? {}) ? data.length : data === null ? 0 : 1
      // A provider's children may be rejected beside their parent, so there may be more, never fewer.
      expect(pages.records + pages.rejected).toBeGreaterThanOrEqual(came)
      const records = read.flatMap(recordsOf)
      expect(pages.records).toBe(records.length)
      for (const [, record] of new Map(records.map((kept) => [one.keyOf(kept), kept]))) {
        const found = one.read(record, own)
        const wanted = one.shown?.(record) ?? record
        if (!same(found, wanted)) expect(found).toEqual(wanted)
      }
      for (const { reason, raw } of read.flatMap((answer) => answer.rejected)) {
        expect(reason).not.toBe('')
        expect(keptRaw.get(raw), raw).toBeDefined()
      }
      happened.stored += records.length
      happened.rejected += pages.rejected
    }),
    { numRuns: Math.ceil(RUNS / CASES.length) },
  )
})

test('all of them happened', () => {
  console.log(JSON.stringify(happened))
  expect(Math.min(...Object.values(happened))).toBeGreaterThan(RUNS / 20)
})
