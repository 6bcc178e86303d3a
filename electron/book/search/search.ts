import type { EventArchive, Verbatim } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import type { EventMessage } from '../archives/event-question.ts'
import { SEARCHED_FIELDS, type SearchedField, type ShownFor } from '../../contract/stations.ts'
import { isNameOf } from '../../contract/consumer-names.ts'
import { typedWords } from '../../contract/folding.ts'
import { phonesIn, phoneWords } from '../../contract/phone.ts'
import { fromCell } from '../file/layout.ts'
import { onBothLayouts } from './both-layouts.ts'
import { matching } from './match.ts'
import { serialsIn } from './serials.ts'
import type { StationIndex } from './station-index.ts'
import { fold, holdsWhole, textOf } from './text.ts'

/** A station that was found. */
export interface FoundStation {
  id: number
  name: string | null
  consumerName: string | null
  equipmentSerialNumber: Verbatim
  equipmentBrandName: Verbatim
  /**
   * exact: the whole serial number; word: whole words of the name; prefix: the start of serial number or name; infix: in
   * the name; field: in another text; inner: a word is nowhere but inside the serial number.
   */
  match: (typeof MATCHES)[number]
  /** Where those of the words were found that are not in the name, and what stands there. */
  foundIn: { field: SearchedField; text: string }[]
}

export interface FoundConsumer {
  id: number
  name: string | null
  inn: string
}

/** All that a text finds. */
export interface Finds {
  stations: FoundStation[]
  consumers: FoundConsumer[]
  events: FoundEventText[]
  shownFor: ShownFor
}

/** A message of the stations' events, with the number of events in the logs filtered by it. */
export interface FoundEventText extends EventMessage {
  events: number
}

/** How well a station matches, the best first. */
const MATCHES = ['exact', 'word', 'prefix', 'infix', 'field', 'inner'] as const
/** The condition of each match on a station whose texts have all the words. */
const FITS: Record<FoundStation['match'], (index: StationIndex, place: number, whole: string, words: readonly string[]) => boolean> = {
  exact: (index, place, whole) => index.linesAt(place)[1] === whole,
  word: (index, place, _, words) => holdsWhole(index.linesAt(place)[0], words),
  prefix: (index, place, whole) => index.linesAt(place).some((line) => line.startsWith(whole)),
  infix: (index, place, _, words) => index.tierAt(place, words) === 0,
  field: (index, place, _, words) => index.tierAt(place, words) === 1,
  inner: () => true,
}
/** So many texts of events are counted and put in order, however many are found: a book has a few hundred. */
const MOST_TEXTS = 2_000

/** Search as you type, over stations, consumers and event messages. */
export function searchIn(context: Context) {
  const { db, statement, stationIndex } = context
  const stations = db
    .prepare<[string], [number, string | null, string | null, ...unknown[]]>(
      `SELECT s.id, s.name, c.name, s.equipment_serial_number, s.equipment_brand_name, s.uid, s.phone, c.inn,
         (SELECT group_concat(d.equipment_serial_number, ' ') FROM station_device d WHERE d.station_id = s.id
           AND d.equipment_serial_number IS NOT s.equipment_serial_number AND typeof(d.equipment_serial_number) <> 'blob')
       FROM station s
       LEFT JOIN consumer c ON c.id = s.customer_id WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .raw()

  const textsOfCode = db.prepare<[string], number>('SELECT id FROM event_text WHERE code IN (SELECT value FROM json_each(?))').pluck()

  /** The places of stations that have the words of a text, the best first and in the order of names within a rank. */
  function rank(index: StationIndex, typed: string, limit: number): Map<number, FoundStation['match']> {
    const ranked = new Map<number, FoundStation['match']>()
    const words = typedWords(typed)
    if (words.length === 0) return ranked
    const whole = fold(typed)
    const found = index.finding(typed)
    for (const match of MATCHES) {
      for (const place of found) {
        if (ranked.size >= limit) return ranked
        if (!ranked.has(place) && FITS[match](index, place, whole, words)) ranked.set(place, match)
      }
    }
    return ranked
  }

  /** Stations by serial number, name, uid, phone, brand, consumer's name or inn; the best match first. */
  function find(typed: string, limit = 20): FoundStation[] {
    const index = stationIndex()
    const words = typedWords(typed)
    const ranked = [...rank(index, typed, limit)].map(([place, match]) => [index.ids[place] ?? 0, match] as const)
    const rows = new Map(stations.all(JSON.stringify(ranked.map(([id]) => id))).map((row) => [row[0], row]))
    return ranked.flatMap(([id, match]) => {
      const row = rows.get(id)
      if (!row) return []
      const [, name, consumerName, ...cells] = row
      const [serial, brand, uid, phone, inn, formerSerial] = cells.map(fromCell)
      const device = { equipmentSerialNumber: serial ?? null, equipmentBrandName: brand ?? null }
      const texts = { name, serial, uid, phone, brand, consumer: consumerName, inn, formerSerial }
      return [{ id, name, consumerName, ...device, match, foundIn: foundIn(texts, words, phoneWords(typed)) }]
    })
  }

  const found = {
    find,

    /** Consumers by name or inn, in any case: the one of that very name first, then those with whole words. */
    findConsumers(typed: string, limit = 20): FoundConsumer[] {
      const words = typedWords(typed)
      if (words.length === 0) return []
      const where = words.map((_, at) => `instr(folded, @word${at}) > 0`).join(' AND ')
      const found = statement<[number, string | null, unknown, string]>(
        `SELECT id, name, inn, folded FROM consumer WHERE ${where} ORDER BY name_key, id`,
        'raw',
      ).all(named(words))
      const isNamed = ([, name]: (typeof found)[number]) => isNameOf(name ?? '', typed)
      const others = found.filter((row) => !isNamed(row))
      return [...found.filter(isNamed), ...wholeFirst(others, words, ([, , , folded]) => folded)]
        .slice(0, limit)
        .map(([id, name, inn]) => ({ id, name, inn: textOf(fromCell(inn)) }))
    },

    /** Messages of the stations' events: first by equal code, then with whole words, then the rest; the most frequent first. */
    findEventTexts(typed: string, limit = 20): FoundEventText[] {
      const match = matching('event', typed)
      if (!match) return []
      const words = typedWords(typed)
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

  return {
    ...found,
    ...serialsIn(context),

    /** Everything that a text finds, as typed, or as typed on the other keyboard layout where that finds more. */
    understand(text: string, limit = 20): Finds {
      const { typed, other, shownFor } = onBothLayouts(text, (asked) => kindsOf(asked, limit), limit)
      const all = [...typed, ...other]
      return {
        stations: first(all.flatMap(({ station }) => station ?? [])),
        consumers: first(all.flatMap(({ consumer }) => consumer ?? [])),
        events: all.flatMap(({ event }) => event ?? []),
        shownFor,
      }
    },
  }

  function kindsOf(text: string, limit: number): { station?: FoundStation; consumer?: FoundConsumer; event?: FoundEventText }[] {
    return [
      ...found.find(text, limit).map((station) => ({ station })),
      ...found.findConsumers(text, limit).map((consumer) => ({ consumer })),
      ...found.findEventTexts(text, limit).map((event) => ({ event })),
    ]
  }
}

/** Each once, where it was found first: both layouts may find it. */
const first = <T extends { id: number }>(all: readonly T[]): T[] =>
  [...new Map(all.toReversed().map((one) => [one.id, one])).values()].toReversed()

/** The texts, besides the name, in which the words were found that the name lacks; each word in the first of them. */
function foundIn(
  texts: Record<SearchedField, Verbatim | undefined>,
  words: readonly string[],
  digits: readonly string[] | null,
): FoundStation['foundIn'] {
  const name = fold(texts.name)
  const has = (field: SearchedField, word: string) =>
    fold(texts[field]).includes(word) || (field === 'phone' && phonesIn(textOf(texts.phone)).includes(word))
  const placed = (of: readonly string[]) =>
    of.filter((word) => !name.includes(word)).map((word) => SEARCHED_FIELDS.find((field) => has(field, word)))
  const byWords = placed(words)
  // Signs in a phone may stand otherwise than they were typed: it is found by its digits.
  const fields = (digits !== null && byWords.includes(undefined) ? placed(digits) : byWords).filter((field) => field !== undefined)
  return [...new Set(fields)].map((field) => ({ field, text: textOf(texts[field]) }))
}

/** The words as bound values of a statement. */
const named = (words: readonly string[]) => Object.fromEntries(words.map((word, at) => [`word${at}`, word]))

/** Moves those with every word as a whole word to the front; otherwise the order stays. */
function wholeFirst<T>(found: readonly T[], words: readonly string[], folded: (row: T) => string): T[] {
  const isWhole = found.map((row) => holdsWhole(folded(row), words))
  return [...found.filter((_, at) => isWhole[at]), ...found.filter((_, at) => !isWhole[at])]
}
