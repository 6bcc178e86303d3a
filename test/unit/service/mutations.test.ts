import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '../../../electron/service/errors.ts'
import { operations, type Operation } from '../../../electron/service/operations.ts'
import type { Page, Single } from '../../../electron/service/page.ts'

/**
 * Thousands of mutated answers (`npm run test:long`: 20,000) over every wire schema and the page reader. Each ends as stored, as rejected with
 * its raw text kept, or as a typed error; never as an exception that escapes, never in silence.
 */

const RUNS = process.env['METERBOOK_LONG'] === '1' ? 20_000 : 4_000
const span = { from: '2026-01-01', to: '2026-01-31' }

const asked: { operation: Operation<Page<object> | Single<object>>; data: unknown }[] = [
  {
    operation: operations.energies({ page: 1 }),
    data: [{ id: 1, name: 'Газ', children: [{ id: 2, name: 'Филиал', children: [{ id: 3, name: 'Район', children: [] }] }] }],
  },
  {
    operation: operations.customers({ page: 1 }),
    data: [
      { id: 1, name: 'ООО «Пар»', subdivision_type_name: 'x', inn: '7701', contact_number: null },
      { id: 2, name: 'b' },
    ],
  },
  {
    operation: operations.stations({ page: 1 }),
    data: [
      {
        id: 1,
        name: 'ГРП-2',
        equipment_type_id: 4,
        equipment_id: 5,
        telemetry_id: 6,
        customer_id: 7,
        equipment_serial_number: '001',
        status_name_value: null,
        volume_value: '1.5',
        last_seance_event_time: '1700000000',
        uid: 'u',
      },
    ],
  },
  {
    operation: operations.characteristics(1),
    data: { id: 1, gas_boiler: 'true', gas_stove: 'false', heated_area: null },
  },
  { operation: operations.lastSessionTime(1), data: { station_name: 'x', last_seance_event_time: 1_700_000_000 } },
  {
    operation: operations.equipmentTypes({ page: 1 }),
    data: [{ id: 1, name: 'EK270', equipment_kind_name: 'k', telemetry_type_name: 't', resource_name: 'r', description: '' }],
  },
  {
    operation: operations.channels({ page: 1 }),
    data: [{ equipment_type_id: 1, archive_type_varname: 'hourly', channel_varname: 'P', unit_name: 'МПа' }],
  },
  {
    operation: operations.readings({ page: 1, archiveType: 'hourly', equipmentId: 1, view: 'general', ...span }),
    data: [
      { event_time: 1_700_000_000, channel_data: [{ P: 1.5 }, { T: -4 }, { Vwork: 0 }] },
      { event_time: 1_700_003_600, channel_data: [{ T: -5 }, { P: 1.6 }, { Vwork: null }] },
    ],
  },
  {
    operation: operations.readings({ page: 1, archiveType: 'daily', equipmentId: 1, view: 'unified', ...span }),
    data: [{ event_time: 1_700_000_000, channel_data: [{ gas_consume: '12.5' }, { reading_value: '1000' }] }],
  },
  {
    operation: operations.settings({ page: 1, equipmentId: 1 }),
    data: [{ channel_name: 'Модель', channel_data_value: '1', unit_name: null }],
  },
  {
    operation: operations.events({ page: 1, archiveType: 'alarm', equipmentId: 1, ...span }),
    data: [
      {
        event_time: 1_700_000_000.123,
        channel_data: [{ Code: '17' }, { CodeDescription: 'Обрыв' }, { ValCode: '0' }, { Izm: '' }],
      },
    ],
  },
  {
    operation: operations.messages({ page: 1 }),
    data: [
      {
        id: 1,
        name: 'm',
        device_code: '17',
        equipment_type_id: 1,
        channel_id: null,
        referenceparameter_archive_type_id: 3,
      },
    ],
  },
  {
    operation: operations.sessions({ page: 1, telemetryId: 1, ...span }),
    data: [
      {
        id: 1,
        telemetry_id: 2,
        event_time: 1_700_000_000,
        Evtid: 1,
        gettime: true,
        next_session_time: null,
        duration_session: 1.5,
      },
    ],
  },
]

const oddity = fc.oneof(
  fc.constantFrom(null, true, '', 'x', -1, 0, 1.5, 1e300, [], {}, '12', ' 12 ', '__proto__', [[]], { data: [] }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double(),
)

/** Paths to every value inside. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

function changed(
  value: unknown,
  path: readonly (string | number)[],
  how: 'replace' | 'delete' | 'double' | 'rename',
  by: unknown,
): unknown {
  const [key, ...rest] = path
  if (key === undefined) return how === 'replace' ? by : value
  const copy = structuredClone(value) as Record<string, unknown>
  if (rest.length > 0) {
    copy[key] = changed(copy[key], rest, how, by)
  } else if (how === 'replace') copy[key] = by
  else if (how === 'delete') delete copy[key]
  else if (how === 'rename') {
    copy[`${key}_`] = copy[key]
    delete copy[key]
  } else if (Array.isArray(copy)) copy.push(copy[Number(key)])
  else copy[key] = [copy[key], copy[key]]
  return copy
}

const structural = (answer: unknown) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(answer)), fc.constantFrom('replace', 'delete', 'double', 'rename'), oddity), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      JSON.stringify(
        changes.reduce<unknown>((now, [path, how, by]) => {
          try {
            return changed(now, path, how, by)
          } catch {
            // An earlier change took the place away that this one was for.
            return now
          }
        }, answer),
      ),
    )

const textual = (answer: unknown) => {
  const text = JSON.stringify(answer)
  return fc
    .tuple(
      fc.nat(text.length),
      fc.nat(8),
      fc.oneof(fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '1e999', 'null', '\u0000'), fc.string({ maxLength: 4 })),
    )
    .map(([at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut))
}

let seen = 0
let stored = 0
let rejected = 0
let refused = 0

test.each(asked.map((one) => [`${one.operation.name} ${one.operation.path.split('?')[0]}`, one] as const))(
  '%s',
  (_, { operation, data }) => {
    const answer = Array.isArray(data) ? { data, total_pages: 1, current_page: 1, next_page: null } : { data }
    expect(operation.read(JSON.stringify(answer))).toMatchObject({ rejected: [] })
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: structural(answer) }, { weight: 1, arbitrary: textual(answer) }), (body) => {
        seen++
        let read: Page<object> | Single<object>
        try {
          read = operation.read(body)
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError)
          expect(['BAD_PAGE', 'PAGE_LOOP']).toContain((error as ServiceError).code)
          refused++
          return
        }
        const { data: came } = JSON.parse(body) as { data: unknown }
        const records = 'records' in read ? read.records : read.record === null ? [] : [read.record]
        const expected = Array.isArray(answer.data) ? (came as unknown[]).length : came === null ? 0 : 1
        // A provider's children may be rejected beside their parent, so there may be more, never fewer.
        expect(records.length + read.rejected.length).toBeGreaterThanOrEqual(expected)
        for (const { reason, raw } of read.rejected) {
          expect(reason).not.toBe('')
          JSON.parse(raw)
        }
        stored += records.length
        rejected += read.rejected.length
      }),
      { numRuns: Math.ceil(RUNS / asked.length) },
    )
  },
)

test('all of them happened', () => {
  expect(seen).toBeGreaterThanOrEqual(RUNS)
  expect(Math.min(stored, rejected, refused)).toBeGreaterThan(RUNS / 20)
})
