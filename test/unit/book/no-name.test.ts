import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { consumer, NOW, station, tempBook, tempFolder } from './fixtures.ts'

const type = { equipmentKindName: null, telemetryTypeName: null, resourceName: null, description: null }
const setting = { channelDataValue: '5', unitName: null }

/** Everything that has a name, once with none and once with an empty one. */
function putBoth(book: Book): void {
  const [without, empty] = [null, '']
  book.providers.put([{ id: 1, name: without, children: [{ id: 2, name: empty, children: [] }] }])
  book.consumers.put([consumer(1, without), consumer(2, empty)])
  book.stations.put([station({ id: 1, name: without, customerId: 1 }), station({ id: 2, name: empty })], NOW)
  book.equipmentTypes.put([
    { id: 1, name: without, ...type },
    { id: 2, name: empty, ...type },
  ])
  book.settings.putSnapshot(1001, NOW, [
    { channelName: without, ...setting },
    { channelName: empty, ...setting },
  ])
}

test('a name that the service does not send is null in the book, not empty', () => {
  const book = tempBook()
  putBoth(book)
  expect(book.providers.tree()).toEqual([{ id: 1, name: null, children: [{ id: 2, name: '', children: [] }] }])
  const names = (list: readonly { name: string | null }[]) => list.map(({ name }) => name)
  expect(names(book.consumers.list())).toEqual([null, ''])
  expect(names(book.stations.list().rows)).toEqual([null, ''])
  expect(names(book.equipmentTypes.list())).toEqual([null, ''])
  const snapshot = book.settings.snapshots(1001)[0]?.id ?? 0
  expect(book.settings.items(snapshot).map(({ channelName }) => channelName)).toEqual([null, ''])
})

test.each([
  ['v_provider', 'name', 'id'],
  ['v_consumer', 'name', 'id'],
  ['v_station', 'name', 'id'],
  ['v_equipment_type', 'name', 'id'],
  ['v_setting', 'channel_name', 'channel_name'],
])('%s shows null as null and an empty name as empty', (view, column, order) => {
  const book = tempBook()
  putBoth(book)
  expect(book.db.prepare(`SELECT ${column} FROM ${view} ORDER BY ${order}`).pluck().all()).toEqual([null, ''])
})

test('a station without a name is found by its other texts and sorted after the others', () => {
  const book = tempBook()
  const named = station({ id: 2, name: 'ГРП-2' })
  book.consumers.put([consumer(5, 'Пекарня')])
  book.stations.put([named, station({ id: 1, name: null, customerId: 5 })], NOW)
  expect(book.stations.list().rows.map(({ id }) => id)).toEqual([2, 1])
  expect(book.stations.list({ text: 'пекар' }).rows).toMatchObject([{ id: 1, name: null, consumerName: 'Пекарня' }])
  expect(book.search.find('10001')).toMatchObject([{ id: 1, name: null, match: 'exact' }])
  expect(book.search.find('null')).toEqual([])
  // The name comes with a later list, and goes with the next.
  book.stations.put([station({ id: 1, name: 'Котельная', customerId: 5 })], NOW)
  expect(book.search.find('котел')).toMatchObject([{ id: 1, name: 'Котельная' }])
  book.stations.put([station({ id: 1, name: null, customerId: 5 })], NOW)
  expect(book.search.find('котел')).toEqual([])
})

test('in an older book the next lists replace empty names by null', () => {
  const file = join(tempFolder(), 'old.meterbook')
  const old = new Database(file)
  migrate(old, MIGRATIONS.slice(0, 8))
  old.exec(`INSERT INTO provider (id, name, position) VALUES (1, '', 0);
    INSERT INTO consumer (id, name, name_key, folded) VALUES (1, '', '', '');
    INSERT INTO equipment_type (id, name) VALUES (1, '');
    INSERT INTO station (id, name, name_key, serial_key, brand_key, status_key, seen_at_ms) VALUES (1, '', '', '', '', '', 1)`)
  old.close()
  openBook(file, { mode: 'write', now: () => NOW }).close()
  // What the migration made passes for our own at the next opening.
  const book = openBook(file, { mode: 'write', now: () => NOW })
  onTestFinished(() => book.close())
  expect(book.stations.get(1)?.name).toBe('')
  book.providers.put([{ id: 1, name: null, children: [] }])
  expect(book.consumers.put([consumer(1, null)])).toBe(1)
  expect(book.equipmentTypes.put([{ id: 1, name: null, ...type }])).toBe(1)
  book.stations.put([station({ id: 1, name: null })], NOW)
  for (const table of ['provider', 'consumer', 'equipment_type', 'station'])
    expect(book.db.prepare(`SELECT name FROM ${table}`).pluck().all(), table).toEqual([null])
})

test('configurations that differ only in a null or empty name are different', () => {
  const book = tempBook()
  const put = (channelName: string | null) => book.settings.putSnapshot(1, NOW, [{ channelName, ...setting }]).stored
  expect([put(null), put(null), put('')]).toEqual([true, false, true])
})
