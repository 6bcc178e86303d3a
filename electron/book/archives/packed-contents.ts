import type { Database } from 'better-sqlite3'
import type { Verbatim } from '../../contract/records.ts'
import { textOf } from '../search/text.ts'

/** What events say, by the ids of their contents. */
export interface PackedContents {
  /** The id of the pair of code and description. */
  text: Uint32Array
  /** The highest of these ids, plus one. */
  texts: number
  /** The place in `states` of the content's ValCode; 0 where it has none, or a measured value. */
  state: Uint16Array
  /** The distinct values that `ValCode` has without a unit in `Izm`, folded by nothing; the first is ''. */
  states: readonly string[]
}

/** More distinct values than this are measurements and no states. */
const MOST_STATES = 4_096

/** Reads of each content the text and the state. */
export function packedContentsIn(db: Database): () => PackedContents {
  const size = db.prepare<[], [number, number]>('SELECT coalesce(max(id), 0) + 1, coalesce(max(text_id), 0) + 1 FROM event_content').raw()
  const rows = db
    .prepare<[], [id: number, textId: number, valCode: Verbatim, izm: Verbatim]>(
      `SELECT id, text_id, entries ->> '$.ValCode', entries ->> '$.Izm' FROM event_content`,
    )
    .raw()

  return () => {
    const [length, texts] = size.get() ?? [1, 1]
    const [text, state] = [new Uint32Array(length), new Uint16Array(length)]
    const places = new Map([['', 0]])
    for (const [id, textId, valCode, izm] of rows.iterate()) {
      text[id] = textId
      if (textOf(izm) !== '') continue
      const value = textOf(valCode)
      if (!places.has(value) && places.size < MOST_STATES) places.set(value, places.size)
      state[id] = places.get(value) ?? 0
    }
    return { text, texts, state, states: [...places.keys()] }
  }
}
