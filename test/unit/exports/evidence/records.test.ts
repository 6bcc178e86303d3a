import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/book.ts'
import { openBook } from '../../../../electron/book/file/open.ts'
import { canonical } from '../../../../electron/exports/evidence/canonical.ts'
import type { Verbatim } from '../../../../electron/contract/records.ts'
import { canonicalRecords, momentsOf, recordsHash } from '../../../../electron/exports/evidence/records.ts'
import { random } from '../../../support/worlds/random.ts'
import { stationFixture } from './station-fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-evidence-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HOURLY = { equipmentId: 101, archiveType: 'hourly', view: 'unified' } as const
const SETTINGS = [
  { channelName: 'Pmax', channelDataValue: '1,6', unitName: 'МПа' },
  { channelName: 'Договорной час', channelDataValue: 10, unitName: null },
]
const session = (id: number, atMs: number) => ({
  id,
  telemetryId: 201,
  atMs,
  evtid: 1,
  trycnt: '2',
  tryfl: null,
  state: 0,
  btm: 3.6,
  rssi: -71,
  bsg: null,
  gettime: null,
  nextSessionMs: null,
  referenceparameterSeanceStatusId: 1,
  durationSession: 12,
  sessionTraffic: 900,
  millisecond: 0,
})

/** Makes a book of the same records, in one of two orders of arrival. */
function bookOf(name: string, isReversed: boolean): Book {
  const book = openBook(join(folder, name), { mode: 'write', now: () => 0 })
  const parts = [
    () => book.readings.put(HOURLY, [{ atMs: 1000, values: { b: '1e5', a: 1.5 } }]),
    () => book.readings.put(HOURLY, [{ atMs: 2000, values: { c: null, a: -0.25 } }]),
    () => book.readings.put({ ...HOURLY, archiveType: 'daily', view: 'general' }, [{ atMs: 0, values: { Ж: '007' } }]),
    () => book.events.add({ equipmentId: 101, archiveType: 'alarm' }, [{ atMs: 1000, entries: { Code: '2', Цех: 4 } }]),
    () => book.events.add({ equipmentId: 101, archiveType: 'alarm' }, [{ atMs: 1000, entries: { Code: '1' } }]),
    () => book.settings.putSnapshot(101, 500, isReversed ? SETTINGS.toReversed() : SETTINGS),
    () => book.sessions.put([session(7, 1500)]),
    () => book.sessions.put([session(5, 1500)]),
  ]
  book.page(() => {
    book.stations.put(isReversed ? [stationFixture(2), stationFixture(1)] : [stationFixture(1), stationFixture(2)], 0)
    for (const part of isReversed ? parts.toReversed() : parts) part()
  })
  return book
}

test('records of a choice are one text, whatever book holds them and in whatever order they came', async () => {
  const [one, other] = [bookOf('a.meterbook', false), bookOf('b.meterbook', true)]
  const lines = [...canonicalRecords(one, { stationIds: [2, 1] })]
  expect(lines).toEqual([
    '["station",1,{"equipment_id":101,"equipment_serial_number":"0010","telemetry_id":201}]',
    '["station",2,{"equipment_id":102,"equipment_serial_number":"0020","telemetry_id":202}]',
    '["reading",101,"daily","general",0,{"Ж":"007"}]',
    '["reading",101,"hourly","unified",1000,{"a":1.5,"b":"1e5"}]',
    '["reading",101,"hourly","unified",2000,{"a":-0.25,"c":null}]',
    '["event",101,"alarm",1000,{"Code":"1"}]',
    '["event",101,"alarm",1000,{"Code":"2","Цех":4}]',
    '["settings",101,500,[["Pmax","1,6","МПа"],["Договорной час",10,null]]]',
    ...[5, 7].map(
      (id) =>
        `["session",201,1500,${id},{"Bsg":null,"Btm":3.6,"Evtid":1,"Rssi":-71,"Trycnt":"2","Tryfl":null,"duration_session":12,` +
        '"gettime":null,"millisecond":0,"next_session_ms":null,"referenceparameter_seance_status_id":1,"session_traffic":900,"state":0}]',
    ),
  ])
  expect([...canonicalRecords(other, { stationIds: [1, 2, 1] })]).toEqual(lines)
  const hash = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')
  expect(await recordsHash(one, { stationIds: [1, 2] })).toBe(hash)
  expect(await recordsHash(other, { stationIds: [2, 1] })).toBe(hash)
  one.close()
  other.close()
})

test('span and archives choose; settings that held at the beginning belong to it; one value changes the hash', async () => {
  const book = bookOf('a.meterbook', false)
  const kinds = (choice: object) =>
    [...canonicalRecords(book, { stationIds: [1], ...choice })].map((line) => (JSON.parse(line) as unknown[])[0])
  expect(kinds({ fromMs: 1001, toMs: 2000 })).toEqual(['station', 'reading', 'settings', 'session', 'session'])
  // The configuration was read only after that: it is the first that is known.
  expect(kinds({ toMs: 499 })).toEqual(['station', 'reading', 'settings'])
  expect(kinds({ archives: ['alarm', 'sessions'] })).toEqual(['station', 'event', 'event', 'session', 'session'])
  const before = await recordsHash(book, { stationIds: [1] })
  book.page(() => book.readings.put(HOURLY, [{ atMs: 1000, values: { b: '1E5', a: 1.5 } }]))
  expect(await recordsHash(book, { stationIds: [1] })).not.toBe(before)
  const signal = AbortSignal.abort()
  await expect(recordsHash(book, { stationIds: [1] }, signal)).rejects.toThrow('abort')
  book.close()
})

test('stored records are written again without being parsed: the same lines', () => {
  const book = openBook(join(folder, 'a.meterbook'), { mode: 'write', now: () => 0 })
  const next = random(20261122).next
  const texts = ['', ',', 'a,b', '"', '","', '\\\\', '[', '{', ']', '}', '\n', '😀', '007', '1e5', 'нет, данных', '\u2028']
  const value = (): Verbatim => {
    const kind = Math.floor(next() * 9)
    if (kind < 3) return (next() - 0.5) * 10 ** Math.floor(next() * 40 - 20)
    if (kind < 6) return texts[Math.floor(next() * texts.length)] as string
    return [null, true, ['x', 1], { b: 1, a: 'z' }, -0][Math.floor(next() * 5)] as Verbatim
  }
  const names = ['z', 'a', 'Ж', '"', 'b,c', '10', '9']
  const rows = Array.from({ length: 3000 }, (_, at) => ({
    atMs: at,
    values: Object.fromEntries(names.filter(() => next() < 0.8).map((name) => [name, value()])),
  }))
  book.page(() => {
    book.stations.put([stationFixture(1)], 0)
    book.readings.put(HOURLY, rows)
  })
  const lines = [...canonicalRecords(book, { stationIds: [1] })].slice(1)
  expect(lines).toEqual(rows.map(({ atMs, values }) => `["reading",101,"hourly","unified",${atMs},${canonical(values)}]`))
  book.close()
})

test('gas days as moments: from the beginning of the first to the end of the last', () => {
  const gas = { zone: 'Europe/Moscow', contractHour: 10 }
  expect(momentsOf({ from: '2026-10-01', to: '2026-10-31' }, gas)).toEqual({
    fromMs: Date.parse('2026-10-01T07:00:00Z'),
    toMs: Date.parse('2026-11-01T07:00:00Z'),
  })
  expect(momentsOf({}, gas)).toEqual({})
})
