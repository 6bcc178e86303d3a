import { describe, expect, test } from 'vitest'
import { withHeard } from '../../../electron/analysis/answers/directory.ts'
import { consumer, NOW, session, station, tempBook } from './fixtures.ts'

describe('listing', () => {
  test('names sort naturally, both ways, in pages', () => {
    const book = tempBook()
    book.stations.put(
      [10, 2, 1, 33, 4].map((id) => station({ id })),
      NOW,
    )
    const names = (query: object) => book.stations.list(query).rows.map(({ name }) => name)
    expect(names({})).toEqual(['ГРП-1', 'ГРП-2', 'ГРП-4', 'ГРП-10', 'ГРП-33'])
    expect(names({ sort: { by: 'name', desc: true }, offset: 1, limit: 2 })).toEqual(['ГРП-10', 'ГРП-4'])
    expect(book.stations.list({ limit: 2 }).total).toBe(5)
    expect(names({ limit: -1 })).toHaveLength(5)
  })

  test.each([
    ['equipmentSerialNumber', { equipmentSerialNumber: '9' }, { equipmentSerialNumber: 10 }],
    ['equipmentBrandName', { equipmentBrandName: 'BK-G4' }, { equipmentBrandName: 'ЕК-270' }],
    ['statusNameValue', { statusNameValue: 'Авария' }, { statusNameValue: 'Норма' }],
    ['consumerName', { customerId: 2 }, { customerId: 1 }],
    ['lastSeanceEventMs', { lastSeanceEventMs: 4 }, { lastSeanceEventMs: 5 }],
  ] as const)('sorted by %s', (by, first, second) => {
    const book = tempBook()
    book.consumers.put([consumer(1, 'Я'), consumer(2, 'А')])
    book.stations.put([station({ id: 1, ...second }), station({ id: 2, ...first })], NOW)
    expect(book.stations.list({ sort: { by } }).rows.map(({ id }) => id)).toEqual([2, 1])
    expect(book.stations.list({ sort: { by, desc: true } }).rows.map(({ id }) => id)).toEqual([1, 2])
  })

  test('a consumer that arrives after its stations or is renamed updates their order and search text', () => {
    const book = tempBook()
    book.stations.put([station({ id: 1, customerId: 1 }), station({ id: 2, customerId: 2 })], NOW)
    book.consumers.put([consumer(1, 'Яблоко'), consumer(2, 'Берёза')])
    const byConsumer = () => book.stations.list({ sort: { by: 'consumerName' } }).rows.map(({ consumerName }) => consumerName)
    expect(byConsumer()).toEqual(['Берёза', 'Яблоко'])
    book.consumers.put([consumer(1, 'Астра')])
    expect(byConsumer()).toEqual(['Астра', 'Берёза'])
    expect(book.stations.list({ text: 'яблоко' }).total).toBe(0)
    expect(book.stations.list({ text: 'АСТРА' }).rows.map(({ id }) => id)).toEqual([1])
  })

  test('filters combine', () => {
    const book = tempBook()
    book.providers.put([{ id: 1, name: 'Холдинг', children: [{ id: 2, name: 'Филиал', children: [] }] }])
    book.consumers.put([consumer(5, 'Пекарня')], { energyId: 2 })
    book.consumers.put([consumer(6, 'Баня')], { energyId: 3 })
    book.stations.put(
      [station({ id: 1, customerId: 5 }), station({ id: 2, customerId: 5, equipmentTypeId: 8 }), station({ id: 3, customerId: 6 })],
      NOW,
    )
    const ids = (filter: object) => book.stations.list(filter).rows.map(({ id }) => id)
    expect(ids({ providerId: 1 })).toEqual([1, 2])
    expect(ids({ providerId: 3 })).toEqual([3])
    expect(ids({ consumerId: 5, equipmentTypeId: 8 })).toEqual([2])
    expect(ids({ ids: [3, 1, 99], text: 'грп' })).toEqual([1, 3])
    expect(ids({ providerId: 2, text: 'БАНЯ' })).toEqual([])
    expect(book.stations.ids({ providerId: 1, text: 'пек' })).toEqual([1, 2])
  })
})

test('a cached search result is dropped when the book changes', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  expect(book.stations.list({ text: 'грп' }).total).toBe(1)
  book.stations.put([station({ id: 2 })], NOW)
  expect(book.stations.list({ text: 'грп' })).toMatchObject({ total: 2, rows: [{ id: 1 }, { id: 2 }] })
})

test('a station missing from a complete listing is marked, and unmarked when it is back', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 }), station({ id: 2 })], 10)
  book.stations.put([station({ id: 1 })], 20)
  expect(book.stations.markUnlisted(20)).toBe(1)
  expect(book.stations.markUnlisted(20)).toBe(0)
  expect(book.stations.get(2)).toMatchObject({ seenAtMs: 10, unlistedAtMs: 20 })
  expect(book.stations.list({ listed: true }).rows.map(({ id }) => id)).toEqual([1])
  expect(book.stations.list({ listed: false }).rows.map(({ id }) => id)).toEqual([2])
  book.stations.put([station({ id: 2 })], 30)
  expect(book.stations.get(2)).toMatchObject({ seenAtMs: 30, unlistedAtMs: null })
})

test('found by device', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1, equipmentId: 70, telemetryId: 80 }), station({ id: 2, equipmentId: null, telemetryId: null })], NOW)
  book.stations.put([station({ id: 3, equipmentId: 90 }), station({ id: 4, equipmentId: 70 })], NOW)
  const found = book.stations.byEquipment([90, 71, 70])
  expect([...found].map(([device, { id }]) => [device, id]).sort()).toEqual([
    [70, 1],
    [90, 3],
  ])
  expect(book.stations.get(2)).toMatchObject({ equipmentId: null })
})

test('heard of by the list, by its own answer, by a session: the newest counts', () => {
  const book = tempBook()
  const listed = (id: number, lastSeanceEventMs: number | null) =>
    station({ id, equipmentId: id + 100, telemetryId: id + 200, lastSeanceEventMs })
  book.stations.put([listed(1, 50), listed(2, 10), listed(3, 20), listed(4, null)], NOW)
  book.lastSessions.put(2, { stationName: 'B', lastSeanceEventMs: 60 }, NOW)
  book.sessions.put([session({ id: 1, telemetryId: 203, atMs: 70 }), session({ id: 2, telemetryId: 203, atMs: 5 })])
  book.readings.put({ equipmentId: 101, archiveType: 'hourly', view: 'general' }, [{ atMs: 1, values: { P: 1 } }])
  const heard = withHeard(book.stations.list().rows, book)
  expect(heard.map(({ id, heardMs, hasData }) => [id, heardMs, hasData]).sort()).toEqual([
    [1, 50, true],
    [2, 60, false],
    [3, 70, true],
    [4, null, false],
  ])
})
