import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { mergeBooks } from '../../../electron/book/sharing/merge.ts'
import { makeShared } from '../../../electron/book/sharing/share.ts'
import { NOW, station, tempBook, tempFolder } from './fixtures.ts'

/** Questions in SQL that are kept under a name: said, removed, shared, merged. */
const asked = { name: 'Volumes of October', sql: 'SELECT 1', author: 'Ольга' }

function fresh(name: string, fill: (book: Book) => void): string {
  const file = join(tempFolder(), `${name}.meterbook`)
  const book = openBook(file, { mode: 'write', now: () => NOW })
  try {
    book.stations.put([station({ id: 1 })], NOW)
    fill(book)
  } finally {
    book.close()
  }
  return file
}
function read<T>(file: string, ask: (book: Book) => T): T {
  const book = openBook(file, { mode: 'read', now: () => NOW })
  try {
    return ask(book)
  } finally {
    book.close()
  }
}
const merge = (file: string, other: string) =>
  mergeBooks(
    { file, other, isDryRun: false, nowMs: NOW },
    () => undefined,
    () => false,
  )

test('a question is kept, kept anew under its id, removed and brought back; each word is later than the one before', () => {
  const { questions } = tempBook()
  questions.keep(null, asked, NOW)
  const [first] = questions.all()
  expect(first).toEqual({ ...asked, id: first?.id, saidAtMs: NOW })
  const id = first?.id ?? 0
  // A clock that was put back does not make a later word an earlier one.
  questions.keep(id, { ...asked, name: '  Other ', sql: 'SELECT 2' }, NOW - 50)
  expect(questions.all()).toEqual([{ ...asked, id, name: 'Other', sql: 'SELECT 2', saidAtMs: NOW + 1 }])
  questions.remove(id, NOW)
  questions.remove(id, NOW + 100)
  expect(questions.all()).toEqual([])
  questions.keep(id, asked, NOW)
  expect(questions.all()).toEqual([{ ...asked, id, saidAtMs: NOW + 3 }])
})

test('names are told apart in any case, and a removed question leaves its name', () => {
  const { questions } = tempBook()
  questions.keep(null, asked, NOW)
  expect(questions.named(' VOLUMES of october')).toMatchObject(asked)
  expect(questions.named('none')).toBeNull()
  const refused = expect.objectContaining({ code: 'NAME_TAKEN', data: { name: 'volumes OF OCTOBER' } })
  expect(() => questions.keep(null, { ...asked, name: 'volumes OF OCTOBER ' }, NOW)).toThrow(refused)
  expect(questions.all()).toHaveLength(1)
  const [first] = questions.all()
  questions.keep(first?.id ?? 0, { ...asked, name: 'VOLUMES OF OCTOBER' }, NOW)
  questions.remove(first?.id ?? 0, NOW)
  questions.keep(null, { ...asked, sql: 'SELECT 3' }, NOW)
  expect(questions.all().map(({ sql }) => sql)).toEqual(['SELECT 3'])
  expect(() => questions.keep(first?.id ?? 0, asked, NOW)).toThrow(expect.objectContaining({ code: 'NAME_TAKEN' }))
})

test('of two books the statement made last holds, as a whole, a removal too, in either order', () => {
  type Word = readonly [sql: string | null, at: number]
  const [later, earlier] = [NOW - 2, NOW - 3]
  const cases: readonly (readonly [Word, Word, string | null])[] = [
    [['mine', earlier], ['theirs', later], 'theirs'],
    [['mine', later], ['theirs', earlier], 'mine'],
    [['mine', earlier], [null, later], null],
    [[null, earlier], ['theirs', later], 'theirs'],
    [['mine', later], ['theirs', later], 'theirs'],
  ]
  const say = (words: readonly Word[]) => (book: Book) =>
    words.forEach(([sql, at], nth) => {
      book.questions.keep(nth + 1, { ...asked, name: `question ${nth}`, sql: sql ?? 'first' }, sql === null ? NOW - 50 : at)
      if (sql === null) book.questions.remove(nth + 1, at)
    })
  const [mine, theirs] = [say(cases.map(([word]) => word)), say(cases.map(([, word]) => word))]
  for (const [a, b] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const [own, other] = [fresh('a', a), fresh('b', b)]
    merge(own, other)
    expect(read(own, ({ questions }) => questions.all().map(({ sql }) => sql))).toEqual(cases.flatMap(([, , sql]) => sql ?? []))
    expect(merge(own, other).kinds.filter(({ added, newer }) => added + newer > 0)).toEqual([])
  }
})

test('two books may have called two questions the same: both stay, and the name means the one said last', () => {
  const own = fresh('a', ({ questions }) => questions.keep(null, { ...asked, sql: 'mine' }, NOW - 1))
  const other = fresh('b', ({ questions }) => questions.keep(null, { ...asked, sql: 'theirs' }, NOW))
  merge(own, other)
  expect(read(own, ({ questions }) => questions.all().map(({ sql }) => sql))).toHaveLength(2)
  expect(read(own, ({ questions }) => questions.named(asked.name)?.sql)).toBe('theirs')
  const book = openBook(own, { mode: 'write', now: () => NOW })
  const [first] = book.questions.all()
  // It keeps its name, and so its text can be changed.
  book.questions.keep(first?.id ?? 0, { ...asked, sql: 'anew' }, NOW)
  expect(book.questions.named(asked.name)?.sql).toBe('anew')
  book.close()
})

test('a share has the questions that are kept, and none where names are left out', () => {
  const from = fresh('a', ({ questions }) => {
    questions.keep(null, asked, NOW)
    questions.keep(7, { ...asked, name: 'Gone' }, NOW)
    questions.remove(7, NOW)
  })
  const shared = (withoutPersonal: boolean) => {
    const to = join(tempFolder(), 'shared.meterbook')
    makeShared(
      {
        from,
        book: from,
        to,
        part: { stations: [{ id: 1, days: null }], archives: ['readings'], withoutPersonal },
        origin: { url: 'https://meters.example', email: 'i@example.com', bookId: 'x', sharedAtMs: NOW },
        nowMs: NOW,
      },
      () => undefined,
      () => false,
    )
    return read(to, ({ questions }) => questions.all().map(({ name }) => name))
  }
  expect(shared(false)).toEqual([asked.name])
  expect(shared(true)).toEqual([])
})
