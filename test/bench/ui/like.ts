import type { Database } from 'better-sqlite3'
import { openBook } from '../../../electron/book/index.ts'
import { typedWords } from '../../../electron/contract/folding.ts'
import { contextOf } from '../../../electron/book/context.ts'
import { orderBy } from '../../../electron/book/directory/station-order.ts'
import { median, type BenchOptions, type Figure } from '../measure.ts'

/** That of the station table at first. */
const ORDER = orderBy({ by: 'name' })

type Ask = () => unknown[]

/**
 * The query alone, as the station table asks it for each beginning (three characters and more) of what is typed, beside
 * LIKE over the same folded texts, which need not even put what it finds in order. Once in the order in which it is
 * typed, where a keystroke may look among what the one before has found; once the longest first, where none can.
 * Of each query its median over the rounds counts; the times of all queries are added up.
 */
export function besideLike(file: string, typed: readonly string[], { size, turns, say }: BenchOptions<'ui'>): Figure<'ui'>[] {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const index = contextOf(file, 'read', book.db, Date.now).stationIndex()
    const search = (text: string) => index.inOrder(index.holding(typedWords(text)), ORDER)
    const texts = typed.flatMap(beginnings)
    const found = texts.map(
      (text): Ask =>
        () =>
          search(text),
    )
    const like = texts.map((text) => likeOf(book.db, text))
    for (const [at, ask] of found.entries()) {
      if (ask().length !== like[at]?.().length) throw new Error(`the search and LIKE differ on '${texts[at] ?? ''}'`)
    }
    const sides = { typed: found, alone: found.toReversed(), like }
    const times = { typed: 0, alone: 0, like: 0 }
    const rounds = Array.from({ length: turns ?? size.turns.like }, () => ({
      typed: timed(sides.typed),
      alone: timed(sides.alone),
      like: timed(sides.like),
    }))
    for (const side of ['typed', 'alone', 'like'] as const) {
      const each = texts.map((_, at) => median(rounds.map((round) => round[side][at] ?? Number.NaN)))
      times[side] = each.reduce((sum, time) => sum + time, 0)
    }
    say(
      `(b) ${texts.length} queries: as typed ${times.typed.toFixed(0)} ms, each by itself ${times.alone.toFixed(0)} ms, LIKE ${times.like.toFixed(0)} ms`,
    )
    return [
      { row: 'like.typed', value: times.like / times.typed },
      { row: 'like.alone', value: times.like / times.alone },
    ]
  } finally {
    book.close()
  }
}

function beginnings(text: string): string[] {
  const letters = [...text]
  return letters.slice(2).map((_, at) => letters.slice(0, at + 3).join(''))
}

function likeOf(db: Database, text: string): Ask {
  const words = typedWords(text)
  const where = words.map((_, at) => `folded LIKE @word${at} ESCAPE '\\'`).join(' AND ')
  const patterns = Object.fromEntries(words.map((word, at) => [`word${at}`, `%${word.replaceAll(/[%_\\]/g, '\\$&')}%`] as const))
  const ids = db.prepare<[object]>(`SELECT station_id FROM station_text WHERE ${where}`).pluck()
  return () => ids.all(patterns)
}

function timed(asks: readonly Ask[]): number[] {
  return asks.map((ask) => {
    const begunMs = performance.now()
    ask()
    return performance.now() - begunMs
  })
}
