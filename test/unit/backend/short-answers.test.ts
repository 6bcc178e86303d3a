import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { consumer, NOW, station, tempFolder } from '../book/fixtures.ts'
import { backends } from './backends.ts'

/** Texts longer than anybody reads, on their way to the window. */

const it = backends(1)
const LONG = 'ж'.repeat(100_000)
const STATIONS = 10

async function reader() {
  const file = join(tempFolder(), 'long.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.providers.put([{ id: 7, name: LONG, children: [] }])
  book.consumers.put([consumer(5, LONG)], { energyId: 7 })
  book.stations.put(
    Array.from({ length: STATIONS }, (_, at) => station({ id: at + 1, name: `${at} ${LONG}`, customerId: 5 })),
    NOW,
  )
  const archive = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  for (const day of ['2026-01-01', '2026-01-03'])
    book.coverage.mark(archive, { from: day, to: day }, { fetchedAtMs: NOW, state: 'fetched' })
  book.close()
  return it.start({ book: file, mode: 'read' })
}
const size = (answer: unknown) => JSON.stringify(answer).length

test('lists, the tree and what is found have names cut; the details have them whole', async () => {
  const { stations, coverage } = await reader()
  const { rows } = await stations.list({})
  expect(rows).toHaveLength(STATIONS)
  expect(rows[0]?.name).toMatch(/^0 ж{500,}…$/)
  expect(size(rows)).toBeLessThan(STATIONS * 4000)
  expect(size(await stations.tree())).toBeLessThan(10_000)
  expect(size((await coverage.holes({ states: ['never'] })).rows)).toBeLessThan(10_000)
  expect(size(await stations.find({ text: '10001' }))).toBeLessThan(20_000)
  const whole = await stations.get({ id: 1 })
  expect(whole.name === `0 ${LONG}` && whole.consumerName === LONG).toBe(true)
  // What was cut once is not cut in what is kept for the next answer.
  expect((await stations.get({ id: 1 })).providerPath[0] === LONG).toBe(true)
})
