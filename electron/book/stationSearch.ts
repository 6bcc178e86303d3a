import type { Database } from 'better-sqlite3'
import { isShort, matching } from './match.ts'
import { filterStations, type StationFilter } from './stationFilter.ts'
import { stationsVersionIn } from './stationText.ts'
import { statementsIn } from './statements.ts'
import { wordsOf } from './text.ts'
import { answersIn } from './version.ts'

/** More than so many finds are put in order by the order of all stations: quicker than sorting them. */
const FEW = 500
const KEPT_ORDERS = 2

/** All stations in an order: their ids, and the folded texts that search looks at. */
interface Ordered {
  ids: number[]
  texts: string[]
}

/** Which stations have a text, in an order. Quick enough for every keystroke on 50,000 stations. */
export function stationSearchIn(db: Database) {
  const statement = statementsIn(db)
  const version = stationsVersionIn(db)
  const orders = answersIn<number[]>(db, KEPT_ORDERS, version)
  const scans = answersIn<Ordered>(db, 1, version)

  const inOrder = (order: string) =>
    orders(order, () => statement<number>(`SELECT s.id FROM station s ORDER BY ${order}`, 'pluck').all({}))

  /** Words that are too short for the index are looked for in all texts, which lie in memory for the next keystroke. */
  function scan(words: readonly string[], order: string): number[] {
    const { ids, texts } = scans(order, () => {
      // Not one statement that sorts: it would carry every text through the sorter.
      const byId = new Map(statement<[number, string]>('SELECT station_id, folded FROM station_text', 'raw').all({}))
      const all = inOrder(order)
      return { ids: all, texts: all.map((id) => byId.get(id) ?? '') }
    })
    return ids.filter((_, at) => words.every((word) => texts[at]?.includes(word)))
  }

  function sorted(ids: readonly number[], order: string): number[] {
    if (ids.length > FEW) {
      const passing = new Set(ids)
      return inOrder(order).filter((id) => passing.has(id))
    }
    const sql = `SELECT s.id FROM station s WHERE s.id IN (SELECT value FROM json_each(@ids)) ORDER BY ${order}`
    return statement<number>(sql, 'pluck').all({ ids: JSON.stringify(ids) })
  }

  /** The ids of the stations that pass a filter with a text; `order` as after ORDER BY. */
  return ({ text = '', ...others }: StationFilter, order: string): number[] => {
    const words = wordsOf(text)
    const match = matching('station', text)
    if (match && Object.values(others).every((other) => other === undefined)) {
      if (words.every(isShort)) return scan(words, order)
      // The text's index alone says which; no station need be looked at.
      return sorted(statement<number>(match.sql, 'pluck').all(match.values), order)
    }
    const { where, values } = filterStations({ text, ...others })
    return sorted(statement<number>(`SELECT s.id FROM station s ${where}`, 'pluck').all(values), order)
  }
}
