import { expect, test } from 'vitest'
import { judgeBook } from '../../../electron/analysis/judge/book.ts'
import { meterReadingsIn, typedReading } from '../../../electron/analysis/answers/meter-readings.ts'
import { NO_VALUES_READ, type MeterReading } from '../../../electron/contract/meter-reading.ts'
import { HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { station, tempBook } from '../book/fixtures.ts'

/** What was read at the meter beside what telemetry says. */

const DAY = Date.UTC(2026, 0, 5)
const usual = { zone: 'UTC', contractHour: 10 }
const nowMs = DAY + 90 * HOUR_MS
const NAMES: readonly (readonly [string, string, string])[] = [
  ['Vc', 'Счётчик стандартного объёма', 'м3'],
  ['Vr', 'Счётчик рабочего объёма', 'м3'],
  ['P', 'Давление абсолютное', 'МПа'],
]

const read = (values: Partial<MeterReading['values']>, more: Partial<MeterReading> = {}): MeterReading => ({
  serial: '',
  values: { ...NO_VALUES_READ, ...values },
  pressureUnit: 'bar',
  seals: [],
  violations: '',
  supplier: '',
  consumer: '',
  ...more,
})

/** The counter stands at 20000.00 at the first record and rises by 10 an hour; the pressure is 0.4 MPa. */
function metered() {
  const book = tempBook()
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 11, equipmentTypeId: 1, equipmentSerialNumber: 'A-7' })], DAY)
    book.channels.put(
      NAMES.map(([channelVarname, channelName, unitName]) => ({
        equipmentTypeId: 1,
        archiveTypeName: 'Часовой',
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName,
        channelVarname,
        unitName,
      })),
    )
    book.readings.put(
      { equipmentId: 11, archiveType: 'hourly', view: 'general' },
      Array.from({ length: 48 }, (_, at) => ({
        atMs: DAY + at * HOUR_MS,
        values: { Vc: (20_000.25 + 10 * at).toFixed(2), Vr: 5_000 + 2 * at, P: '0.4' },
      })),
    )
  })
  const here = () => {
    const found = book.stations.get(1)
    if (!found) throw new Error('no station')
    return found
  }
  const typed = (reading: MeterReading, atMs = DAY + 5 * HOUR_MS + 30 * MINUTE_MS) =>
    typedReading(book, here(), { atMs, numbers: reading }, usual)
  return { book, here, typed }
}

test('beside a reading stands what the two nearest records say, in its own units', () => {
  const { typed } = metered()
  const { deviceSerial, quantities } = typed(read({ standardCounter: '20055.25', pressure: '4.1', conversionFactor: '3.9' }))
  expect(deviceSerial).toBe('A-7')
  const [counter, , pressure, temperature, factor] = quantities
  expect([counter, pressure, temperature, factor]).toMatchObject([
    {
      quantity: 'standardCounter',
      difference: 0,
      verdict: 'within',
      telemetry: {
        channelVarname: 'Vc',
        before: { atMs: DAY + 5 * HOUR_MS, value: 20_050.25 },
        after: { value: 20_060.25 },
        value: 20_055.25,
      },
    },
    { quantity: 'pressure', said: 4.1, difference: 0.1, tolerance: null, verdict: null, telemetry: { value: 4 } },
    { quantity: 'temperature', said: null, why: 'no_channel' },
    { quantity: 'conversionFactor', why: 'no_channel', telemetry: null },
  ])
})

test('between the two records any number is within; beyond them what flows in five minutes, of an old counter no more', () => {
  const { typed } = metered()
  const verdict = (standardCounter: string) => typed(read({ standardCounter })).quantities[0]
  expect(verdict('20050.25')).toMatchObject({ verdict: 'within', difference: -5 })
  // 10 m³ an hour beyond 20060.25; 0.1 % of the counter would be twenty.
  expect(verdict('20061.08')).toMatchObject({ verdict: 'within', tolerance: 0.83 })
  expect(verdict('20061.09')).toMatchObject({ verdict: 'beyond' })
  expect(verdict('20080.30')).toMatchObject({ verdict: 'far' })
  expect(verdict('20049.41')).toMatchObject({ verdict: 'beyond' })
  // A dial of whole cubic metres shows no less than one.
  expect(typed(read({ workingCounter: '5009' })).quantities[1]).toMatchObject({ verdict: 'within', tolerance: 1 })
  expect(typed(read({ workingCounter: '5006' })).quantities[1]).toMatchObject({ verdict: 'far', tolerance: 1 })
})

test('half a percent of what flowed since the archive begins is within, since the last compared moment once there is one', () => {
  const { book, typed } = metered()
  const atMs = DAY + 45.5 * HOUR_MS
  const verdict = (standardCounter: string) => typed(read({ standardCounter }), atMs).quantities[0]
  // 455 m³ since the first record.
  expect(verdict('20462.52')).toMatchObject({ verdict: 'within', tolerance: 2.27 })
  const before = { toMs: null, kind: 'reading', author: '', text: '', reading: read({ standardCounter: '20305.25' }) } as const
  book.notes.add(1, { ...before, fromMs: DAY + 30.5 * HOUR_MS }, [], nowMs)
  // 150 m³ since then: less than what flows in five minutes.
  expect(verdict('20462.53')).toMatchObject({ verdict: 'beyond', tolerance: 0.83 })
  // A reading of the other counter, a later one, and one that telemetry has not come to compare nothing.
  book.notes.add(1, { ...before, fromMs: DAY + 60 * HOUR_MS }, [], nowMs)
  book.notes.add(1, { ...before, fromMs: DAY + 44 * HOUR_MS, reading: read({ workingCounter: '5088' }) }, [], nowMs)
  expect(verdict('20462.53')).toMatchObject({ tolerance: 0.83 })
  expect(typed(read({ workingCounter: '5091' }), atMs).quantities[1]).toMatchObject({ tolerance: 1 })
})

test('of a counter that began again at zero what it shows has flowed', () => {
  const { book, typed } = metered()
  book.page(() =>
    book.readings.put(
      { equipmentId: 11, archiveType: 'hourly', view: 'general' },
      Array.from({ length: 40 }, (_, at) => ({
        atMs: DAY + (48 + at) * HOUR_MS,
        values: { Vc: String(40 * at), Vr: 5_096 + 2 * at, P: '0.4' },
      })),
    ),
  )
  // 0.5 % of 1,500 m³.
  expect(typed(read({ standardCounter: '1500.0' }), DAY + 85.5 * HOUR_MS).quantities[0]).toMatchObject({
    verdict: 'within',
    tolerance: 7.5,
  })
})

test('telemetry, difference and tolerance have the digits that the dial has, and no more', () => {
  const { typed } = metered()
  const { quantities } = typed(read({ standardCounter: '20053', pressure: '4.1' }), DAY + 5 * HOUR_MS + 20 * MINUTE_MS)
  expect(quantities[0]).toMatchObject({ decimals: 0, telemetry: { value: 20_054 }, difference: -1, tolerance: 1 })
  expect(quantities[2]).toMatchObject({ decimals: 1, telemetry: { value: 4 }, difference: 0.1 })
  // What is not read has those that telemetry sends.
  expect(quantities[1]).toMatchObject({ decimals: 0, telemetry: { value: 5_011 } })
})

test('a reading that telemetry has not come to is not judged, and says so', () => {
  const { typed } = metered()
  const [later] = typed(read({ standardCounter: '99999' }), DAY + 60 * HOUR_MS).quantities
  expect(later).toMatchObject({
    why: 'no_record_after',
    verdict: null,
    telemetry: { before: { value: 20_470.25 }, after: null, value: null },
  })
  const [sooner] = typed(read({ standardCounter: '1' }), DAY - HOUR_MS).quantities
  expect(sooner).toMatchObject({ why: 'no_record_before', verdict: null })
})

test('what differs is a finding, for as long as the reading says so', async () => {
  const { book, here } = metered()
  const found = async () => {
    await judgeBook(book, { usual, nowMs })
    return book.findings.ofStation(1).filter(({ rule }) => rule === 'reading_differs')
  }
  expect(await found()).toEqual([])
  const content = { fromMs: DAY + 5 * HOUR_MS, toMs: null, kind: 'reading', author: 'Ольга', text: '' } as const
  const note = book.notes.add(1, { ...content, reading: read({ standardCounter: '20150.25' }) }, [], nowMs)
  expect(await found()).toMatchObject([
    {
      flag: 4,
      channelVarname: 'Vc',
      fromMs: DAY + 5 * HOUR_MS,
      measure: 100,
      threshold: 0.83,
      evidence: { numbers: { read: 20_150.25 } },
    },
  ])
  expect(meterReadingsIn(book, here(), usual)).toMatchObject([{ id: note.id, quantities: [{ verdict: 'far' }] }])
  book.notes.change(note.id, { ...content, reading: read({ standardCounter: '20052.25' }) }, { kept: [], news: [] }, nowMs)
  expect(await found()).toMatchObject([{ flag: 3, measure: 2 }])
  book.notes.change(note.id, { ...content, text: 'no dial' }, { kept: [], news: [] }, nowMs)
  expect(await found()).toEqual([])
  book.notes.change(note.id, { ...content, reading: read({ standardCounter: '20075' }) }, { kept: [], news: [] }, nowMs)
  expect(await found()).toHaveLength(1)
  book.notes.remove(note.id, nowMs)
  expect(await found()).toEqual([])
})

test('a counter is never set against the device that came after', () => {
  const { book, typed } = metered()
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 12, equipmentTypeId: 1, equipmentSerialNumber: 'B-8' })], DAY + 60 * HOUR_MS)
    book.readings.put(
      { equipmentId: 12, archiveType: 'hourly', view: 'general' },
      Array.from({ length: 9 }, (_, at) => ({ atMs: DAY + (54 + at) * HOUR_MS, values: { Vc: String(10 * at), Vr: at, P: '0.4' } })),
    )
  })
  // After the last record of the old device, before the first of the new one.
  const { deviceSerial, quantities } = typed(read({ standardCounter: '20475' }), DAY + 50 * HOUR_MS)
  expect(deviceSerial).toBe('B-8')
  expect(quantities[0]).toMatchObject({ why: 'no_record_before', difference: null })
  const old = typed(read({ standardCounter: '20465.00' }), DAY + 46 * HOUR_MS + 30 * MINUTE_MS)
  expect(old.deviceSerial).toBe('A-7')
  expect(old.quantities[0]).toMatchObject({ verdict: 'within', difference: -0.25 })
})

test('search finds a reading by its seals and serial numbers; the view has its numbers', () => {
  const { book } = metered()
  const reading = read(
    { standardCounter: '20055.25', temperature: '-3.5' },
    { serial: 'A-7', seals: [{ number: 'П-0417', whole: false }], violations: 'Пломба сорвана' },
  )
  book.notes.add(1, { fromMs: DAY + 5 * HOUR_MS, toMs: null, kind: 'reading', author: 'Ольга', text: '', reading }, [], nowMs)
  expect(book.notes.query({ text: '0417 сорвана' }).rows).toMatchObject([{ reading }])
  expect(book.db.prepare('SELECT * FROM v_meter_reading').get()).toMatchObject({
    station_id: 1,
    equipment_id: 11,
    event_time: (DAY + 5 * HOUR_MS) / 1000,
    equipment_serial_number: 'A-7',
    counter_standard: 20_055.25,
    counter_working: null,
    temperature: -3.5,
    seals: '[{"number":"П-0417","whole":false}]',
  })
})
