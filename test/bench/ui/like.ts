import type { Database, Statement } from 'better-sqlite3'
import { openBook, wordsOf } from '../../../electron/book/index.ts'
import { matching } from '../../../electron/book/match.ts'
import { atLeast, median, type BenchOptions, type Row } from '../measure.ts'

const ROUNDS = 7

interface Question {
  index: () => unknown[]
  like: () => unknown[]
}

/**
 * The query alone: every station that each beginning (three characters and more) of what is typed finds, by the index
 * and by LIKE over the same folded texts, one after the other. The times of all questions are added up.
 */
export function besideLike(file: string, typed: readonly string[], { turns, say }: BenchOptions): Row {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const questions = typed.flatMap(beginnings).map((text) => questionOf(book.db, text))
    for (const { index, like } of questions) {
      if (index().length !== like().length) throw new Error('the index and LIKE do not find the same')
    }
    const rounds = Array.from({ length: turns ?? ROUNDS }, (_, turn) => {
      const sides = [() => timed(questions, 'index'), () => timed(questions, 'like')]
      const [first = 0, second = 0] = (turn % 2 === 0 ? sides : sides.toReversed()).map((side) => side())
      return turn % 2 === 0 ? { index: first, like: second } : { index: second, like: first }
    })
    for (const { index, like } of rounds)
      say(`(b) ${questions.length} queries: index ${index.toFixed(0)} ms, LIKE ${like.toFixed(0)} ms`)
    const ratio = median(rounds.map(({ index, like }) => like / index))
    return atLeast('(b) 50,000 stations, the query alone, times the speed of LIKE', ratio, 10)
  } finally {
    book.close()
  }
}

function beginnings(text: string): string[] {
  const letters = [...text]
  return letters.slice(2).map((_, at) => letters.slice(0, at + 3).join(''))
}

function questionOf(db: Database, text: string): Question {
  const match = matching('station', text)
  if (!match) throw new Error(`'${text}' has no words`)
  const words = wordsOf(text)
  const where = words.map((_, at) => `folded LIKE @word${at} ESCAPE '\\'`).join(' AND ')
  const patterns = Object.fromEntries(
    words.map((word, at) => [`word${at}`, `%${word.replaceAll(/[%_\\]/g, '\\$&')}%`] as const),
  )
  const ids = (sql: string): Statement<[object], unknown> => db.prepare<[object], unknown>(sql).pluck()
  const byIndex = ids(match.sql)
  const byLike = ids(`SELECT station_id FROM station_text WHERE ${where}`)
  return { index: () => byIndex.all(match.values), like: () => byLike.all(patterns) }
}

function timed(questions: readonly Question[], side: keyof Question): number {
  const begunMs = performance.now()
  for (const question of questions) question[side]()
  return performance.now() - begunMs
}
