import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import { createMerger } from '../../../electron/service/wire/entries.ts'
import { hostIn } from '../../support/backend.ts'
import { testFolder } from '../../support/pull.ts'
import { NOW, station } from '../book/fixtures.ts'

const AT = Date.UTC(2026, 0, 1)

/** Names that JavaScript knows otherwise, on their whole way: wire, book, contract. */

const CAME = '[{"__proto__": 1}, {"constructor": "2"}, {"P": 3}]'
const NAMES = ['__proto__', 'constructor', 'P']

async function shown() {
  const folder = testFolder()
  const file = folder.file('names.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 1 })], NOW)
  const merge = createMerger()
  const records = [CAME, '[{"P": 4}]'].map((json) => merge(JSON.parse(json)))
  const [values, fewer] = records
  if (typeof values !== 'object' || typeof fewer !== 'object') throw new Error('not understood')
  const archive = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  book.readings.put(archive, [
    { atMs: AT + 1000, values },
    { atMs: AT + 2000, values: fewer },
  ])
  book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [{ atMs: 1000, entries: values }])
  book.close()
  const backend = await startBackend(hostIn(folder.file('data'), { systemLocale: 'ru' }), { book: file, mode: 'read' })
  onTestFinished(async () => {
    await backend.close()
    folder.remove()
  })
  return createRouterClient(backend.router)
}

const span = { stationId: 1, archiveType: 'hourly', view: 'general', fromMs: AT, toMs: AT + 3000 } as const

test('columns and rows have such channels; a record that came without them has nothing there', async () => {
  const { readings } = await shown()
  const { channels, columns, rows } = await readings.columns(span)
  expect(channels.map(({ channelVarname }) => channelVarname).toSorted()).toEqual(NAMES.toSorted())
  const numbers = [...new Float64Array(await columns.arrayBuffer())]
  expect(numbers).toHaveLength((1 + NAMES.length) * rows)
  const table = await readings.rows({ ...span, desc: false })
  const at = NAMES.map((name) => table.channels.findIndex(({ channelVarname }) => channelVarname === name))
  expect(table.rows.map(({ values }) => at.map((place) => values[place]))).toEqual([
    [1, '2', 3],
    [null, null, 4],
  ])
  const [newest] = await readings.newest({ stationId: 1 })
  expect(newest?.values.map(({ channel }) => channel.channelVarname)).toEqual(['P'])
})

test('an event has all its entries', async () => {
  const { events } = await shown()
  const { rows } = await events.page({ stationIds: [1], desc: true, offset: 0, limit: 10 })
  expect(rows[0]?.entries.toSorted()).toEqual([
    ['P', 3],
    ['__proto__', 1],
    ['constructor', '2'],
  ])
})
