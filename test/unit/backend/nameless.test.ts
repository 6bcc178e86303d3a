import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { consumer, NOW, station, tempFolder } from '../book/fixtures.ts'
import { backends } from './backends.ts'

/** What has no name, on its way to the window: null all along, '' only where the service sent that. */

const it = backends(1)
const type = { equipmentKindName: null, telemetryTypeName: null, resourceName: null, description: null }

async function reader() {
  const file = join(tempFolder(), 'nameless.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.providers.put([{ id: 7, name: null, children: [{ id: 8, name: '', children: [] }] }])
  book.consumers.put([consumer(5, null)], { energyId: 8 })
  book.equipmentTypes.put([{ id: 1, name: null, ...type }])
  book.stations.put([station({ id: 1, name: null, customerId: 5 }), station({ id: 2, name: '' })], NOW)
  for (const value of ['5', '6']) book.settings.putSnapshot(1001, NOW, [{ channelName: null, channelDataValue: value, unitName: null }])
  const archive = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  for (const day of ['2026-01-01', '2026-01-03'])
    book.coverage.mark(archive, { from: day, to: day }, { fetchedAtMs: NOW, state: 'fetched' })
  book.close()
  return it.start({ book: file, mode: 'read' })
}

test('lists, details and the tree', async () => {
  const { stations, reference } = await reader()
  expect((await stations.list({})).rows.map(({ name }) => name)).toEqual([null, ''])
  expect(await stations.get({ id: 1 })).toMatchObject({
    name: null,
    consumerName: null,
    consumer: { id: 5, name: null },
    equipmentType: { id: 1, name: null },
    providerPath: [null, ''],
  })
  const { providers, consumers } = await stations.tree()
  expect([...providers, ...consumers].map(({ id, name }) => [id, name])).toEqual([
    [7, null],
    [8, ''],
    [5, null],
  ])
  expect(await reference.types()).toMatchObject([{ id: 1, name: null, stations: 2 }])
})

test('settings, holes and what is pasted or sought', async () => {
  const { settings, stations, coverage, downloads } = await reader()
  const [after, before] = await settings.snapshots({ stationId: 1 })
  expect(await settings.items({ snapshotId: after?.id ?? 0 })).toMatchObject([{ channelName: null, channelDataValue: '6' }])
  expect(await settings.diff({ fromId: before?.id ?? 0, toId: after?.id ?? 0 })).toMatchObject([
    { channelName: null, change: 'changed', before: { channelDataValue: '5' }, after: { channelDataValue: '6' } },
  ])
  expect((await coverage.holes({ states: ['never'] })).rows).toMatchObject([{ stationId: 1, stationName: null }])
  expect((await stations.find({ text: '10001' })).stations).toMatchObject([{ id: 1, name: null }])
  expect((await downloads.matchPasted({ text: '10001' })).found).toMatchObject([{ stationId: 1, stationName: null }])
})
