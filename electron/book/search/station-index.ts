import type { Database } from 'better-sqlite3'
import { answersFor } from '../file/version.ts'
import { packTexts, placesHolding } from './packed-texts.ts'
import { typedWords } from '../../contract/folding.ts'
import { phonesIn, phoneWords } from '../../contract/phone.ts'

/** Which line of a station's text is its phone. */
const PHONE = 3

/** As many orders as the table has columns, both ways. */
const KEPT_ORDERS = 40

/** 0: every word is in the name; 2: one is nowhere but inside the serial number; 1: any other. */
type Tier = 0 | 1 | 2

/** Kinds of search; each remembers what it found last. */
type Memory = 'typed' | 'other' | 'phone'

/** The searchable texts of all stations in memory, in the order of names. A place is a position in that order. */
export interface StationIndex {
  ids: readonly number[]
  /** Every place. */
  places: readonly number[]
  placeOf(id: number): number | undefined
  /** A station's name and serial number, folded. */
  linesAt(place: number): [name: string, serial: string]
  /** Where a station has the words that were found in it: all in the name, else where, or one only inside the serial number. */
  tierAt(place: number, words: readonly string[]): Tier
  /**
   * The places, ascending, of the stations whose texts have all the words; of all stations or of some. Each kind of
   * search has a `memory` of its own for what it found last.
   */
  holding(words: readonly string[], amongIds?: readonly number[], memory?: Memory): readonly number[]
  /** The places, ascending, of the stations that a typed text finds: by its words, and by the digits of a phone in it. */
  finding(typed: string, amongIds?: readonly number[], memory?: 'typed' | 'other'): readonly number[]
  /** The ids at these places in another order, as after ORDER BY; it holds for as long as `version` is the same. */
  inOrder(places: readonly number[], order: string, version?: string): number[]
  /**
   * Orders the same places: first where all the words are in the name, then the others, last where a number is inside a
   * serial number.
   */
  byTier(places: readonly number[], words: readonly string[]): number[]
}

/**
 * The index as of now. It is loaded by the first search after a change (`version`); one walk over the texts of 50,000
 * stations then takes a few milliseconds, so the book keeps no index of words or trigrams.
 */
export function stationIndexOf(db: Database, version: () => string): () => StationIndex {
  const rows = db
    .prepare<[], [number, string]>(
      `SELECT s.id, t.folded FROM station s JOIN station_text t ON t.station_id = s.id
       ORDER BY s.name_key = '', s.name_key, s.id`,
    )
    .raw()
  const idsIn = (order: string) => db.prepare<[], number>(`SELECT s.id FROM station s ORDER BY ${order}`).pluck().all()
  const latest = answersFor<StationIndex>(version, 1)
  return () => latest('', () => indexOf(rows.all(), idsIn))
}

function indexOf(rows: readonly [id: number, folded: string][], idsIn: (order: string) => number[]): StationIndex {
  const ids = rows.map(([id]) => id)
  const texts = packTexts(rows.map(([, folded]) => `${folded}\n${phonesIn(folded.split('\n', PHONE + 1)[PHONE] ?? '')}`))
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (id: number) => places.get(id) ?? 0
  const orders = answersFor<Uint32Array>(() => '', KEPT_ORDERS)
  const lasts = new Map<string, { words: readonly string[]; places: readonly number[] }>()

  function tierAt(place: number, words: readonly string[]): Tier {
    const { text, starts } = texts
    const start = starts[place] ?? 0
    const end = starts[place + 1] ?? 0
    const nameEnd = text.indexOf('\n', start)
    let tier: 0 | 1 = 0
    for (const word of words) {
      const hit = text.indexOf(word, start)
      // Found by the digits of a phone alone.
      if (hit < 0 || hit >= end) return 1
      if (hit < nameEnd) continue
      tier = 1
      const serialEnd = text.indexOf('\n', nameEnd + 1)
      if (hit === nameEnd + 1 || hit > serialEnd) continue
      const later = text.indexOf(word, serialEnd)
      if (later < 0 || later >= end) return 2
    }
    return tier
  }

  /** The last answer of each kind is where the next one is looked for first. */
  function holding(words: readonly string[], amongIds?: readonly number[], memory: Memory = 'typed'): readonly number[] {
    if (amongIds) return placesHolding(texts, words, Uint32Array.from(amongIds, placeOf).sort())
    // A keystroke mostly makes the last word longer or adds one: then the answer is among the one before.
    const last = lasts.get(memory)
    const before = last?.words.every((word) => words.some((longer) => longer.includes(word))) ? last : null
    const fresh = words.filter((word) => !before?.words.includes(word))
    const found = placesHolding(texts, fresh, before?.places)
    lasts.set(memory, { words, places: found })
    return found
  }

  return {
    ids,
    places: ids.map((_, place) => place),
    placeOf: (id) => places.get(id),
    linesAt(place) {
      const { text, starts } = texts
      const end = text.indexOf('\n', starts[place])
      return [text.slice(starts[place], end), text.slice(end + 1, text.indexOf('\n', end + 1))]
    },
    tierAt,

    holding,

    finding(typed, amongIds, memory) {
      const byWords = holding(typedWords(typed), amongIds, memory)
      const digits = phoneWords(typed)
      if (digits === null) return byWords
      const byPhone = holding(digits, amongIds, 'phone')
      return byPhone.length === 0 ? byWords : [...new Set([...byWords, ...byPhone])].toSorted((a, b) => a - b)
    },

    inOrder(found, order, version = '') {
      const turn = orders(`${version} ${order}`, () => Uint32Array.from(idsIn(order), placeOf))
      // Marking the places and reading them off is quicker than sorting.
      const taken = new Uint8Array(ids.length)
      for (const place of found) taken[place] = 1
      const inTurn: number[] = []
      for (const place of turn) if (taken[place] === 1) inTurn.push(ids[place] ?? 0)
      return inTurn
    },

    byTier(found, words) {
      const [inName, elsewhere, inSerial]: [number[], number[], number[]] = [[], [], []]
      for (const place of found) {
        const tier = tierAt(place, words)
        ;(tier === 0 ? inName : tier === 1 ? elsewhere : inSerial).push(place)
      }
      return inName.concat(elsewhere, inSerial)
    },
  }
}
