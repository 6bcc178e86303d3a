import { expect, test } from 'vitest'
import type { ContractLimit } from '../../../../electron/contract/limit-words.ts'
import { consumer, NOW, station, tempBook } from '../fixtures.ts'

const limit = (over: Partial<ContractLimit> = {}): ContractLimit => ({
  owner: 'station',
  ownerId: 1,
  period: 'month',
  fromDay: '2026-01-01',
  toDay: null,
  m3: 1000,
  ...over,
})

function bookOfOne() {
  const book = tempBook()
  book.providers.put([{ id: 1, name: 'Газ', children: [] }])
  book.consumers.put([consumer(5, 'Завод')], { energyId: 1 })
  book.stations.put([station({ id: 1, customerId: 5 })], NOW)
  return book
}

test('a limit is kept with who said it; the same owner, period and beginning once more is a correction', () => {
  const { limits, db } = bookOfOne()
  expect(limits.isAny()).toBe(false)
  limits.say([limit(), limit({ period: 'day', fromDay: null, m3: 40 }), limit({ owner: 'consumer', ownerId: 5, m3: 5000 })], 'Ильин')
  limits.say([limit({ m3: 1100, toDay: '2026-12-31' })], 'Орлова')
  expect(limits.of('station', 1)).toEqual([
    { ...limit({ period: 'day', fromDay: null, m3: 40 }), author: 'Ильин', saidAtMs: expect.any(Number) as number },
    { ...limit({ m3: 1100, toDay: '2026-12-31' }), author: 'Орлова', saidAtMs: expect.any(Number) as number },
  ])
  expect(limits.of('consumer', 5)).toMatchObject([{ m3: 5000 }])
  expect(db.prepare('SELECT station_id, consumer_id, period, m3, from_day, to_day FROM v_limit ORDER BY 1, 3').raw().all()).toEqual([
    [null, 5, 'month', 5000, '2026-01-01', null],
    [1, null, 'day', 40, null, null],
    [1, null, 'month', 1100, '2026-01-01', '2026-12-31'],
  ])
})

test('one that is taken away is gone from every list, its row stays, and saying it again brings it back', () => {
  const { limits, db } = bookOfOne()
  limits.say([limit()], '')
  const before = limits.version('station', 1)
  expect(limits.unsay(limit())).toBe(true)
  expect(limits.unsay(limit())).toBe(false)
  expect([limits.all(), limits.version('station', 1), limits.isAny()]).toEqual([[], '', true])
  expect(db.prepare('SELECT count(*) FROM contract_limit WHERE removed_at_ms IS NOT NULL').pluck().get()).toBe(1)
  limits.say([limit()], '')
  expect(limits.version('station', 1)).not.toBe(before)
  expect(limits.all()).toHaveLength(1)
})
