import { describe, expect, test } from 'vitest'
import type { Provider, Verbatim } from '../../../electron/contract/records.ts'
import { consumer, message, NOW, session, station, tempBook } from './fixtures.ts'

/** One of each kind of value that a service may send. */
const KINDS: Verbatim[] = [null, '', '5', 'Ёж', 5, -0.5, 2 ** 40, 1e300, true, false, [1, 'a'], { a: null }]

describe('verbatim values', () => {
  test.each(KINDS)('%j comes back as it came', (value) => {
    const book = tempBook()
    book.stations.put([station({ id: 1, volumeValue: value, uid: value })], NOW)
    expect(book.stations.get(1)).toMatchObject({ volumeValue: value, uid: value })
    book.sessions.put([session({ id: 1, atMs: 5, gettime: value, rssi: value })])
    expect(book.sessions.latest(1)).toMatchObject({ gettime: value, rssi: value })
    book.settings.putSnapshot(1, NOW, [{ channelName: 'x', channelDataValue: value, unitName: value }])
    expect(book.settings.items(book.settings.snapshots(1)[0]?.id ?? 0)).toEqual([
      { channelName: 'x', channelDataValue: value, unitName: value },
    ])
  })

  test('a public view shows booleans as 1 and 0, nested values as JSON, the rest as it came', () => {
    const book = tempBook()
    const shown = KINDS.map((value, id) => {
      book.sessions.put([session({ id, atMs: 5, gettime: value })])
      return book.db.prepare('SELECT gettime FROM v_session WHERE id = ?').pluck().get(id)
    })
    expect(shown).toEqual([null, '', '5', 'Ёж', 5, -0.5, 2 ** 40, 1e300, 1, 0, '[1,"a"]', '{"a":null}'])
  })
})

describe('providers', () => {
  const tree = [
    {
      id: 1,
      name: 'Холдинг',
      children: [
        { id: 3, name: 'Юг', children: [] },
        { id: 2, name: 'Север', children: [{ id: 4, name: 'Город', children: [] }] },
      ],
    },
    { id: 9, name: 'Другой', children: [] },
  ]

  test('the tree comes back whole, in the order of the service', () => {
    const book = tempBook()
    book.providers.put(tree)
    book.providers.put(tree)
    expect(book.providers.tree()).toEqual(tree)
  })

  test('a branch that moved is in its new place only', () => {
    const book = tempBook()
    book.providers.put(tree)
    book.providers.put([{ id: 9, name: 'Другой', children: [{ id: 4, name: 'Город', children: [] }] }], 1)
    const below = ({ id, children }: Provider): number[] => [id, ...children.flatMap(below)]
    expect(book.providers.tree().map(below)).toEqual([
      [1, 3, 2],
      [9, 4],
    ])
  })
})

describe('consumers', () => {
  test('sorted by name, with the providers whose lists named them', () => {
    const book = tempBook()
    book.consumers.put([consumer(1, 'Цех 10'), consumer(2, 'Цех 9')], { energyId: 7 })
    book.consumers.put([consumer(1, 'Цех 10')], { energyId: 8 })
    book.consumers.put([consumer(3, 'Аптека')], { energyId: null })
    expect(book.consumers.list().map(({ id }) => id)).toEqual([3, 2, 1])
    expect(book.consumers.list({ providerId: 8 }).map(({ id }) => id)).toEqual([1])
    expect(book.consumers.seenIn()).toEqual([
      { providerId: 7, consumerId: 1 },
      { providerId: 7, consumerId: 2 },
      { providerId: 8, consumerId: 1 },
    ])
  })

  test('only what differs counts as changed', () => {
    const book = tempBook()
    expect(book.consumers.put([consumer(1, 'А', '77')])).toBe(1)
    expect(book.consumers.put([consumer(1, 'А', '77')])).toBe(0)
    expect(book.consumers.put([consumer(1, 'А', 77)])).toBe(1)
    expect(book.consumers.get(1)?.inn).toBe(77)
  })
})

describe('one record per station', () => {
  test('characteristics and last session time are replaced, with the time they were fetched', () => {
    const book = tempBook()
    const record = {
      id: 1,
      gasBoiler: 'true',
      gasStove: 'false',
      gasWaterHeater: null,
      residentCount: '3',
      heatedArea: '54.2',
    }
    book.characteristics.put(record, 1)
    book.characteristics.put(record, 2)
    expect(book.characteristics.get(1)).toEqual({ ...record, fetchedAtMs: 2 })
    expect(book.characteristics.get(2)).toBeUndefined()
    book.lastSessions.put(1, { stationName: 'ГРП-1', lastSeanceEventMs: 5_000 }, 7)
    expect(book.lastSessions.get(1)).toEqual({ stationName: 'ГРП-1', lastSeanceEventMs: 5_000, fetchedAtMs: 7 })
  })
})

describe('reference', () => {
  const type = {
    id: 1,
    name: 'Флоугаз',
    equipmentKindName: 'Корректор',
    telemetryTypeName: 'GPRS',
    resourceName: 'Газ',
    description: '',
  }
  const pressure = {
    equipmentTypeId: 1,
    archiveTypeName: 'Часовой',
    archiveTypeVarname: 'hourly',
    telemetryTypeName: null,
    channelName: 'Давление',
    channelVarname: 'P',
    unitName: 'МПа',
  }

  test('types and channels', () => {
    const book = tempBook()
    expect(book.equipmentTypes.put([type])).toBe(1)
    expect(book.equipmentTypes.put([type])).toBe(0)
    expect(book.equipmentTypes.list()).toEqual([type])
    book.channels.put([pressure, { ...pressure, channelVarname: 'T' }, { ...pressure, archiveTypeVarname: 'daily' }])
    expect(book.channels.byType(1)).toHaveLength(3)
    expect(book.channels.get(1, 'hourly', 'P')).toEqual(pressure)
  })

  test('channels keep the order in which the service first listed them', () => {
    const book = tempBook()
    const listed = (...codes: string[]) => codes.map((channelVarname) => ({ ...pressure, channelVarname }))
    const codes = () => book.channels.byType(1).map(({ channelVarname }) => channelVarname)
    expect(book.channels.put(listed('VNakpriv', 'P', 'Kkor'))).toBe(3)
    expect(codes()).toEqual(['VNakpriv', 'P', 'Kkor'])
    expect(book.channels.put(listed('Kkor', 'Aux', 'P', 'VNakpriv'))).toBe(1)
    expect(codes()).toEqual(['VNakpriv', 'P', 'Kkor', 'Aux'])
  })

  test('channels stored without a place get it from the next list and do not count as changed', () => {
    const book = tempBook()
    const listed = ['T', 'P'].map((channelVarname) => ({ ...pressure, channelVarname }))
    book.channels.put(listed)
    book.db.exec('UPDATE channel SET place = NULL')
    expect(book.channels.list().map(({ channelVarname }) => channelVarname)).toEqual(['P', 'T'])
    expect(book.channels.put(listed)).toBe(0)
    expect(book.channels.list()).toEqual(listed)
  })

  test('a code is decoded by its own archive first, as number or string', () => {
    const book = tempBook()
    book.messages.put([
      message({ id: 1, archiveTypeVarname: 'event' }),
      message({ id: 2 }),
      message({ id: 3, deviceCode: 18 }),
      message({ id: 4, equipmentTypeId: 2 }),
    ])
    expect(book.messages.decode(1, 'alarm', '17')?.id).toBe(2)
    expect(book.messages.decode(1, 'valve', '17')?.id).toBe(1)
    expect(book.messages.decode(1, 'alarm', '18')?.id).toBe(3)
    expect(book.messages.decode(2, 'alarm', '18')).toBeUndefined()
  })

  test('messages are filtered by type, archive and words', () => {
    const book = tempBook()
    book.messages.put([message({ id: 1 }), message({ id: 2, name: 'Дверь ОТКРЫТА', description: null, archiveTypeVarname: 'event' })])
    expect(book.messages.list({ text: 'дверь' }).rows.map(({ id }) => id)).toEqual([2])
    expect(book.messages.list({ archiveType: 'alarm' })).toMatchObject({ total: 1, rows: [message({ id: 1 })] })
    expect(book.messages.list({ equipmentTypeId: 5 }).total).toBe(0)
  })
})

describe('sessions', () => {
  test('all 16 fields, by telemetry unit and span, idempotent', () => {
    const book = tempBook()
    const list = [
      session({ id: 1, atMs: 1_000 }),
      session({ id: 2, atMs: 2_000, nextSessionMs: 9_000 }),
      session({ id: 3, atMs: 1_500, telemetryId: 2 }),
    ]
    expect(book.sessions.put(list)).toEqual({ added: 3, changed: 0, same: 0 })
    expect(book.sessions.put([...list.slice(0, 2), session({ id: 3, atMs: 1_500, telemetryId: 2, rssi: -80 })])).toEqual({
      added: 0,
      changed: 1,
      same: 2,
    })
    expect(book.sessions.query({ telemetryId: 1, fromMs: 1_000, toMs: 1_999 })).toEqual({ total: 1, rows: [list[0]] })
    expect(book.sessions.query({ telemetryId: 1, desc: true }).rows).toEqual([list[1], list[0]])
  })
})

describe('settings', () => {
  const items = (value: string) => [
    { channelName: 'Pmax', channelDataValue: value, unitName: 'МПа' },
    { channelName: 'Id', channelDataValue: '1', unitName: null },
  ]

  test('a snapshot is stored only if it differs; otherwise the time of the check is updated', () => {
    const book = tempBook()
    expect(book.settings.putSnapshot(1, 10, items('0.6'))).toEqual({ stored: true })
    expect(book.settings.putSnapshot(1, 20, items('0.6').toReversed())).toEqual({ stored: false })
    expect(book.settings.putSnapshot(1, 30, items('0.7'))).toEqual({ stored: true })
    expect(book.settings.putSnapshot(1, 40, items('0.6'))).toEqual({ stored: true })
    expect(book.settings.snapshots(1).map(({ takenAtMs, checkedAtMs, items }) => [takenAtMs, checkedAtMs, items])).toEqual([
      [40, 40, 2],
      [30, 30, 2],
      [10, 20, 2],
    ])
  })

  test('no two snapshots of a device share a time, in the same millisecond and after the clock was set back', () => {
    const book = tempBook()
    const values = ['0.6', '0.7', '0.8']
    const times = [10, 10, 5]
    values.forEach((value, at) =>
      book.settings.putSnapshot(1, times[at] ?? 0, [{ channelName: 'Pmax', channelDataValue: value, unitName: null }]),
    )
    const shots = book.settings.snapshots(1)
    expect(shots.map(({ takenAtMs }) => takenAtMs)).toEqual([12, 11, 10])
    expect(shots.map(({ id }) => book.settings.items(id)[0]?.channelDataValue)).toEqual(values.toReversed())
  })

  test('the same settings of another device are a snapshot of that device', () => {
    const book = tempBook()
    book.settings.putSnapshot(1, 10, items('0.6'))
    expect(book.settings.putSnapshot(2, 10, items('0.6'))).toEqual({ stored: true })
    expect([1, 2].map((device) => book.settings.snapshots(device).length)).toEqual([1, 1])
  })

  test('items with the same name are all kept', () => {
    const book = tempBook()
    const twice = [...items('1'), ...items('1')]
    book.settings.putSnapshot(1, 10, twice)
    expect(book.settings.items(book.settings.snapshots(1)[0]?.id ?? 0)).toEqual(twice)
  })
})

describe('rejected', () => {
  test('verbatim, counted by resource; a repeated record is not stored twice', () => {
    const book = tempBook()
    book.rejected.put(
      'channel_data',
      [
        { reason: 'no event_time', raw: '{"x":1}' },
        { reason: 'no id', raw: '[]' },
      ],
      1,
    )
    book.rejected.put('channel_data', [{ reason: 'no event_time', raw: '{"x":1}' }], 2)
    book.rejected.put('seances', [{ reason: 'no id', raw: '[]' }], 3)
    expect(book.rejected.counts()).toEqual({ channel_data: 2, seances: 1 })
    expect(book.rejected.list({ resource: 'channel_data' })).toMatchObject([
      { raw: '[]', times: 1, receivedAtMs: 1 },
      { raw: '{"x":1}', times: 2, receivedAtMs: 2 },
    ])
  })
})

test('a value in meta comes back as it was set', () => {
  const book = tempBook()
  book.meta.set('a', 1)
  book.meta.set('a', { x: [1] })
  book.meta.set('b', null)
  expect([book.meta.get('a'), book.meta.get('b'), book.meta.get('c')]).toEqual([{ x: [1] }, null, undefined])
})
