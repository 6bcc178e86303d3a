import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import type { Book, EventFilter } from '../../../electron/book/index.ts'
import { event, tempBook } from './fixtures.ts'

/**
 * The log of a book beside a plain array of the same events: every filter, window and order must give what filtering,
 * sorting and slicing the array gives. 80 devices make more archives than are looked up one by one.
 */
const DEVICES = 80
const EVENTS = 6_000
const MONTH_MS = 30 * 86_400_000
const ARCHIVES = ['alarm', 'event', 'valve'] as const
const WORDS = ['давление', 'дверь', 'клапан', 'порог', 'смена']
const long = process.env.METERBOOK_LONG === '1'
const seed = long ? Date.now() : 9

interface Item {
  equipmentId: number
  archiveType: (typeof ARCHIVES)[number]
  atMs: number
  code: string
  description: string | null
  value: string
  /** What decides between events of one moment: the archives and contents in the order in which they came. */
  series: number
  content: number
}

/** Some events lie far apart, some in one hour and some in one millisecond, so that time is cut as finely as can be. */
const anyItem = fc.record({
  equipmentId: fc.integer({ min: 1, max: DEVICES }),
  archiveType: fc.constantFrom(...ARCHIVES),
  atMs: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -MONTH_MS, max: 20 * MONTH_MS }) },
    { weight: 4, arbitrary: fc.integer({ min: 5 * MONTH_MS, max: 5 * MONTH_MS + 3_600_000 }) },
    { weight: 1, arbitrary: fc.constant(7 * MONTH_MS) },
  ),
  code: fc.integer({ min: 1, max: 12 }).map(String),
  description: fc.option(fc.constantFrom(...WORDS)),
  value: fc.integer({ min: 1, max: 9 }).map(String),
})

const anyFilter: fc.Arbitrary<EventFilter> = fc.record(
  {
    equipmentIds: fc.oneof(
      fc.uniqueArray(fc.integer({ min: 1, max: DEVICES + 5 }), { maxLength: 4 }),
      fc.uniqueArray(fc.integer({ min: 1, max: DEVICES }), { minLength: DEVICES - 10, maxLength: DEVICES }),
    ),
    archiveTypes: fc.uniqueArray(fc.constantFrom(...ARCHIVES), { minLength: 1 }),
    fromMs: fc.integer({ min: -MONTH_MS, max: 8 * MONTH_MS }),
    toMs: fc.integer({ min: 4 * MONTH_MS, max: 21 * MONTH_MS }),
    text: fc.constantFrom('ДАВЛ', 'о', 'порог 3', '1', 'смена дверь', 'нетакого'),
    codes: fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String)),
    messages: fc.array(
      fc.record({
        code: fc.integer({ min: 1, max: 12 }).map(String),
        description: fc.option(fc.constantFrom(...WORDS)),
        archiveType: fc.option(fc.constantFrom(...ARCHIVES)),
      }),
      { maxLength: 20 },
    ),
  },
  { requiredKeys: [] },
)

function passes(item: Item, filter: EventFilter): boolean {
  const { equipmentIds, archiveTypes, fromMs = -Infinity, toMs = Infinity, text = '', codes, messages } = filter
  const said = [item.code, item.description ?? '', item.value]
  return (
    (equipmentIds?.includes(item.equipmentId) ?? true) &&
    (archiveTypes?.includes(item.archiveType) ?? true) &&
    item.atMs >= fromMs &&
    item.atMs <= toMs &&
    text.split(' ').every((word) => said.some((entry) => entry.includes(word.toLowerCase()))) &&
    (codes?.includes(item.code) ?? true) &&
    (messages?.some(
      ({ code, description, archiveType }) =>
        code === item.code && description === item.description && (archiveType ?? item.archiveType) === item.archiveType,
    ) ??
      true)
  )
}

/** Puts the events into a book and returns the log as it must be. */
function logOf(book: Book, items: readonly Omit<Item, 'series' | 'content'>[]): Item[] {
  const numbers = new Map<string, number>()
  const numberOf = (...name: unknown[]) => {
    const key = JSON.stringify(name)
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    return numbers.get(key) ?? 0
  }
  const log = new Map<string, Item>()
  book.page(() => {
    for (const item of items) {
      const { equipmentId, archiveType, atMs, code, description, value } = item
      const entries = { Code: code, CodeDescription: description, ValCode: value }
      const series = numberOf(equipmentId, archiveType)
      const content = numberOf(entries)
      book.events.add({ equipmentId, archiveType }, [event(atMs, entries)])
      log.set(`${series} ${atMs} ${content}`, { ...item, series, content })
    }
  })
  return [...log.values()].sort((a, b) => a.atMs - b.atMs || a.series - b.series || a.content - b.content)
}

const shownOf = ({ equipmentId, archiveType, atMs, code, description, value }: Item) =>
  [equipmentId, archiveType, atMs, code, description, value].join(' ')

test('the log is what a plain array gives: any filter, any window, both orders', () => {
  const book = tempBook()
  const log = logOf(book, fc.sample(anyItem, { seed, numRuns: EVENTS }))
  const rowsOf = (rows: Iterable<ReturnType<Book['events']['query']>['rows'][number]>) =>
    [...rows].map(({ codeDescription: description, valCode, ...row }) =>
      [row.equipmentId, row.archiveType, row.atMs, row.code, description, valCode].join(' '),
    )
  const ways = new Set<string>()

  fc.assert(
    fc.property(anyFilter, fc.double({ min: 0, max: 1.01, noNaN: true }), fc.boolean(), (filter, place, desc) => {
      const wanted = log.filter((item) => passes(item, filter))
      if (desc) wanted.reverse()
      const offset = Math.floor(place * wanted.length)
      ways.add(`${filter.equipmentIds ? (filter.equipmentIds.length > 9 ? 'many' : 'few') : 'all'} ${desc}`)

      const { total, rows } = book.events.query({ ...filter, offset, limit: 50, desc })
      expect(total).toBe(wanted.length)
      expect(rowsOf(rows)).toEqual(wanted.slice(offset, offset + 50).map(shownOf))
      expect(book.events.count(filter)).toBe(wanted.length)
      expect(rowsOf(book.events.iterate(filter, desc))).toEqual(wanted.map(shownOf))

      const atMs = wanted[offset]?.atMs ?? 0
      const first = wanted.findIndex((item) => (desc ? item.atMs <= atMs : item.atMs >= atMs))
      expect(book.events.offsetAt(filter, atMs, desc)).toBe(first === -1 ? wanted.length : first)

      const times = new Map<string, number>()
      for (const item of wanted) {
        const name = `${item.code} ${item.description}`
        times.set(name, (times.get(name) ?? 0) + 1)
      }
      const codes = book.events.codes(filter).map((row) => [`${row.code} ${row.description}`, row.events] as const)
      expect(new Map(codes)).toEqual(times)
      expect(codes.map(([, events]) => events)).toEqual([...times.values()].sort((a, b) => b - a))

      const span = { fromMs: filter.fromMs ?? -MONTH_MS, toMs: Math.max(filter.toMs ?? 0, 8 * MONTH_MS) }
      const density = book.events.density({ ...filter, ...span }, 7)
      for (const archiveType of EVENT_ARCHIVES) {
        const within = log.filter((item) => item.archiveType === archiveType && passes(item, { ...filter, ...span }))
        const counts = density[archiveType] ?? []
        expect(counts.reduce((sum, events) => sum + events, 0)).toBe(within.length)
      }
    }),
    { seed, numRuns: long ? 1_000 : 60 },
  )
  expect(ways.size).toBe(6)
})
