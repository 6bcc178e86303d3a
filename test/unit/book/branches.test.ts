import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeBooks } from '../../../electron/book/sharing/merge.ts'
import { makeShared } from '../../../electron/book/sharing/share.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import type { BranchMember } from '../../../electron/contract/balance-words.ts'
import { NOW, station, tempBook, tempFolder } from './fixtures.ts'

/** Branches that engineers draw: said, removed, shared, merged. */
const members: BranchMember[] = [
  { stationId: 1, side: 'in' },
  { stationId: 3, side: 'out' },
  { stationId: 2, side: 'out' },
]
const drawn = { name: 'North', timeZone: null, contractHour: null, members, author: 'Ольга' }

function fresh(name: string, fill: (book: Book) => void = () => undefined): string {
  const file = join(tempFolder(), `${name}.meterbook`)
  const book = openBook(file, { mode: 'write', now: () => NOW })
  try {
    book.stations.put(
      [1, 2, 3].map((id) => station({ id })),
      NOW,
    )
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
const namesIn = (file: string) => read(file, ({ branches }) => branches.all().map(({ name }) => name))

test('a branch is drawn, drawn anew under the same id, removed and brought back; each word is later than the one before', () => {
  const book = tempBook()
  const first = book.branches.say(null, drawn, NOW)
  expect(book.branches.get(first.id)).toEqual({ ...drawn, id: first.id, writtenAtMs: NOW })
  // A clock that was put back does not make a later word an earlier one.
  const second = book.branches.say(first.id, { ...drawn, name: 'South', contractHour: 6, timeZone: 'Europe/Samara' }, NOW - 50)
  expect(second).toMatchObject({ id: first.id, name: 'South', contractHour: 6, timeZone: 'Europe/Samara', writtenAtMs: NOW + 1 })
  expect(book.db.prepare('SELECT place, station_id, side FROM v_branch ORDER BY place').all()).toEqual([
    { place: 0, station_id: 1, side: 'in' },
    { place: 1, station_id: 3, side: 'out' },
    { place: 2, station_id: 2, side: 'out' },
  ])
  book.branches.remove(first.id, 'Ильин', NOW)
  expect(book.branches.all()).toEqual([])
  expect(() => book.branches.get(first.id)).toThrow(expect.objectContaining({ code: 'NO_SUCH_BRANCH' }))
  expect(() => book.branches.remove(first.id, '', NOW)).toThrow(expect.objectContaining({ code: 'NO_SUCH_BRANCH' }))
  expect(book.db.prepare('SELECT count(*) FROM v_branch').pluck().get()).toBe(0)
  expect(book.branches.say(first.id, drawn, NOW).writtenAtMs).toBe(NOW + 3)
})

test.each([
  ['no_name', { name: ' ' }],
  ['no_input', { members: [members[1], members[2]] }],
  ['no_output', { members: [members[0]] }],
  ['twice', { members: [...members, { stationId: 1, side: 'out' }] }],
])('what is no branch is refused: %s', (why, other) => {
  const book = tempBook()
  expect(() => book.branches.say(null, { ...drawn, ...other } as typeof drawn, NOW)).toThrow(
    expect.objectContaining({ code: 'BAD_BRANCH', data: { why } }),
  )
  expect(book.branches.all()).toEqual([])
})

test('of two books the statement made last holds, as a whole, a removal too, in either order', () => {
  const [later, earlier] = [NOW - 2, NOW - 3]
  const short = members.slice(0, 2)
  type Word = readonly [name: string | null, at: number, members?: BranchMember[]]
  // Each a branch of its own: what one book says of it, what the other, and what holds.
  const cases: readonly (readonly [Word, Word, string | null])[] = [
    [['mine', earlier], ['theirs', later, short], 'theirs'],
    [['mine', later, short], ['theirs', earlier], 'mine'],
    [['mine', earlier], [null, later], null],
    [[null, earlier], ['theirs', later], 'theirs'],
    [['mine', later], ['theirs', later], 'theirs'],
  ]
  const idOf = (at: number) => `018cc251-f400-7000-8000-00000000000${at}`
  const say = (words: readonly Word[]) => (book: Book) =>
    words.forEach(([name, at, list = members], nth) => {
      book.branches.say(idOf(nth), { ...drawn, name: name ?? 'first', members: list }, name === null ? NOW - 50 : at)
      if (name === null) book.branches.remove(idOf(nth), 'x', at)
    })
  const [mine, theirs] = [say(cases.map(([word]) => word)), say(cases.map(([, word]) => word))]
  for (const [a, b] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const [own, other] = [fresh('a', a), fresh('b', b)]
    merge(own, other)
    expect(namesIn(own)).toEqual(cases.flatMap(([, , name]) => name ?? []))
    expect(read(own, ({ branches }) => branches.get(idOf(0)).members)).toEqual(short)
    expect(merge(own, other).kinds.filter(({ added, newer }) => added + newer > 0)).toEqual([])
  }
})

test('a share has the branches all of whose stations are in it, and none where names are left out', () => {
  const from = fresh('a', ({ branches }) => {
    branches.say(null, drawn, NOW)
    branches.say(null, { ...drawn, name: 'Short', members: members.slice(0, 2) }, NOW)
    const gone = branches.say(null, { ...drawn, name: 'Gone', members: members.slice(0, 2) }, NOW)
    branches.remove(gone.id, '', NOW)
  })
  const shared = (ids: readonly number[], withoutPersonal = false) => {
    const to = join(tempFolder(), 'shared.meterbook')
    makeShared(
      {
        from,
        book: from,
        to,
        part: { stations: ids.map((id) => ({ id, days: null })), archives: ['readings'], withoutPersonal },
        origin: { url: 'https://meters.example', email: 'i@example.com', bookId: 'x', sharedAtMs: NOW },
        nowMs: NOW,
      },
      () => undefined,
      () => false,
    )
    return namesIn(to).toSorted()
  }
  expect(shared([1, 2, 3])).toEqual(['North', 'Short'])
  expect(shared([1, 3])).toEqual(['Short'])
  expect(shared([1, 2])).toEqual([])
  expect(shared([1, 2, 3], true)).toEqual([])
})

test('members that another version of the program wrote are no members, and the book stays as it is', () => {
  const book = tempBook()
  book.db.exec(`INSERT INTO branch VALUES ('x', 'odd', 'Mars/Olympus', NULL, '[[1,"sideways"]]', '', ${NOW}, NULL)`)
  expect(book.branches.get('x')).toMatchObject({ members: [], timeZone: null })
})
