import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isKeepable } from '../../../electron/contract/record-bounds.ts'
import type { Verbatim } from '../../../electron/contract/records.ts'
import { operations } from '../../../electron/service/operations.ts'
import { createMerger, mergeEntries } from '../../../electron/service/wire/entries.ts'
import { createEventReader } from '../../../electron/service/wire/event.ts'
import { toId, toMs } from '../../../electron/service/wire/fields.ts'
import { createReadingReader } from '../../../electron/service/wire/reading.ts'
import type { RecordReader } from '../../../electron/service/wire/reader.ts'
import { readChannel } from '../../../electron/service/wire/channel.ts'
import { readConsumer } from '../../../electron/service/wire/consumer.ts'
import { readEquipmentType } from '../../../electron/service/wire/equipment-type.ts'
import { readLastSessionTime } from '../../../electron/service/wire/last-session-time.ts'
import { readMessage } from '../../../electron/service/wire/message.ts'
import { readProvider } from '../../../electron/service/wire/provider.ts'
import { readSession } from '../../../electron/service/wire/session.ts'
import { readSetting } from '../../../electron/service/wire/setting.ts'
import { readStation } from '../../../electron/service/wire/station.ts'

const nothing = () => undefined
const read = <T extends object>(reader: RecordReader<T>, raw: unknown) => reader(raw, nothing)

describe('fields', () => {
  test('ids', () => {
    expect([7, '7', ' 007 ', '-1', 0].map(toId)).toEqual([7, 7, 7, -1, 0])
    expect([1.5, '1.5', '', 'x', '0x10', null, true, {}, 2 ** 53, '99999999999999999'].map(toId)).toEqual(
      Array.from({ length: 10 }, () => undefined),
    )
  })

  test('times: seconds as numbers or texts, milliseconds as a fraction, rounded exactly', () => {
    expect(toMs(1_700_000_000)).toBe(1_700_000_000_000)
    expect(toMs('1700000000')).toBe(1_700_000_000_000)
    expect(toMs('1700000000.007')).toBe(1_700_000_000_007)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
        expect(toMs(ms / 1000)).toBe(ms)
        expect(toMs(String(ms / 1000))).toBe(ms)
        expect(toMs((ms / 1000).toFixed(3))).toBe(ms)
      }),
    )
    expect([NaN, Infinity, 1e300, '', 'now', null, '2026-01-01', '0x1'].map(toMs)).toEqual(Array.from({ length: 8 }, () => undefined))
  })
})

describe('records', () => {
  test('a station, all 19 fields', () => {
    const wire = {
      id: '10',
      name: 'ГРП-2',
      equipment_type_id: 1,
      equipment_type_varname: 'ek270',
      equipment_brand_name: 'EK270',
      phone: '',
      equipment_id: '20',
      telemetry_id: null,
      customer_id: 30,
      equipment_serial_number: '0012',
      status_name_value: null,
      volume_value: '1.50',
      volume_unit: 'м3',
      pressure_value: 3,
      pressure_unit: '',
      temperature_value: 'нет',
      temperature_unit: 'C',
      last_seance_event_time: '1700000000',
      uid: 'u-1',
      something_new: { a: 1 },
    }
    expect(read(readStation, wire)).toEqual({
      id: 10,
      name: 'ГРП-2',
      equipmentTypeId: 1,
      equipmentTypeVarname: 'ek270',
      equipmentBrandName: 'EK270',
      phone: '',
      equipmentId: 20,
      telemetryId: null,
      customerId: 30,
      equipmentSerialNumber: '0012',
      statusNameValue: null,
      volumeValue: '1.50',
      volumeUnit: 'м3',
      pressureValue: 3,
      pressureUnit: '',
      temperatureValue: 'нет',
      temperatureUnit: 'C',
      lastSeanceEventMs: 1_700_000_000_000,
      uid: 'u-1',
    })
    expect(read(readStation, { ...wire, customer_id: 'abc' })).toBe('customer_id: not an id')
    expect(read(readStation, { ...wire, last_seance_event_time: 'yesterday' })).toBe('last_seance_event_time: not a time')
  })

  test('what is missing becomes null, a name too; only the key must be there', () => {
    const station = read(readStation, { id: 1 })
    expect(station).toMatchObject({ id: 1, name: null, equipmentId: null, lastSeanceEventMs: null, uid: null })
    expect(Object.keys(station)).toHaveLength(19)
    expect(read(readConsumer, { id: 1, inn: 7701 })).toEqual({
      id: 1,
      name: null,
      subdivisionTypeName: null,
      inn: 7701,
      contactNumber: null,
    })
    expect(read(readEquipmentType, { id: '3', name: 5 })).toMatchObject({ id: 3, name: '5', description: null })
    expect(read(readLastSessionTime, {})).toEqual({ stationName: null, lastSeanceEventMs: null })
    expect(read(readMessage, { id: 1, channel_id: '' })).toMatchObject({ id: 1, channelId: null, deviceCode: null })
  })

  test.each([readStation, readConsumer, readEquipmentType, readProvider])(
    'a name is kept as it came, null as null and an empty one as empty (%o)',
    (reader: RecordReader<{ name: string | null }>) => {
      const names = [null, '', ' ', 'ГРП-1'].map((name) => read(reader, { id: 1, name }))
      expect(names).toMatchObject([{ name: null }, { name: '' }, { name: ' ' }, { name: 'ГРП-1' }])
    },
  )

  test('a channel and a setting without a name keep all else; one that lacks the field is no setting', () => {
    const channel = { equipment_type_id: 1, archive_type_varname: 'hourly', channel_varname: 'P', channel_name: null }
    expect(read(readChannel, channel)).toMatchObject({ channelName: null, channelVarname: 'P' })
    const values = [null, ''].map((name) => read(readSetting, { channel_name: name, channel_data_value: '5' }))
    expect(values).toEqual([
      { channelName: null, channelDataValue: '5', unitName: null },
      { channelName: '', channelDataValue: '5', unitName: null },
    ])
    expect(read(readSetting, { error: 'busy' })).toBe('channel_name: not a text')
  })

  test('a channel and a setting need their codes', () => {
    const channel = { equipment_type_id: 1, archive_type_varname: 'hourly', channel_varname: 'P' }
    expect(read(readChannel, channel)).toMatchObject({ equipmentTypeId: 1, telemetryTypeName: null })
    expect(read(readChannel, { ...channel, channel_varname: '' })).toBe('channel_varname: not a code')
    // What a request could not name as it is: nobody could ever ask for it.
    for (const code of ['a\u0001', 'a\nb', 'a\0', '\u0085', '\ud800', 'x'.repeat(257), null, {}])
      expect(read(readChannel, { ...channel, archive_type_varname: code })).toBe('archive_type_varname: not a code')
    for (const code of ['a/../b?c#d', '%00', '__proto__', ' hourly ', '\u202Ea', 'x'.repeat(256)])
      expect(read(readChannel, { ...channel, archive_type_varname: code })).toMatchObject({ archiveTypeVarname: code })
    expect(read(readSetting, { channel_name: 'Model', channel_data_value: 5 })).toEqual({
      channelName: 'Model',
      channelDataValue: 5,
      unitName: null,
    })
    expect(read(readSetting, { channel_data_value: 5 })).toBe('channel_name: not a text')
  })

  test('a session, all 16 fields', () => {
    const wire = {
      id: 1,
      telemetry_id: 2,
      event_time: 1_700_000_000,
      Evtid: 3,
      Trycnt: '4',
      Tryfl: null,
      state: 5,
      Btm: 6,
      Rssi: -70,
      Bsg: 8,
      gettime: true,
      next_session_time: '1700003600',
      referenceparameter_seance_status_id: 9,
      duration_session: 1.5,
      session_traffic: 10,
      millisecond: 11,
    }
    const session = read(readSession, wire)
    expect(session).toMatchObject({
      atMs: 1_700_000_000_000,
      nextSessionMs: 1_700_003_600_000,
      trycnt: '4',
      gettime: true,
    })
    expect(Object.keys(session)).toHaveLength(16)
  })

  test('a provider’s name may be a number; null children are none', () => {
    expect(read(readProvider, { id: 1, name: 7, children: null })).toEqual({ id: 1, name: '7', children: [] })
    expect(read(readProvider, { id: 1, name: {} })).toBe('name: not a text')
    expect(read(readProvider, { id: 1, children: {} })).toBe('children: not a list')
  })
})

describe('entries', () => {
  test('are merged by name in any order, values as they came', () => {
    expect(mergeEntries([{ P: '0.5' }, { T: null }, { x: { a: [1] } }, {}])).toEqual({
      P: '0.5',
      T: null,
      x: { a: [1] },
    })
    expect(mergeEntries({ P: 1 })).toEqual({ P: 1 })
    expect(mergeEntries([{ a: 1, b: 2 }])).toEqual({ a: 1, b: 2 })
  })

  test('a name twice with one value is one; with two it is not understood', () => {
    expect(mergeEntries([{ P: 1 }, { P: 1 }])).toEqual({ P: 1 })
    expect(mergeEntries([{ P: 1 }, { P: '1' }])).toBe('channel_data: P comes twice with different values')
  })

  test('__proto__ and names of inherited things are names like any other', () => {
    for (const merge of [mergeEntries, createMerger()]) {
      for (let i = 0; i < 3; i++) {
        const merged = merge(JSON.parse('[{"__proto__":1},{"toString":2},{"constructor":"x"}]'))
        expect(typeof merged).toBe('object')
        expect(Object.entries(merged)).toEqual(
          expect.arrayContaining([
            ['__proto__', 1],
            ['toString', 2],
            ['constructor', 'x'],
          ]),
        )
        expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
      }
    }
  })

  test('a number beyond a double’s range cannot be kept', () => {
    expect(mergeEntries(JSON.parse('[{"P":1e999}]'))).toBe('channel_data: P: not a value that can be kept')
  })
})

/** A schema that means the same as the hand-written readers. */
const verbatim = z.unknown().refine((value) => isKeepable(value)) as z.ZodType<Verbatim>
const entry = z.custom<object>((raw) => typeof raw === 'object' && raw !== null && !Array.isArray(raw))
const recordSchema = z.object({
  event_time: z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/),
    ])
    .transform((seconds) => Math.round(Number(seconds) * 1000) + 0)
    .refine((ms) => Math.abs(ms) <= 8.64e15),
  channel_data: z
    .union([z.array(entry), entry.transform((whole) => [whole])])
    .transform((entries) => entries.flatMap((one) => Object.entries(one) as [string, unknown][]))
    .refine((pairs) => pairs.every(([, value]) => verbatim.safeParse(value).success))
    .refine((pairs) => {
      const values = new Map<string, string>()
      return pairs.every(([name, value]) => {
        const text = JSON.stringify(value)
        const known = values.get(name)
        values.set(name, text)
        return known === undefined || known === text
      })
    }),
})

describe('the hand-written readers mean what the schema means (fast-check)', () => {
  const name = fc.constantFrom('P', 'T', 'Vwork', 'VNakwork', '__proto__', 'toString', '', 'Код')
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0) },
    { weight: 3, arbitrary: fc.string() },
    fc.constantFrom(null, true, Infinity, 0, ''),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const single = fc
    .tuple(name, value)
    .map(([key, inner]) => Object.defineProperty({}, key, { value: inner, enumerable: true, configurable: true, writable: true }))
  const regular = fc
    .shuffledSubarray(['P', 'T', 'Vwork', 'VNakwork'], { minLength: 3 })
    .chain((names) => fc.tuple(...names.map((key) => fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => ({ [key]: n + 0 })))))
  const channelData = fc.oneof(
    { weight: 6, arbitrary: regular },
    { weight: 4, arbitrary: fc.array(single, { maxLength: 5 }) },
    fc.array(fc.oneof(single, fc.jsonValue({ maxDepth: 1 })), { maxLength: 4 }),
    fc.jsonValue({ maxDepth: 2 }),
    single,
  )
  const time = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 4_102_444_800_000 }).map((ms) => ms / 1000) },
    fc.integer({ min: 0, max: 4_102_444_800 }).map(String),
    fc.jsonValue({ maxDepth: 0 }),
    fc.constantFrom('1e3', ' 5 ', '.5', '5.', 'x', 1e300, -0.0001),
  )
  const record = fc.oneof(
    { weight: 9, arbitrary: fc.record({ event_time: time, channel_data: channelData }, { requiredKeys: [] }) },
    fc.jsonValue({ maxDepth: 2 }),
  )

  test.each([
    ['readings', createReadingReader, 'values'],
    ['events', createEventReader, 'entries'],
  ] as const)('%s', (_, createReader, merged) => {
    fc.assert(
      // Several records go through one reader: it remembers the last one's names.
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
        const reader: RecordReader<object> = createReader()
        for (const raw of records) {
          const expected = recordSchema.safeParse(raw)
          const found = reader(raw, nothing)
          expect(typeof found === 'string' ? 'rejected' : 'read').toBe(expected.success ? 'read' : 'rejected')
          if (!expected.success || typeof found === 'string') continue
          const read = found as { atMs: number } & Record<string, object>
          expect(read.atMs).toBe(expected.data.event_time)
          expect(new Map(Object.entries(read[merged] ?? {}))).toEqual(new Map(expected.data.channel_data))
        }
      }),
      { numRuns: process.env['METERBOOK_LONG'] === '1' ? 3_000 : 600 },
    )
  })
})

describe('operations', () => {
  const query = (path: string) => Object.fromEntries(new URL(path, 'http://x').searchParams)

  test('ask for 1000 records a page, everywhere', () => {
    const span = { from: '2026-01-01', to: '2026-01-31' }
    const lists = [
      operations.energies({ page: 1 }),
      operations.customers({ page: 1, energyId: 3 }),
      operations.stations({ page: 1, customerId: 4 }),
      operations.equipmentTypes({ page: 1 }),
      operations.channels({ page: 1, equipmentTypeId: 5 }),
      operations.messages({ page: 1, stationId: 6, equipmentTypeId: 7, archiveTypeId: 8 }),
      operations.sessions({ page: 1, telemetryId: 9, ...span }),
      operations.readings({ page: 1, archiveType: 'hourly', equipmentId: 10, view: 'unified', ...span }),
      operations.settings({ page: 1, equipmentId: 11 }),
      operations.events({ page: 1, archiveType: 'alarm', equipmentId: 12, ...span }),
    ]
    for (const { path } of lists) expect(query(path)).toMatchObject({ page: '1', per_page: '1000' })
    expect(lists.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/v1/energies',
      '/api/v1/customers',
      '/api/v1/stations',
      '/api/v1/equipment_types',
      '/api/v1/channel_archive_types',
      '/api/v1/message_equipment_types',
      '/api/v1/seances',
      '/api/v1/channel_data',
      '/api/v1/channel_data',
      '/api/v1/channel_data',
    ])
    expect(query(lists[7]?.path ?? '')).toMatchObject({
      archive_type: 'hourly',
      equipment_id: '10',
      fp_start: '2026-01-01',
      fp_end: '2026-01-31',
      channel_consolidation: '1',
    })
    expect(query(lists[8]?.path ?? '')).toMatchObject({ archive_type: 'settings' })
  })

  test('the general view does not mention consolidation; optional parameters are left out', () => {
    const general = operations.readings({
      page: 1,
      archiveType: 'daily',
      equipmentId: 1,
      view: 'general',
      from: 'a',
      to: 'b',
    })
    expect(query(general.path)).not.toHaveProperty('channel_consolidation')
    expect(query(operations.stations({ page: 2 }).path)).toEqual({ page: '2', per_page: '1000' })
  })

  test('events by energy_varname and uid', () => {
    const { path } = operations.events({ page: 1, archiveType: 'nesht', energyVarname: 'gas', uid: 'УГ 1&2' })
    expect(query(path)).toMatchObject({ energy_varname: 'gas', uid: 'УГ 1&2', archive_type: 'nesht' })
    expect(query(path)).not.toHaveProperty('equipment_id')
    expect(query(path)).not.toHaveProperty('fp_start')
  })
})
