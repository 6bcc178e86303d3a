import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeBooks } from '../../../electron/book/sharing/merge.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { NOW, station, tempFolder } from './fixtures.ts'

/** What engineers type in of stations: kept, taken back, shared, merged. */

const shown = (book: Book, id = 1) => book.typed.ofStation(id).map(({ fact, value, typedBy }) => [fact, value, typedBy])

/** A book of two stations at a place of its own. */
function fresh(name: string, fill: (book: Book) => void = () => undefined): string {
  const file = join(tempFolder(), `${name}.meterbook`)
  const book = openBook(file, { mode: 'write', now: () => NOW })
  try {
    book.stations.put([station({ id: 1 }), station({ id: 2 })], NOW)
    fill(book)
  } finally {
    book.close()
  }
  return file
}
const merge = (file: string, other: string) =>
  mergeBooks(
    { file, other, isDryRun: false, nowMs: NOW },
    () => undefined,
    () => false,
  )
function read<T>(file: string, ask: (book: Book) => T): T {
  const book = openBook(file, { mode: 'read', now: () => NOW })
  try {
    return ask(book)
  } finally {
    book.close()
  }
}

test('values are said, changed and taken back, each with its author and its time', () => {
  const file = fresh('a', (book) => {
    book.typed.write(
      1,
      [
        { fact: 'limit_of_error', value: '1.5' },
        { fact: 'coordinates', value: '55.7,37.6' },
      ],
      'Ольга',
      NOW,
    )
    expect(shown(book)).toEqual([
      ['coordinates', '55.7,37.6', 'Ольга'],
      ['limit_of_error', '1.5', 'Ольга'],
    ])
    // A clock that was put back does not make a later word an earlier one.
    book.typed.write(1, [{ fact: 'limit_of_error', value: '2' }], 'Ильин', NOW - 10)
    expect(book.typed.all('limit_of_error').get(1)).toMatchObject({ value: '2', typedBy: 'Ильин', typedAtMs: NOW + 1 })
    book.typed.write(1, [{ fact: 'coordinates', value: null }], 'Ильин', NOW + 5)
  })
  read(file, (book) => {
    expect(shown(book)).toEqual([['limit_of_error', '2', 'Ильин']])
    expect(book.db.prepare('SELECT * FROM v_station_typed').all()).toEqual([
      { station_id: 1, fact: 'limit_of_error', value: '2', typed_by: 'Ильин', typed_at: (NOW + 1) / 1000 },
    ])
    expect(book.typed.all('coordinates').size).toBe(0)
  })
})

test('a value that this program does not know says nothing and stays in the book', () => {
  const file = fresh('a', (book) => {
    book.db.exec(`INSERT INTO station_typed VALUES (1, 'colour', 'red', '', ${NOW}, NULL), (1, 'coordinates', 'x', '', ${NOW}, NULL)`)
  })
  read(file, (book) => {
    expect(shown(book)).toEqual([])
    expect(book.db.prepare('SELECT count(*) FROM v_station_typed').pluck().get()).toBe(2)
  })
})

test('of two books the word said last holds, a removal too, in either order; of one moment always the same', () => {
  const say = (value: string | null, at: number) => (book: Book) => {
    book.typed.write(1, [{ fact: 'limit_of_error', value: '9' }], 'first', NOW - 100)
    book.typed.write(1, [{ fact: 'limit_of_error', value }], 'x', at)
  }
  const cases = [
    [say('1', NOW - 3), say('2', NOW - 2), '2'],
    [say('1', NOW - 3), say(null, NOW - 2), undefined],
    [say(null, NOW - 3), say('2', NOW - 2), '2'],
    [say('1', NOW - 2), say('2', NOW - 2), '2'],
  ] as const
  for (const [mine, theirs, holds] of cases) {
    for (const [a, b] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const [own, other] = [fresh('a', a), fresh('b', b)]
      merge(own, other)
      expect(read(own, (book) => book.typed.all('limit_of_error').get(1)?.value)).toBe(holds)
      expect(merge(own, other).kinds.filter(({ added, newer }) => added + newer > 0)).toEqual([])
    }
  }
})
