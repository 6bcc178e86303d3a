import type { Database } from 'better-sqlite3'
import type { EventArchive } from '../../contract/records.ts'
import type { EventMessage } from '../archives/event-filter.ts'
import { fromCell } from '../file/layout.ts'
import { isShort, matching } from './match.ts'
import { statementsIn } from '../file/statements.ts'
import { fold, holdsWhole, textOf, wordsOf } from './text.ts'

/** A station that was found. */
export interface FoundStation {
  kind: 'station'
  id: number
  name: string | null
  serialNumber: string
  consumerName: string | null
  /** How: the whole serial number, as whole words of the name, the beginning of serial number or name, or somewhere in its texts. */
  match: keyof typeof PLACES
}

export interface FoundConsumer {
  kind: 'consumer'
  id: number
  name: string | null
  inn: string
}

/** What events of stations say, and how many say it: as many as the logs show that are filtered by it. */
export interface FoundEventText extends EventMessage {
  events: number
}

const PLACES = { exact: 0, word: 1, prefix: 2, infix: 3 } as const
/** So many texts of events are counted and put in order, however many are found: a book has a few hundred. */
const MOST_TEXTS = 2_000

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
  // The index by name has all that is read: no station need be looked at.
  const names = (words: readonly string[]) =>
    statement<[number, string]>(
      `SELECT station_id, name FROM station_text WHERE ${words.map((_, at) => `instr(name, @word${at}) > 0`).join(' AND ')}
       ORDER BY name`,
      'raw',
    ).iterate(named(words))
  // Stations by one short word: where a trigram begins with it.
  const holds = db
    .prepare<[string, string, number], number>(
      'SELECT DISTINCT doc FROM station_gram WHERE term >= ? AND term < ? LIMIT ?',
    )
    .pluck()
  const stations = db
    .prepare<[string], [number, string | null, unknown, string | null, string]>(
      `SELECT s.id, s.name, s.equipment_serial_number, c.name, s.name_key FROM station s
       LEFT JOIN consumer c ON c.id = s.customer_id WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .raw()

  const textsOfCode = db
    .prepare<[string], number>('SELECT id FROM event_text WHERE code IN (SELECT value FROM json_each(?))')
    .pluck()

  /** Station ids, the best first: each step fills what the one before has left of the limit. */
  function rank(typed: string, limit: number): Map<number, FoundStation['match']> {
    const found = new Map<number, FoundStation['match']>()
    const take = (ids: readonly number[], match: FoundStation['match']) => {
      for (const id of ids) if (found.size < limit && !found.has(id)) found.set(id, match)
    }
    const whole = fold(typed)
    const words = wordsOf(typed)
    const match = matching('station', typed)
    if (!match) return found
    take(exact.all(whole, limit), 'exact')
    for (const [id, name] of names(words)) {
      if (found.size >= limit) break
      if (holdsWhole(name, words)) take([id], 'word')
    }
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
          return { station, key, place: PLACES[match] }
        })
        .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.station.id - b.station.id))
        .map(({ station }) => station)
    },

    /** Consumers by name or inn, in any case; those with whole words first. */
    findConsumers(typed: string, limit = 20): FoundConsumer[] {
      const words = wordsOf(typed)
      if (words.length === 0) return []
      const where = words.map((_, at) => `instr(folded, @word${at}) > 0`).join(' AND ')
      const found = statement<[number, string | null, unknown, string]>(
        `SELECT id, name, inn, folded FROM consumer WHERE ${where} ORDER BY name_key, id`,
        'raw',
      ).all(named(words))
      return wholeFirst(found, words, ([, , , folded]) => folded)
        .slice(0, limit)
        .map(([id, name, inn]) => ({ kind: 'consumer', id, name, inn: textOf(fromCell(inn)) }))
    },

    /** What the events of stations say: the code that was typed first, then whole words; within them the most frequent. */
    findEventTexts(typed: string, limit = 20): FoundEventText[] {
      const match = matching('event', typed)
      if (!match) return []
      const words = wordsOf(typed)
      const whole = fold(typed)
      const texts = statement<number>(`${match.sql} LIMIT ${MOST_TEXTS}`, 'pluck').all(match.values)
      const ofCode = textsOfCode.all(JSON.stringify([typed.trim(), whole, whole.toUpperCase()]))
      const found = statement<[string | null, string | null, EventArchive | null, number, string]>(
        `SELECT t.code, t.description, iif(coalesce(t.description, '') = '', s.archive_type, NULL) AS archive,
           sum(k.events) AS n, t.folded
         FROM event_text t JOIN event_code k ON k.text_id = t.id JOIN series s ON s.id = k.series_id
         WHERE t.id IN (SELECT value FROM json_each(@texts)) AND s.equipment_id IN (SELECT equipment_id FROM station)
         GROUP BY t.id, archive ORDER BY n DESC, t.code, t.description, archive`,
        'raw',
      ).all({ texts: JSON.stringify([...texts, ...ofCode]) })
      const byCode = found.filter(([code]) => fold(code) === whole)
      const others = found.filter(([code]) => fold(code) !== whole)
      return [...byCode, ...wholeFirst(others, words, (row) => row[4])]
        .slice(0, limit)
        .map(([code, description, archiveType, events]) => ({ code, description, archiveType, events }))
    },
  }
}

/** The words as values of a statement. */
const named = (words: readonly string[]) => Object.fromEntries(words.map((word, at) => [`word${at}`, word]))

/** Those first whose folded text has every word as a whole; else the order stays. */
function wholeFirst<T>(found: readonly T[], words: readonly string[], folded: (row: T) => string): T[] {
  const isWhole = found.map((row) => holdsWhole(folded(row), words))
  return [...found.filter((_, at) => isWhole[at]), ...found.filter((_, at) => !isWhole[at])]
}
