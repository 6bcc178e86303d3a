import fc from 'fast-check'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { numRuns, tempFolder } from '../fixtures.ts'
import { contentsOf } from './compare.ts'
import { answer, askedAt, LIMITS, type Asked } from './world.ts'

/** Books of several people who asked one service for overlapping things, merged in any order: one book that asked for all. */

const within = fc.record({
  station: fc.nat(LIMITS.stations - 1),
  from: fc.nat(LIMITS.days - 1),
  days: fc.integer({ min: 1, max: 6 }),
})
const askings: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(within, fc.constantFrom(...LIMITS.readings), fc.constantFrom('general', 'unified'))
      .map(([span, archive, view]): Asked => ({ what: 'readings', archive, view, ...span })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(within, fc.constantFrom(...LIMITS.events)).map(([span, archive]): Asked => ({ what: 'events', archive, ...span })),
  },
  { weight: 2, arbitrary: within.map((span): Asked => ({ what: 'sessions', ...span })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(LIMITS.stations - 1), fc.constantFrom('settings', 'characteristics', 'lastSession'))
      .map(([station, what]): Asked => ({ what, station })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Asked>(
      { what: 'stations' },
      { what: 'directory' },
      { what: 'reference' },
      { what: 'rejected' },
      { what: 'meanings' },
    ),
  },
)
const histories = fc.integer({ min: 2, max: 4 }).chain((books) =>
  fc.record({
    seed: fc.integer({ min: 0, max: 1e6 }),
    books: fc.constant(books),
    history: fc.array(fc.tuple(askings, fc.subarray([...Array(books).keys()], { minLength: 1 })), { minLength: 4, maxLength: 40 }),
    order: fc.shuffledSubarray([...Array(books).keys()], { minLength: books, maxLength: books }),
    /** Books that are merged once more at the end, and whether the second book is merged into the third first. */
    again: fc.subarray([...Array(books).keys()]),
    inTurn: fc.boolean(),
  }),
)

test('merged books equal the book that one download would have made', () => {
  const folder = tempFolder()
  const empty = join(folder, 'empty.meterbook')
  let clock = 0
  const now = () => clock
  openBook(empty, { mode: 'write', now: () => 1 }).close()
  let run = 0
  fc.assert(
    fc.property(histories, ({ seed, books, history, order, again, inTurn }) => {
      const name = (what: string | number) => join(folder, `${run}-${what}.meterbook`)
      run++
      const open = (what: string | number): Book => {
        copyFileSync(empty, name(what))
        const book = openBook(name(what), { mode: 'write', now })
        book.db.pragma('synchronous = OFF')
        return book
      }
      const whole = open('whole')
      const parts = Array.from({ length: books }, (_, at) => open(at))
      // Everybody has the stations, as everybody's download begins with them.
      const all: typeof history = [[{ what: 'directory' }, [...parts.keys()]], [{ what: 'stations' }, [...parts.keys()]], ...history]
      all.forEach(([asked, by], place) => {
        clock = askedAt(place)
        answer(whole, seed, asked, place)
        for (const at of by) answer(parts[at] as Book, seed, asked, place)
      })
      const expected = contentsOf(whole)
      whole.close()
      for (const part of parts) part.close()
      const merge = (into: number, from: number) =>
        mergeBooks(
          { file: name(into), other: name(from), isDryRun: false, nowMs: clock },
          () => undefined,
          () => false,
        )
      const [first = 0, second, third] = order
      if (inTurn && second !== undefined && third !== undefined) merge(third, second)
      for (const other of order.slice(1)) merge(first, other)
      for (const other of again) {
        if (other === first) continue
        const counts = merge(first, other)
        expect(counts.kinds.filter(({ added, newer, twice }) => added + newer + twice > 0)).toEqual([])
      }
      const merged = openBook(name(first), { mode: 'read', now })
      try {
        expect(contentsOf(merged)).toEqual(expected)
        expect(merged.integrity().problems).toEqual([])
      } finally {
        merged.close()
      }
    }),
    { numRuns: numRuns(8, 200) },
  )
}, 600_000)
