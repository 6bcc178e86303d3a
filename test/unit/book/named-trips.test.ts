import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeBooks } from '../../../electron/book/sharing/merge.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import type { TripChoices } from '../../../electron/contract/named-trips.ts'
import { NOW, station, tempBook, tempFolder } from './fixtures.ts'

/** Trips that are kept under a name: kept, renamed, removed, merged. */

const weekly: TripChoices = {
  stations: { of: 'filter', providerId: 3 },
  archives: ['hourly'],
  views: ['general'],
  span: { days: 35 },
  refresh: false,
  fresh: { everyHours: 6, onMetered: false },
}
const asked: TripChoices = {
  ...weekly,
  stations: { of: 'these', ids: [1, 2] },
  span: { from: '2026-01-01', to: '2026-01-31' },
  fresh: null,
}

test('a trip is kept under a name in any case, listed by name, changed, renamed and removed', () => {
  const { namedTrips: trips } = tempBook()
  trips.keep('  Юг ', asked)
  trips.keep('Север', weekly)
  expect(trips.list().map(({ name }) => name)).toEqual(['Север', 'Юг'])
  expect(trips.named('СЕВЕР')).toEqual({ ...weekly, folded: 'север', name: 'Север' })
  expect(() => trips.keep('север', asked)).toThrow('NAME_TAKEN')
  expect(() => trips.keep('Север', asked, 'юг')).toThrow('NAME_TAKEN')
  expect(() => trips.keep('Запад', asked, 'восток')).toThrow('NO_SUCH_TRIP')
  expect(trips.keep('СЕВЕР', asked, 'север')).toMatchObject({ name: 'СЕВЕР', fresh: null })
  trips.keep('Восток', weekly, 'юг')
  expect(trips.list().map(({ name }) => name)).toEqual(['Восток', 'СЕВЕР'])
  const gone = trips.remove('восток')
  expect(() => trips.remove('восток')).toThrow('NO_SUCH_TRIP')
  const { folded: _, name, ...choices } = gone
  expect(trips.keep(name, choices)).toEqual(gone)
})

test('the runs of a trip that is renamed stay its own', () => {
  const book = tempBook()
  book.namedTrips.keep('Юг', asked)
  const [own, other] = ['юг', 'север'].map((trip) => book.tasks.createRun({ trip }, NOW))
  book.namedTrips.keep('Лето', asked, 'юг')
  expect(book.tasks.run(own ?? 0)?.plan).toEqual({ trip: 'лето' })
  expect(book.tasks.run(other ?? 0)?.plan).toEqual({ trip: 'север' })
})

test('the newest runs of a trip are found behind any number of others', () => {
  const { tasks } = tempBook()
  const [first, second] = ['done', 'cancelled'].map((state) => {
    const id = tasks.createRun({ trip: 'юг', unasked: true }, NOW)
    if (state === 'cancelled') tasks.giveWay(id)
    tasks.setRunState(id, state as 'done', NOW)
    return id
  })
  for (let other = 0; other < 150; other++) tasks.setRunState(tasks.createRun({ trip: 'север' }, NOW), 'done', NOW)
  const run = { createdMs: NOW, finishedMs: NOW, failed: 0 }
  expect(tasks.ofTrip('юг', 8)).toEqual([
    { id: second, ...run, state: 'cancelled', gaveWay: true },
    { id: first, ...run, state: 'done', gaveWay: false },
  ])
  // One that somebody asked for gives no way.
  const asked = tasks.createRun({ trip: 'юг' }, NOW)
  tasks.giveWay(asked)
  tasks.setRunState(asked, 'cancelled', NOW)
  expect(tasks.ofTrip('юг', 1)).toMatchObject([{ id: asked, gaveWay: false }])
})

test('the time of a run ends where the next one began; one that began before the clock was set back has none', () => {
  let nowMs = NOW
  const { tasks } = tempBook(() => nowMs)
  const before = tasks.createRun({}, NOW)
  nowMs -= 3_600_000
  const [first, last] = [tasks.createRun({}, NOW), ((nowMs += 60_000), tasks.createRun({}, NOW))]
  expect(tasks.window(before)).toEqual({ fromMs: NOW, untilMs: NOW })
  expect(tasks.window(first)).toEqual({ fromMs: NOW - 3_600_000, untilMs: NOW - 3_540_000 })
  expect(tasks.window(last)).toEqual({ fromMs: NOW - 3_540_000, untilMs: null })
})

test('what another program has written there is no trip, and keeps nobody from the others', () => {
  const book = tempBook()
  book.namedTrips.keep('Север', weekly)
  book.db.exec(`INSERT INTO named_trip VALUES ('юг', 'Юг', '{"stations":{"of":"moon"}}', ${NOW}, NULL)`)
  expect(book.namedTrips.list().map(({ name }) => name)).toEqual(['Север'])
  expect(book.namedTrips.named('Юг')).toBeNull()
})

type Word = (book: Book) => unknown
function written(...words: readonly (readonly [atMs: number, word: Word])[]): string {
  const file = join(tempFolder(), 'a.meterbook')
  let nowMs = NOW - 5000
  const book = openBook(file, { mode: 'write', now: () => nowMs })
  book.stations.put([station({ id: 1 })], nowMs)
  for (const [atMs, word] of words) {
    nowMs = atMs
    word(book)
  }
  book.close()
  return file
}
function merged(own: string, ...others: string[]) {
  for (const other of others)
    mergeBooks(
      { file: own, other, isDryRun: false, nowMs: NOW },
      () => undefined,
      () => false,
    )
  const book = openBook(own, { mode: 'read', now: () => NOW })
  try {
    return book.namedTrips.list()
  } finally {
    book.close()
  }
}

test('of two books the later word on a name holds, a removal too, whichever is merged into which', () => {
  const mine = () =>
    written(
      [NOW - 4000, ({ namedTrips }) => namedTrips.keep('Север', asked)],
      [NOW - 3000, ({ namedTrips }) => namedTrips.keep('Юг', asked)],
      [NOW - 1000, ({ namedTrips }) => namedTrips.remove('юг')],
    )
  const theirs = () =>
    written(
      [NOW - 3500, ({ namedTrips }) => namedTrips.keep('север', weekly)],
      [NOW - 2000, ({ namedTrips }) => namedTrips.keep('Юг', weekly)],
      [NOW - 2000, ({ namedTrips }) => namedTrips.keep('Запад', weekly)],
    )
  const told = (fresh: TripChoices['fresh']) => [
    { ...weekly, fresh, folded: 'запад', name: 'Запад' },
    { ...weekly, fresh, folded: 'север', name: 'север' },
  ]
  // Whether they are kept fresh is each book's own word.
  expect(merged(mine(), theirs())).toEqual(told(null))
  expect(merged(theirs(), mine())).toEqual(told(weekly.fresh))
  const again = theirs()
  expect(merged(mine(), again, again)).toEqual(told(null))
})

test('no merge has a trip run by itself: what is brought runs when asked, what the book keeps fresh stays so', () => {
  const hourly: TripChoices = { ...weekly, archives: ['daily'], fresh: { everyHours: 1, onMetered: true } }
  const mine = written(
    [NOW - 4000, ({ namedTrips }) => namedTrips.keep('Север', weekly)],
    [NOW - 4000, ({ namedTrips }) => namedTrips.keep('Юг', weekly)],
    [NOW - 3000, ({ namedTrips }) => namedTrips.remove('юг')],
  )
  const theirs = written(
    [NOW - 2000, ({ namedTrips }) => namedTrips.keep('Север', hourly)],
    [NOW - 2000, ({ namedTrips }) => namedTrips.keep('Юг', hourly)],
    [NOW - 2000, ({ namedTrips }) => namedTrips.keep('Запад', hourly)],
  )
  const told = [
    { ...hourly, fresh: null, folded: 'запад', name: 'Запад' },
    { ...hourly, fresh: weekly.fresh, folded: 'север', name: 'Север' },
    { ...hourly, fresh: null, folded: 'юг', name: 'Юг' },
  ]
  expect(merged(mine, theirs)).toEqual(told)
  expect(merged(mine, theirs)).toEqual(told)
})

test('two words of one moment: the same one holds both ways', () => {
  const at = NOW - 1000
  const mine = () => written([at, ({ namedTrips }) => namedTrips.keep('Север', asked)])
  const theirs = () => written([at, ({ namedTrips }) => namedTrips.keep('Север', weekly)])
  const choicesOf = (trips: ReturnType<typeof merged>) => trips.map(({ fresh: _, ...choices }) => choices)
  expect(choicesOf(merged(mine(), theirs()))).toEqual(choicesOf(merged(theirs(), mine())))
})
