import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reading, Verbatim } from '../../../electron/contract/records.ts'
import { numberOf } from '../../../electron/book/archives/reading-record.ts'
import { numRuns, tempBook } from './fixtures.ts'

const KEY = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
/** A stamp that is believed: what computes with records sees no other. */
const AT = Date.UTC(2026, 0, 1)
const reading = (atMs: number, values: Record<string, Verbatim>): Reading => ({ atMs, values })

describe('putting', () => {
  test('the same page twice changes nothing', () => {
    const book = tempBook()
    const page = [reading(1, { P: 1.5, T: '20,1' }), reading(2, { P: null, T: 'нет' })]
    expect(book.readings.put(KEY, page)).toEqual({ added: 2, changed: 0, same: 0 })
    expect(book.readings.put(KEY, page)).toEqual({ added: 0, changed: 0, same: 2 })
    expect(book.readings.rows(KEY)).toEqual(page)
  })

  test('a record with other values replaces the one there and counts as changed', () => {
    const book = tempBook()
    book.readings.put(KEY, [reading(1, { P: 1 }), reading(2, { P: 2 })])
    const page = [reading(2, { P: '2' }), reading(3, { P: 3 }), reading(1, { P: 1 })]
    expect(book.readings.put(KEY, page)).toEqual({ added: 1, changed: 1, same: 1 })
    expect(book.readings.rows(KEY)).toEqual([reading(1, { P: 1 }), reading(2, { P: '2' }), reading(3, { P: 3 })])
    expect(book.readings.count(KEY)).toBe(3)
  })

  test('the order of entries does not matter', () => {
    const book = tempBook()
    book.readings.put(KEY, [reading(1, { P: 1, T: 2 })])
    expect(book.readings.put(KEY, [reading(1, { T: 2, P: 1 })])).toEqual({ added: 0, changed: 0, same: 1 })
  })

  test('if a time occurs twice in a page, the later record counts', () => {
    const book = tempBook()
    expect(book.readings.put(KEY, [reading(1, { P: 1 }), reading(1, { P: 2 }), reading(1, { P: 2 })])).toEqual({
      added: 1,
      changed: 1,
      same: 1,
    })
    expect(book.readings.rows(KEY)).toEqual([reading(1, { P: 2 })])
  })

  test('a failed page leaves nothing behind, not even its new channels', () => {
    const book = tempBook()
    expect(() =>
      book.page(() => {
        book.readings.put(KEY, [reading(AT + 1, { P: 1, X: 1 })])
        throw new Error('the line broke')
      }),
    ).toThrow('the line broke')
    expect(book.readings.archives(1)).toEqual([])
    book.readings.put(KEY, [reading(AT + 1, { T: 5 })])
    expect(book.readings.archives(1)).toMatchObject([{ channels: ['T'], records: 1 }])
  })

  test('archives and views are separate', () => {
    const book = tempBook()
    book.readings.put(KEY, [reading(AT + 5, { P: 1 }), reading(AT + 9, { P: 1 })])
    book.readings.put({ ...KEY, view: 'unified' }, [reading(AT + 5, { P: '1' })])
    book.readings.put({ ...KEY, archiveType: 'daily' }, [reading(AT + 5, { V: 1 })])
    book.events.add({ equipmentId: 1, archiveType: 'alarm' }, [{ atMs: AT + 5, entries: { Code: '1' } }])
    expect(book.readings.archives(1)).toEqual([
      { ...KEY, archiveType: 'daily', channels: ['V'], records: 1, firstMs: AT + 5, lastMs: AT + 5 },
      { ...KEY, channels: ['P'], records: 2, firstMs: AT + 5, lastMs: AT + 9 },
      { ...KEY, view: 'unified', channels: ['P'], records: 1, firstMs: AT + 5, lastMs: AT + 5 },
    ])
  })
})

describe('absent is not null', () => {
  const pages = [
    [reading(1, { P: 1, T: 2 })],
    [reading(2, { P: 1 }), reading(3, { T: null }), reading(4, {}), reading(5, { X: 5 }), reading(6, { P: [], T: {}, X: false })],
  ]

  test('records come back with the channels that they had', () => {
    const book = tempBook()
    for (const page of pages) book.readings.put(KEY, page)
    expect(book.readings.rows(KEY)).toEqual(pages.flat())
    for (const page of pages) expect(book.readings.put(KEY, page)).toMatchObject({ added: 0, changed: 0 })
  })

  test('the public view has a row for a null and none for an absent value', () => {
    const book = tempBook()
    for (const page of pages) book.readings.put(KEY, page)
    expect(book.db.prepare('SELECT event_time * 1000, channel, value FROM v_reading').raw().all()).toEqual([
      [1, 'P', 1],
      [1, 'T', 2],
      [2, 'P', 1],
      [3, 'T', null],
      [5, 'X', 5],
      [6, 'P', '[]'],
      [6, 'T', '{}'],
      [6, 'X', 0],
    ])
  })

  test('names with a meaning in JavaScript are ordinary channels', () => {
    const book = tempBook()
    const values = JSON.parse('{"constructor": 1, "__proto__": 2, "toString": null, "0": 4}') as Record<string, Verbatim>
    book.readings.put(KEY, [reading(1, values), reading(2, {}), reading(3, { '0': 1 })])
    expect(book.readings.rows(KEY).map(({ values }) => JSON.stringify(values))).toEqual([JSON.stringify(values), '{}', '{"0":1}'])
    // What a record came without is nothing, not what JavaScript's objects inherit.
    expect(['constructor', '__proto__', 'toString'].map((name) => book.readings.rows(KEY)[2]?.values[name])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('any records in any pages come back as they were sent', () => {
  const value = fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.string(), fc.constant(null), fc.boolean())
    .map((v) => (Object.is(v, -0) ? 0 : v))
  const page = fc.array(
    fc.record({
      atMs: fc.integer({ min: 0, max: 30 }),
      values: fc.dictionary(fc.constantFrom('P', 'T', 'V', 'Код', ''), value),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.array(page, { maxLength: 6 }), (pages) => {
      const book = tempBook()
      const truth = new Map<number, Reading>()
      for (const list of pages) {
        const before = new Set(truth.keys())
        for (const record of list) truth.set(record.atMs, record)
        const { added, changed, same } = book.readings.put(KEY, list)
        expect(added).toBe(truth.size - before.size)
        expect(added + changed + same).toBe(list.length)
      }
      expect(book.readings.rows(KEY)).toEqual([...truth.values()].toSorted((a, b) => a.atMs - b.atMs))
      expect(book.readings.count(KEY)).toBe(truth.size)
      book.close()
    }),
    { numRuns: numRuns(20, 200) },
  )
})

describe('reading', () => {
  test('columns are numbers by time, NaN where there is no number', () => {
    const book = tempBook()
    book.readings.put(KEY, [reading(AT + 2, { P: '0,55', T: 'нет' }), reading(AT + 1, { P: 1.5, T: null }), reading(AT + 3, { X: ' 7 ' })])
    const { channels, timesMs, values } = book.readings.columns(KEY)
    expect(channels).toEqual(['P', 'T', 'X'])
    expect([...timesMs]).toEqual([AT + 1, AT + 2, AT + 3])
    expect(values.map((column) => [...column])).toEqual([
      [1.5, 0.55, Number.NaN],
      [Number.NaN, Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN, 7],
    ])
    expect([...book.readings.columns(KEY, { fromMs: AT + 2, toMs: AT + 2 }).timesMs]).toEqual([AT + 2])
    expect(book.readings.columns({ ...KEY, equipmentId: 9 })).toEqual({
      channels: [],
      timesMs: new Float64Array(0),
      values: [],
    })
  })

  test('columns of more records than are read at once, with some that are no plain numbers among them', () => {
    const book = tempBook()
    const [records, odd] = [45_000, new Set([3, 20_000, 44_999])]
    const valueOf = (row: number): Record<string, Verbatim> => (odd.has(row) ? { T: 'нет' } : { P: `${row},25`, T: row % 7 })
    book.readings.put(
      KEY,
      Array.from({ length: records }, (_, row) => reading(AT + row, valueOf(row))),
    )
    const { timesMs, values } = book.readings.columns(KEY)
    expect([...timesMs]).toEqual(Array.from({ length: records }, (_, row) => AT + row))
    const expected = (of: (row: number) => number) =>
      Float64Array.from({ length: records }, (_, row) => (odd.has(row) ? Number.NaN : of(row)))
    expect(values).toEqual([expected((row) => row + 0.25), expected((row) => row % 7)])
    expect(book.readings.column(KEY, 'T')).toEqual({ timesMs, values: values[1] })
    expect(book.readings.column(KEY, 'P', { fromMs: AT + 19_999, toMs: AT + 20_001 })).toEqual({
      timesMs: Float64Array.of(AT + 19_999, AT + 20_000, AT + 20_001),
      values: Float64Array.of(19_999.25, Number.NaN, 20_001.25),
    })
    expect(book.readings.column(KEY, 'X').values).toHaveLength(0)
  })

  test.each([
    ['1', 1],
    ['-1.5', -1.5],
    ['1,5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    [' 2 ', 2],
    ['', Number.NaN],
    ['1 000', Number.NaN],
    ['1.2.3', Number.NaN],
    ['0x10', Number.NaN],
    ['NaN', Number.NaN],
    [true, Number.NaN],
    [null, Number.NaN],
    [undefined, Number.NaN],
  ])('%j is %d', (value, number) => {
    expect(numberOf(value)).toBe(number)
  })

  test('pages both ways, the newest record, counts of a span', () => {
    const book = tempBook()
    book.readings.put(
      KEY,
      [10, 20, 30, 40].map((atMs) => reading(atMs, { P: atMs })),
    )
    expect(book.readings.rows(KEY, { offset: 1, limit: 2 }).map(({ atMs }) => atMs)).toEqual([20, 30])
    expect(book.readings.rows(KEY, { desc: true, fromMs: 15, limit: 2 }).map(({ atMs }) => atMs)).toEqual([40, 30])
    expect(book.readings.latest(KEY)?.atMs).toBe(40)
    expect(book.readings.count(KEY, { fromMs: 20, toMs: 30 })).toBe(2)
  })

  test('iterating over a long archive yields every record, and the book can be written meanwhile', () => {
    const book = tempBook()
    book.page(() =>
      book.readings.put(
        KEY,
        Array.from({ length: 5_000 }, (_, at) => reading(at, { P: at })),
      ),
    )
    let seen = 0
    for (const { atMs } of book.readings.iterate(KEY, { fromMs: 10 })) {
      expect(atMs).toBe(10 + seen++)
      if (seen === 100) book.meta.set('busy', true)
    }
    expect(seen).toBe(4_990)
  })
})
