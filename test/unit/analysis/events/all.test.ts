import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupedPage, logDensity, logFacets, logOf, logPage, logPosition } from '../../../../electron/analysis/events/all.ts'
import type { Book } from '../../../../electron/book/index.ts'
import type { LogFilter } from '../../../../electron/contract/all-events.ts'
import type { EventMessage } from '../../../../electron/contract/events.ts'
import { EVENT_ARCHIVES } from '../../../../electron/contract/records.ts'
import { consumer, event, message, numRuns, station, tempBook } from '../../book/fixtures.ts'

/**
 * The log of all stations beside a plain array of the same events: what filters, facets, groups and situations give must
 * be what filtering and counting the array gives.
 */
const STATIONS = 9
const ARCHIVES = ['alarm', 'event', 'seance'] as const
/** Consumer n has the stations n, n + 3, …; provider 1 lists consumer 1, its branch 2 lists consumers 2 and 3. */
const consumerOf = (stationId: number) => ((stationId - 1) % 3) + 1
const providersOf = (stationId: number) => (consumerOf(stationId) === 1 ? [1] : [1, 2])

/** What events say. The first two are a pair by their words, the third by its state; the last has no text of its own. */
const SAYINGS = [
  { code: '1', description: 'Начало отказа датчика', valCode: '' },
  { code: '2', description: 'Конец отказа датчика', valCode: '' },
  { code: '3', description: 'Дверь шкафа', valCode: '1' },
  { code: '3', description: 'Дверь шкафа', valCode: '0' },
  { code: '4', description: 'Начало газовых суток', valCode: '' },
  { code: '5', description: null, valCode: '7' },
] as const
const pairOf = (code: string, valCode: string): [situation: string, role: number] | null => {
  if (code === '1' || code === '2') return ['sensor', code === '1' ? 1 : -1]
  return code === '3' ? ['door', valCode === '1' ? 1 : -1] : null
}

interface Item {
  stationId: number
  archiveType: (typeof ARCHIVES)[number]
  atMs: number
  said: (typeof SAYINGS)[number]
  part: string | null
  otherMs: number | null
}

const anyItem = fc.record({
  stationId: fc.integer({ min: 1, max: STATIONS }),
  archiveType: fc.constantFrom(...ARCHIVES),
  said: fc.constantFrom(...SAYINGS),
})
type Bare = Omit<Item, 'atMs' | 'part' | 'otherMs'>

/** The events at moments of their own, with what each is for its situation. */
function logOfItems(bare: readonly Bare[]): Item[] {
  const lasting = new Map<string, Item>()
  const ended = new Set<string>()
  return bare.map((one, at) => {
    const item: Item = { ...one, atMs: 1_000_000 * at, part: null, otherMs: null }
    const pair = one.archiveType === 'seance' ? null : pairOf(one.said.code, one.said.valCode)
    if (!pair) return item
    const key = JSON.stringify([one.stationId, one.archiveType, pair[0]])
    const first = lasting.get(key)
    if (pair[1] > 0) {
      ended.delete(key)
      item.part = first ? 'again' : 'open'
      if (first) item.otherMs = first.atMs
      else lasting.set(key, item)
    } else {
      item.part = first ? 'end' : ended.has(key) ? 'again' : 'endOnly'
      ended.add(key)
      if (first) {
        item.otherMs = first.atMs
        first.part = 'begin'
        first.otherMs = item.atMs
      }
      lasting.delete(key)
    }
    return item
  })
}

function fill(book: Book): void {
  book.page(() => {
    book.providers.put([{ id: 1, name: 'Горгаз', children: [{ id: 2, name: 'Филиал', children: [] }] }])
    book.consumers.put([consumer(1, 'Завод')], { energyId: 1 })
    book.consumers.put([consumer(2, 'Школа'), consumer(3, 'Баня')], { energyId: 2 })
    book.stations.put(
      Array.from({ length: STATIONS }, (_, at) => station({ id: at + 1, customerId: consumerOf(at + 1) })),
      1,
    )
    book.messages.put([message({ id: 1, name: 'Смена режима', deviceCode: '5', archiveTypeVarname: 'event' })])
  })
}

function put(book: Book, items: readonly Item[]): void {
  for (const { stationId, archiveType, atMs, said } of items) {
    const entries = { Code: said.code, CodeDescription: said.description, ValCode: said.valCode }
    book.events.add({ equipmentId: stationId + 1_000, archiveType }, [event(atMs, entries)])
  }
}

const anyFilter: fc.Arbitrary<LogFilter> = fc.record(
  {
    providerIds: fc.constantFrom([1], [2], [1, 2]),
    consumerIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
    stationIds: fc.uniqueArray(fc.integer({ min: 1, max: STATIONS + 1 }), { minLength: 1, maxLength: 4 }),
    archiveTypes: fc.uniqueArray(fc.constantFrom(...ARCHIVES), { minLength: 1 }),
    messages: fc.constantFrom(
      [{ code: '3', description: 'Дверь шкафа', archiveType: null }],
      [
        { code: '5', description: null, archiveType: 'event' as const },
        { code: '1', description: 'Начало отказа датчика', archiveType: null },
      ],
    ),
    text: fc.constantFrom('дверь', 'НАЧАЛО', '7'),
    fromMs: fc.integer({ min: 0, max: 200_000_000 }),
    toMs: fc.integer({ min: 100_000_000, max: 400_000_000 }),
    situation: fc.constantFrom('begun' as const, 'open' as const),
    exceptMessages: fc.constantFrom(
      [{ code: '3', description: 'Дверь шкафа', archiveType: null }],
      [{ code: '5', description: null, archiveType: 'event' as const }],
    ),
    exceptStationIds: fc.uniqueArray(fc.integer({ min: 1, max: STATIONS + 1 }), { minLength: 1, maxLength: 3 }),
    exceptConsumerIds: fc.constantFrom([1], [2, 3]),
  },
  { requiredKeys: [] },
)

/** The parts of a filter by facet, for counts under all parts but one. */
function passes(item: Item, filter: LogFilter, but: keyof LogFilter | null = null): boolean {
  const { stationId, archiveType, atMs, said, part } = item
  const { fromMs = -Infinity, toMs = Infinity, text = '' } = filter
  const isIt = (one: EventMessage) =>
    one.code === said.code && one.description === said.description && (one.archiveType ?? archiveType) === archiveType
  const checks: Partial<Record<keyof LogFilter, boolean>> = {
    providerIds: filter.providerIds?.some((id) => providersOf(stationId).includes(id)) ?? true,
    consumerIds:
      (filter.consumerIds?.includes(consumerOf(stationId)) ?? true) && !filter.exceptConsumerIds?.includes(consumerOf(stationId)),
    stationIds: (filter.stationIds?.includes(stationId) ?? true) && !filter.exceptStationIds?.includes(stationId),
    archiveTypes: filter.archiveTypes?.includes(archiveType) ?? true,
    messages: (filter.messages?.some(isIt) ?? true) && !filter.exceptMessages?.some(isIt),
    situation: filter.situation === undefined || part === 'open' || (filter.situation === 'begun' && part === 'begin'),
    text: [said.code, said.description ?? '', said.valCode].some((one) => one.toLowerCase().includes(text.toLowerCase())),
    fromMs: atMs >= fromMs && atMs <= toMs,
  }
  return Object.entries(checks).every(([name, ok]) => ok || name === but)
}

const numbers = (list: readonly (number | string)[]) =>
  Object.fromEntries(
    Map.groupBy(list, String)
      .entries()
      .map(([key, all]) => [key, all.length]),
  )
const shownOf = ({ stationId, archiveType, atMs, said, part, otherMs }: Item) =>
  [stationId, archiveType, atMs, said.code, said.valCode, part, otherMs].join(' ')

test('filters, facets, groups, situations: what a plain array gives', () => {
  const book = tempBook()
  fill(book)
  const items = logOfItems(fc.sample(anyItem, { seed: 10, numRuns: 400 }))
  book.page(() => put(book, items))

  fc.assert(
    fc.property(anyFilter, fc.nat({ max: 60 }), fc.boolean(), (filter, offset, desc) => {
      const wanted = items.filter((item) => passes(item, filter))
      const inOrder = desc ? wanted.toReversed() : wanted
      const page = logPage(book, filter, { offset, limit: 25, sort: { by: 'atMs', desc } })
      expect(page.total).toBe(wanted.length)
      expect(
        page.rows.map((row) =>
          [row.stationId, row.archiveType, row.atMs, row.code, row.valCode, row.situation?.part, row.situation?.otherMs].join(' '),
        ),
      ).toEqual(inOrder.slice(offset, offset + 25).map(shownOf))

      const facets = logFacets(book, filter, { find: {}, limits: { stations: 100, messages: 100 } })
      const but = (part: keyof LogFilter) => items.filter((item) => passes(item, filter, part))
      const counts = (rows: readonly { events: number }[], keyOf: (at: number) => unknown) =>
        Object.fromEntries(rows.flatMap(({ events }, at) => (events > 0 ? [[String(keyOf(at)), events]] : [])))
      expect(facets.events).toBe(wanted.length)
      expect(counts(facets.archives, (at) => facets.archives[at]?.archiveType)).toEqual(
        numbers(but('archiveTypes').map(({ archiveType }) => archiveType)),
      )
      expect(counts(facets.stations.rows, (at) => facets.stations.rows[at]?.id)).toEqual(
        numbers(but('stationIds').map(({ stationId }) => stationId)),
      )
      expect(counts(facets.consumers.rows, (at) => facets.consumers.rows[at]?.id)).toEqual(
        numbers(but('consumerIds').map(({ stationId }) => consumerOf(stationId))),
      )
      expect(counts(facets.providers, (at) => facets.providers[at]?.id)).toEqual(
        numbers(but('providerIds').flatMap(({ stationId }) => providersOf(stationId))),
      )
      const saidBy = ({ said, archiveType }: Item) => JSON.stringify([said.code, said.description, said.description ? null : archiveType])
      expect(
        counts(facets.messages.rows, (at) => {
          const { message: one } = facets.messages.rows[at] ?? {}
          return JSON.stringify([one?.code, one?.description, one?.archiveType])
        }),
      ).toEqual(numbers(but('messages').map(saidBy)))
      const situations = but('situation')
      expect(facets.situations).toEqual({
        any: situations.length,
        begun: situations.filter(({ part }) => part === 'begin' || part === 'open').length,
        open: situations.filter(({ part }) => part === 'open').length,
      })

      for (const by of ['message', 'station'] as const) {
        const grouped = groupedPage(book, filter, { by, offset: 0, limit: 1000, expanded: [] })
        const groups = grouped.rows.flatMap((row) => (row.kind === 'group' ? [row.group] : []))
        const keyOf = (item: Item) => (by === 'message' ? saidBy(item) : `s${item.stationId}`)
        expect(Object.fromEntries(groups.map(({ key, events }) => [key, events]))).toEqual(numbers(wanted.map(keyOf)))
        for (const group of groups) {
          const mine = wanted.filter((item) => keyOf(item) === group.key)
          const lengths = mine.flatMap(({ part, atMs, otherMs }) => (part === 'begin' ? [(otherMs ?? 0) - atMs] : []))
          expect(group).toMatchObject({
            stations: new Set(mine.map(({ stationId }) => stationId)).size,
            firstMs: mine[0]?.atMs,
            lastMs: mine.at(-1)?.atMs,
            open: mine.filter(({ part }) => part === 'open').length,
            lastingMs: lengths.reduce((sum, ms) => sum + ms, 0),
            longestMs: Math.max(0, ...lengths),
          })
        }
        const [first] = groups
        if (!first) continue
        const expanded = groupedPage(book, filter, { by, offset: 1, limit: 5, expanded: [first.key] })
        expect(expanded.total).toBe(groups.length + first.events)
        expect(expanded.rows.flatMap((row) => (row.kind === 'event' ? [row.event.atMs] : []))).toEqual(
          wanted
            .filter((item) => keyOf(item) === first.key)
            .toReversed()
            .slice(0, 5)
            .map(({ atMs }) => atMs),
        )
      }

      const density = logDensity(book, { fromMs: 0, toMs: 4e12, ...filter }, { buckets: 7, nowMs: 4e12 })
      for (const archiveType of EVENT_ARCHIVES) {
        const { counts: list = [] } = density.archives.find((one) => one.archiveType === archiveType) ?? {}
        expect(list.reduce((sum, events) => sum + events, 0)).toBe(wanted.filter((item) => item.archiveType === archiveType).length)
      }
      const atMs = inOrder[offset]?.atMs ?? 50_000_000
      const place = inOrder.findIndex((item) => (desc ? item.atMs <= atMs : item.atMs >= atMs))
      expect(logPosition(book, filter, { atMs, desc })).toEqual({ offset: place < 0 ? wanted.length : place })

      const { total, blocks, addedAt } = logOf(book, filter, { by: 'lastingMs', desc: true })
      const lasted = [...blocks()].flatMap(({ keys, places }) =>
        Array.from(keys.atMs, (beganMs, nth) => {
          const { situation } = addedAt(places[nth] ?? 0)
          return situation?.part === 'begin' ? (situation.otherMs ?? 0) - beganMs : 0
        }),
      )
      expect(total).toBe(wanted.length)
      const ended = lasted.filter((ms) => ms > 0)
      expect(ended).toEqual(ended.toSorted((a, b) => b - a))
    }),
    { seed: 10, numRuns: numRuns(60, 1_000) },
  )
})

test('groups are sorted by the number of their stations, equal ones the most frequent first', () => {
  const book = tempBook()
  fill(book)
  const items = logOfItems(fc.sample(anyItem, { seed: 11, numRuns: 40 }))
  book.page(() => put(book, items))
  for (const desc of [true, false]) {
    const wishes = { by: 'message', sort: { by: 'stations', desc }, offset: 0, limit: 100, expanded: [] } as const
    const { rows } = groupedPage(book, {}, wishes)
    const shown = rows.flatMap((row) => (row.kind === 'group' ? [[row.group.stations, row.group.events] as const] : []))
    expect(new Set(shown.map(([stations]) => stations)).size).toBeGreaterThan(1)
    expect(shown).toEqual(shown.toSorted((a, b) => (desc ? b[0] - a[0] : a[0] - b[0]) || b[1] - a[1]))
  }
})

describe('events that come later', () => {
  const item = (stationId: number, atMs: number, said: number): Item => ({
    stationId,
    archiveType: 'alarm',
    atMs,
    said: SAYINGS[said] ?? SAYINGS[0],
    part: null,
    otherMs: null,
  })
  const times = (book: Book, filter: LogFilter = {}) => logPage(book, filter, { offset: 0, limit: 100 }).rows.map(({ atMs }) => atMs)

  test('are merged in, in order, and end what was open', () => {
    const book = tempBook()
    fill(book)
    put(book, [item(1, 100, 0), item(2, 300, 0), item(1, 50, 1)])
    expect(times(book)).toEqual([300, 100, 50])
    expect(times(book, { situation: 'open' })).toEqual([300, 100])
    put(book, [item(1, 200, 1), item(3, 400, 2), item(1, 100, 0)])
    expect(times(book)).toEqual([400, 300, 200, 100, 50])
    expect(times(book, { situation: 'open' })).toEqual([300])
  })

  test('a page that fails takes its events back', () => {
    const book = tempBook()
    fill(book)
    put(book, [item(1, 100, 0)])
    expect(times(book)).toEqual([100])
    expect(() => book.page(() => (put(book, [item(2, 200, 4)]), book.db.exec('broken')))).toThrow('syntax error')
    expect(times(book)).toEqual([100])
  })
})
