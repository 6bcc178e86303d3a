import type { Database } from 'better-sqlite3'
import { fromCell } from './layout.ts'
import { isShort, matching } from './match.ts'
import { statementsIn } from './statements.ts'
import { fold, textOf, wordsOf } from './text.ts'

/** A station that was found. */
export interface FoundStation {
  kind: 'station'
  id: number
  name: string
  serialNumber: string
  consumerName: string | null
  /** How: the whole serial number, the beginning of serial number or name, or somewhere in its texts. */
  match: 'exact' | 'prefix' | 'infix'
}

export interface FoundConsumer {
  kind: 'consumer'
  id: number
  name: string
  inn: string
}

/** A distinct pair of code and description among the events. */
export interface FoundEventText {
  code: string | null
  description: string | null
}

/** Sorts after every text that begins with what is before it. */
const LAST = '\u{10ffff}'

/** Search as you type, over stations, consumers and what events say. */
export function searchIn(db: Database) {
  const statement = statementsIn(db)
  const exact = db
    .prepare<[string, number], number>('SELECT station_id FROM station_text WHERE serial = ? LIMIT ?')
    .pluck()
  const begins = (column: 'serial' | 'name') =>
    db
      .prepare<[string, string, number], number>(
        `SELECT station_id FROM station_text WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ?`,
      )
      .pluck()
  const serialBegins = begins('serial')
  const nameBegins = begins('name')
  // Stations by one short word: where a trigram begins with it.
  const holds = db
    .prepare<[string, string, number], number>(
      'SELECT DISTINCT doc FROM station_gram WHERE term >= ? AND term < ? LIMIT ?',
    )
    .pluck()
  const stations = db
    .prepare<[string], [number, string, unknown, string | null, string]>(
      `SELECT s.id, s.name, s.equipment_serial_number, c.name, s.name_key FROM station s
       LEFT JOIN consumer c ON c.id = s.customer_id WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .raw()

  /** Station ids, the best first: each step fills what the one before has left of the limit. */
  function rank(typed: string, limit: number): Map<number, FoundStation['match']> {
    const found = new Map<number, FoundStation['match']>()
    const take = (ids: readonly number[], match: FoundStation['match']) => {
      for (const id of ids) if (found.size < limit && !found.has(id)) found.set(id, match)
    }
    const whole = fold(typed)
    const match = matching('station', typed)
    if (!match) return found
    take(exact.all(whole, limit), 'exact')
    if (found.size < limit) take(serialBegins.all(whole, whole + LAST, limit + found.size), 'prefix')
    if (found.size < limit) take(nameBegins.all(whole, whole + LAST, limit + found.size), 'prefix')
    const more = limit + found.size
    if (found.size < limit && isShort(whole)) take(holds.all(whole, whole + LAST, more), 'infix')
    else if (found.size < limit) {
      take(statement<number>(`${match.sql} LIMIT @limit`, 'pluck').all({ ...match.values, limit: more }), 'infix')
    }
    return found
  }

  return {
    /** Stations by serial number, name, uid, phone, brand, consumer's name or inn; the best match first, names in order within it. */
    find(typed: string, limit = 20): FoundStation[] {
      const ranked = rank(typed, limit)
      const order = { exact: 0, prefix: 1, infix: 2 }
      return stations
        .all(JSON.stringify([...ranked.keys()]))
        .map(([id, name, serial, consumerName, key]) => {
          const match = ranked.get(id) ?? 'infix'
          const station: FoundStation = {
            kind: 'station',
            id,
            name,
            serialNumber: textOf(fromCell(serial)),
            consumerName,
            match,
          }
          return { station, key, place: order[match] }
        })
        .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.station.id - b.station.id))
        .map(({ station }) => station)
    },

    /** Consumers by name or inn, in any case. */
    findConsumers(typed: string, limit = 20): FoundConsumer[] {
      const words = wordsOf(typed)
      if (words.length === 0) return []
      const where = words.map((_, at) => `instr(folded, @word${at}) > 0`).join(' AND ')
      const values = Object.fromEntries(words.map((word, at) => [`word${at}`, word]))
      return statement<[number, string, unknown]>(
        `SELECT id, name, inn FROM consumer WHERE ${where} ORDER BY name_key, id LIMIT @limit`,
        'raw',
      )
        .all({ ...values, limit })
        .map(([id, name, inn]) => ({ kind: 'consumer', id, name, inn: textOf(fromCell(inn)) }))
    },

    /** What events say: distinct codes with their descriptions. */
    findEventTexts(typed: string, limit = 20): FoundEventText[] {
      const match = matching('event', typed)
      if (!match) return []
      return statement<[string | null, string | null]>(
        `SELECT code, description FROM event_text WHERE id IN (${match.sql}) ORDER BY code, description LIMIT @limit`,
        'raw',
      )
        .all({ ...match.values, limit })
        .map(([code, description]) => ({ code, description }))
    },
  }
}
