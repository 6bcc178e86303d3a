import { describe, expect, test } from 'vitest'
import { consumer, NOW, station, tempBook } from './fixtures.ts'

/** More stations than a search sorts by itself. */
const MANY = 1200

function book() {
  const made = tempBook()
  made.consumers.put([consumer(1, 'ООО «Берёзка»', '7701234567')])
  made.stations.put(
    Array.from({ length: MANY }, (_, at) =>
      station({
        id: 1 + ((at * 7) % MANY),
        name: `ГРП-${at % 2 === 0 ? at : MANY - at}`,
        equipmentSerialNumber: String(at),
        ...(at % 3 === 0 ? { customerId: 1 } : {}),
      }),
    ),
    NOW,
  )
  return made
}

describe('a search that finds more than it sorts', () => {
  test.each(['name', 'serialNumber', 'consumerName'] as const)('has the order of the whole list, by %s', (by) => {
    const { stations } = book()
    for (const desc of [false, true]) {
      const all = stations.list({ sort: { by, desc }, limit: -1 }).rows.map(({ id }) => id)
      const found = stations.list({ text: 'грп', sort: { by, desc }, limit: -1 })
      expect(found.total).toBe(MANY)
      expect(found.rows.map(({ id }) => id)).toEqual(all)
    }
  })

  test('has the pages of its order, and those of the book as it is now', () => {
    const made = book()
    const all = made.stations.list({ text: 'грп', limit: -1 }).rows.map(({ id }) => id)
    expect(made.stations.list({ text: 'грп', offset: 600, limit: 5 }).rows.map(({ id }) => id)).toEqual(
      all.slice(600, 605),
    )
    made.stations.put([station({ id: 9999, name: 'ГРП-0' })], NOW)
    const [first, second] = made.stations.list({ text: 'грп', limit: 2 }).rows
    expect([first?.name, second?.name]).toEqual(['ГРП-0', 'ГРП-0'])
    expect(made.stations.list({ text: 'грп' }).total).toBe(MANY + 1)
  })

  test('passes the other conditions too', () => {
    const { stations } = book()
    const owned = stations.list({ consumerId: 1, limit: -1 }).rows.map(({ id }) => id)
    expect(stations.list({ text: 'грп', consumerId: 1, limit: -1 }).rows.map(({ id }) => id)).toEqual(owned)
    expect(stations.list({ text: 'грп', consumerId: 2 }).total).toBe(0)
  })

  test('words of one letter and no words at all', () => {
    const { stations } = book()
    expect(stations.list({ text: 'г' }).total).toBe(MANY)
    expect(stations.list({ text: '  ' }).total).toBe(MANY)
  })
})
