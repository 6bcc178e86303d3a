import type { Context } from '../context.ts'
import { isShort, matching } from './match.ts'
import { packTexts, placesHolding, type PackedTexts } from './packed-texts.ts'
import { filterStations, type StationFilter } from '../directory/station-filter.ts'
import { wordsOf } from './text.ts'
import { answersFor } from '../file/version.ts'

const KEPT_ORDERS = 2

/** All stations in an order, and the place of each in it. */
interface Ordered {
  ids: readonly number[]
  places: Map<number, number>
}

/** What was found: places in the order, ascending. */
interface Answer {
  words: readonly string[]
  order: string
  version: string
  places: readonly number[]
}

/** Which stations have a text, in an order. Quick enough for every keystroke on 50,000 stations. */
export function stationSearchIn({ statement, stationText }: Context) {
  const { version } = stationText
  const orders = answersFor<Ordered>(version, KEPT_ORDERS)
  const texts = answersFor<PackedTexts>(version, 1)
  /** What is typed next mostly makes the last words longer, or adds one: then it is among what they found. */
  let last: Answer | null = null

  const inOrder = (order: string) =>
    orders(order, () => {
      const ids = statement<number>(`SELECT s.id FROM station s ORDER BY ${order}`, 'pluck').all({})
      return { ids, places: new Map(ids.map((id, place) => [id, place])) }
    })

  /** The places of those that have all the words; of all stations, or among some. The texts stay for the next keystroke. */
  function holding(words: readonly string[], order: string, among?: readonly number[]): readonly number[] {
    if (among && words.length === 0) return among
    const packed = texts(order, () => {
      // Not one statement that sorts: it would carry every text through the sorter.
      const folded = statement<[number, string]>('SELECT station_id, folded FROM station_text', 'raw').all({})
      const byId = new Map(folded)
      return packTexts(inOrder(order).ids.map((id) => byId.get(id) ?? ''))
    })
    return placesHolding(packed, words, among)
  }

  /** Quicker than sorting: the places that are taken are marked, and read off. */
  function placesOf(found: readonly number[], order: string): readonly number[] {
    const { ids, places } = inOrder(order)
    const taken = new Uint8Array(ids.length)
    for (const id of found) {
      const place = places.get(id)
      if (place !== undefined) taken[place] = 1
    }
    const inTurn: number[] = []
    for (let place = 0; place < taken.length; place++) if (taken[place] === 1) inTurn.push(place)
    return inTurn
  }

  function idsAt(places: readonly number[], order: string): number[] {
    const { ids } = inOrder(order)
    return places.map((place) => ids[place] ?? 0)
  }

  /** By the index for the words that it knows; the others are looked for among what it found. */
  function find(words: readonly string[], order: string): readonly number[] {
    const short = words.filter(isShort)
    const match = matching('station', words.filter((word) => !isShort(word)).join(' '))
    if (!match) return holding(short, order)
    return holding(short, order, placesOf(statement<number>(match.sql, 'pluck').all(match.values), order))
  }

  function findNext(words: readonly string[], order: string): readonly number[] {
    const now = version()
    const before = last?.order === order && last.version === now ? last : null
    const fresh = words.filter((word) => !before?.words.includes(word))
    const places = before?.words.every((word) => words.some((longer) => longer.includes(word)))
      ? holding(fresh, order, before.places)
      : find(words, order)
    last = { words, order, version: now, places }
    return places
  }

  /** The ids of the stations that pass a filter with a text; `order` as after ORDER BY. */
  return ({ text = '', ...others }: StationFilter, order: string): number[] => {
    const words = wordsOf(text)
    // The texts alone say which; no station need be looked at.
    if (words.length > 0 && Object.values(others).every((other) => other === undefined))
      return idsAt(findNext(words, order), order)
    const { where, values } = filterStations({ text, ...others })
    const found = statement<number>(`SELECT s.id FROM station s ${where}`, 'pluck').all(values)
    return idsAt(placesOf(found, order), order)
  }
}
