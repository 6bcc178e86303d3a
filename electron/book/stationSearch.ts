import type { Database } from 'better-sqlite3'
import { isShort, matching } from './match.ts'
import { filterStations, type StationFilter } from './stationFilter.ts'
import { stationsVersionIn } from './stationText.ts'
import { statementsIn } from './statements.ts'
import { wordsOf } from './text.ts'
import { answersIn } from './version.ts'

const KEPT_ORDERS = 2
/** Among more than so many the index finds quicker than looking at each text. */
const FEW = 5000

/** All stations in an order, and the place of each in it. */
interface Ordered {
  ids: readonly number[]
  places: Map<number, number>
}

interface Answer {
  words: readonly string[]
  order: string
  version: string
  ids: readonly number[]
}

/** Which stations have a text, in an order. Quick enough for every keystroke on 50,000 stations. */
export function stationSearchIn(db: Database) {
  const statement = statementsIn(db)
  const version = stationsVersionIn(db)
  const orders = answersIn<Ordered>(db, KEPT_ORDERS, version)
  const texts = answersIn<Map<number, string>>(db, 1, version)
  /** What is typed next mostly makes the last words longer, or adds one: then it is among what they found. */
  let last: Answer | null = null

  const inOrder = (order: string) =>
    orders(order, () => {
      const ids = statement<number>(`SELECT s.id FROM station s ORDER BY ${order}`, 'pluck').all({})
      return { ids, places: new Map(ids.map((id, place) => [id, place])) }
    })

  /** Quicker than sorting: the places that are taken are marked, and read off. */
  function sorted(found: readonly number[], order: string): readonly number[] {
    const { ids, places } = inOrder(order)
    if (found.length === ids.length) return ids
    const taken = new Uint8Array(ids.length)
    for (const id of found) taken[places.get(id) ?? 0] = 1
    return ids.filter((_, place) => taken[place] === 1)
  }

  /** Those whose folded text has all the words. The texts lie in memory for the next keystroke. */
  function holding(ids: readonly number[], words: readonly string[]): readonly number[] {
    if (words.length === 0) return ids
    const folded = texts(
      '',
      () => new Map(statement<[number, string]>('SELECT station_id, folded FROM station_text', 'raw').all({})),
    )
    return ids.filter((id) => words.every((word) => folded.get(id)?.includes(word)))
  }

  /** Stations with all the words, by the index for those that it knows, of the rest among what it found. */
  function find(words: readonly string[], order: string): readonly number[] {
    const short = words.filter(isShort)
    const match = matching('station', words.filter((word) => !isShort(word)).join(' '))
    if (!match) return holding(inOrder(order).ids, short)
    return sorted(holding(statement<number>(match.sql, 'pluck').all(match.values), short), order)
  }

  function findNext(words: readonly string[], order: string): readonly number[] {
    const now = version()
    const before = last?.order === order && last.version === now && last.ids.length <= FEW ? last : null
    const ids = before?.words.every((word) => words.some((longer) => longer.includes(word)))
      ? holding(
          before.ids,
          words.filter((word) => !before.words.includes(word)),
        )
      : find(words, order)
    last = { words, order, version: now, ids }
    return ids
  }

  /** The ids of the stations that pass a filter with a text; `order` as after ORDER BY. */
  return ({ text = '', ...others }: StationFilter, order: string): readonly number[] => {
    const words = wordsOf(text)
    // The texts alone say which; no station need be looked at.
    if (words.length > 0 && Object.values(others).every((other) => other === undefined)) return findNext(words, order)
    const { where, values } = filterStations({ text, ...others })
    return sorted(statement<number>(`SELECT s.id FROM station s ${where}`, 'pluck').all(values), order)
  }
}
