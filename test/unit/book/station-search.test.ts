import { describe, expect, test } from 'vitest'
import { consumer, NOW, station, tempBook } from './fixtures.ts'

/** More stations than fit on any page. */
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

describe('a search with many hits', () => {
  test.each(['name', 'equipmentSerialNumber', 'consumerName'] as const)('has the order of the whole list, by %s', (by) => {
    const { stations } = book()
    for (const desc of [false, true]) {
      const all = stations.list({ sort: { by, desc }, limit: -1 }).rows.map(({ id }) => id)
      const found = stations.list({ text: 'грп', sort: { by, desc }, limit: -1 })
      expect(found.total).toBe(MANY)
      expect(found.rows.map(({ id }) => id)).toEqual(all)
    }
  })

  test('has the pages of its order, also after the book has changed', () => {
    const made = book()
    const all = made.stations.list({ text: 'грп', limit: -1 }).rows.map(({ id }) => id)
    expect(made.stations.list({ text: 'грп', offset: 600, limit: 5 }).rows.map(({ id }) => id)).toEqual(all.slice(600, 605))
    made.stations.put([station({ id: 9999, name: 'ГРП-0' })], NOW)
    const [first, second] = made.stations.list({ text: 'грп', limit: 2 }).rows
    expect([first?.name, second?.name]).toEqual(['ГРП-0', 'ГРП-0'])
    expect(made.stations.list({ text: 'грп' }).total).toBe(MANY + 1)
  })

  test('combines with the other conditions', () => {
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

describe('a search as it is typed', () => {
  const TYPED = ['г', 'гр', 'грп', 'грп-1', 'грп-1 б', 'грп-1 бер', 'бер грп-1 7', 'грп-1 7', 'грп', 'рп-1 1', '1', '1 7']

  test('finds, letter by letter, the stations whose texts contain every word', () => {
    const made = book()
    const texts = new Map(made.db.prepare<[], [number, string]>('SELECT station_id, folded FROM station_text').raw().all())
    const all = made.stations.list({ limit: -1 }).rows.map(({ id }) => id)
    for (const text of [...TYPED, ...TYPED.toReversed()]) {
      const holding = all.filter((id) => text.split(' ').every((word) => texts.get(id)?.includes(word)))
      const found = made.stations.list({ text, limit: -1 })
      expect([text, found.rows.map(({ id }) => id)]).toEqual([text, holding])
      expect(holding.length).toBeGreaterThan(0)
    }
  })

  test('sees stations that were added between two letters', () => {
    const made = book()
    expect(made.stations.list({ text: 'зар' }).total).toBe(0)
    made.stations.put([station({ id: 9999, name: 'ГРП Заречная' })], NOW)
    expect(made.stations.list({ text: 'заре' }).rows.map(({ id }) => id)).toEqual([9999])
  })

  test('has the requested order, not that of the previous letter', () => {
    const { stations } = book()
    stations.list({ text: 'грп-1', limit: -1 })
    const down = stations.list({ text: 'грп-11', sort: { by: 'name', desc: true }, limit: -1 }).rows
    const up = stations.list({ text: 'грп-11', limit: -1 }).rows
    expect(down.map(({ name }) => name)).toEqual(up.map(({ name }) => name).toReversed())
    expect(up.length).toBeGreaterThan(2)
  })
})
