import type { Database } from 'better-sqlite3'
import { answersFor } from '../file/version.ts'
import { packTexts, placesHolding } from './packed-texts.ts'

const KEPT_ORDERS = 2

/** The searchable texts of all stations in memory, in the order of names. A place is a position in that order. */
export interface StationIndex {
  ids: readonly number[]
  /** A station's name and serial number, folded. */
  linesAt(place: number): [name: string, serial: string]
  /** The places, ascending, of the stations whose texts have all the words; of all stations or of some. */
  holding(words: readonly string[], amongIds?: readonly number[]): readonly number[]
  /** The ids at these places in another order, as after ORDER BY. */
  inOrder(places: readonly number[], order: string): number[]
}

/**
 * The index as of now. It is loaded by the first search after a change (`version`); one walk over the texts of 50,000
 * stations then takes a few milliseconds, so the book keeps no index of words or trigrams.
 */
export function stationIndexOf(db: Database, version: () => string): () => StationIndex {
  const rows = db
    .prepare<[], [number, string]>(
      'SELECT s.id, t.folded FROM station s JOIN station_text t ON t.station_id = s.id ORDER BY s.name_key, s.id',
    )
    .raw()
  const idsIn = (order: string) => db.prepare<[], number>(`SELECT s.id FROM station s ORDER BY ${order}`).pluck().all()
  const latest = answersFor<StationIndex>(version, 1)
  return () => latest('', () => indexOf(rows.all(), idsIn))
}

function indexOf(rows: readonly [id: number, folded: string][], idsIn: (order: string) => number[]): StationIndex {
  const ids = rows.map(([id]) => id)
  const texts = packTexts(rows.map(([, folded]) => folded))
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (id: number) => places.get(id) ?? 0
  const orders = answersFor<Uint32Array>(() => '', KEPT_ORDERS)
  let last: { words: readonly string[]; places: readonly number[] } | null = null

  return {
    ids,
    linesAt(place) {
      const { text, starts } = texts
      const end = text.indexOf('\n', starts[place])
      return [text.slice(starts[place], end), text.slice(end + 1, text.indexOf('\n', end + 1))]
    },

    holding(words, amongIds) {
      if (amongIds) return placesHolding(texts, words, Uint32Array.from(amongIds, placeOf).sort())
      // A keystroke mostly makes the last word longer or adds one: then the answer is among the one before.
      const before = last?.words.every((word) => words.some((longer) => longer.includes(word))) ? last : null
      const fresh = words.filter((word) => !before?.words.includes(word))
      last = { words, places: placesHolding(texts, fresh, before?.places) }
      return last.places
    },

    inOrder(found, order) {
      const turn = orders(order, () => Uint32Array.from(idsIn(order), placeOf))
      // Marking the places and reading them off is quicker than sorting.
      const taken = new Uint8Array(ids.length)
      for (const place of found) taken[place] = 1
      const inTurn: number[] = []
      for (const place of turn) if (taken[place] === 1) inTurn.push(ids[place] ?? 0)
      return inTurn
    },
  }
}
