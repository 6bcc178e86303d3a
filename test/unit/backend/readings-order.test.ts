import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import type { ReadingView, Verbatim } from '../../../electron/contract/records.ts'
import { hostIn } from '../../support/backend.ts'
import { testFolder } from '../../support/pull.ts'
import { NOW, station } from '../book/fixtures.ts'

const AT = Date.UTC(2026, 0, 1)

/** The service shuffles the entries of its records; people know channels in the order of its directory. */

const CODES = ['VNakpriv', 'Vpriv', 'P']
/** As they first came; the directory lacks two of them. */
const CAME = { P: 3, X10: 6, Vpriv: 2, X2: 5, VNakpriv: 1 }
const SHOWN = ['VNakpriv', 'Vpriv', 'P', 'X2', 'X10']

async function shown(view: ReadingView = 'general', values: Record<string, Verbatim> = CAME) {
  const folder = testFolder()
  const file = folder.file('order.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 1 })], NOW)
  const entry = { equipmentTypeId: 1, archiveTypeName: null, telemetryTypeName: null, unitName: 'кПа' }
  book.channels.put(
    ['daily', 'hourly'].flatMap((archiveTypeVarname) =>
      CODES.map((code) => ({ ...entry, archiveTypeVarname, channelName: `«${code}»`, channelVarname: code })),
    ),
  )
  for (const archiveType of ['daily', 'hourly', 'minute'])
    book.readings.put({ equipmentId: 1001, archiveType, view }, [{ atMs: AT + 1000, values }])
  book.close()
  const backend = await startBackend(hostIn(folder.file('data'), { systemLocale: 'ru' }), { book: file, mode: 'read' })
  onTestFinished(async () => {
    await backend.close()
    folder.remove()
  })
  return createRouterClient(backend.router).readings
}

const span = { stationId: 1, archiveType: 'hourly', view: 'general', fromMs: AT, toMs: AT + 2000 } as const

test('columns are in the order of the directory, what it lacks after them; numbers stay with their channel', async () => {
  const { channels, columns, rows } = await (await shown()).columns(span)
  expect(channels.map(({ channelVarname }) => channelVarname)).toEqual(SHOWN)
  expect(channels.map(({ channelName }) => channelName)).toEqual(['«VNakpriv»', '«Vpriv»', '«P»', null, null])
  const numbers = [...new Float64Array(await columns.arrayBuffer())]
  expect(numbers.filter((_, at) => at % rows === 0)).toEqual([AT + 1000, 1, 2, 3, 5, 6])
})

test('so are rows of the table', async () => {
  const { channels, rows } = await (await shown()).rows(span)
  expect(channels.map(({ channelVarname }) => channelVarname)).toEqual(SHOWN)
  expect(rows).toEqual([{ atMs: AT + 1000, values: [1, 2, 3, 5, 6], gap: null, source: null }])
})

test('unified codes are named by the window in its language, not some of them by the directory; units stay', async () => {
  const reads = await shown('unified', { P: '3', VNakpriv: '2', gas_consume: '1' })
  const { channels } = await reads.rows({ ...span, view: 'unified' })
  expect(channels).toEqual([
    { channelVarname: 'gas_consume', channelName: null, unitName: 'м3' },
    { channelVarname: 'P', channelName: null, unitName: 'кПа' },
    { channelVarname: 'VNakpriv', channelName: '«VNakpriv»', unitName: 'кПа' },
  ])
})

test('newest values too; archives come hourly before daily, others after', async () => {
  const newest = await (await shown()).newest({ stationId: 1 })
  expect(newest.map(({ archiveType }) => archiveType)).toEqual(['hourly', 'daily', 'minute'])
  for (const { values } of newest)
    expect(values.map(({ channel, value }) => [channel.channelVarname, value])).toEqual(
      SHOWN.map((code, at) => [code, [1, 2, 3, 5, 6][at]]),
    )
})
