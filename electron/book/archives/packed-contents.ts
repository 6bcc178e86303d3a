import type { Verbatim } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { textOf } from '../search/text.ts'

/** What events say, by the ids of their contents. */
export interface PackedContents {
  /** The highest id, plus one. */
  length: number
  /** The id of the pair of code and description. */
  text: Uint32Array
  /** The highest of these ids, plus one. */
  texts: number
  /** The place in `states` of the content's ValCode; 0 where it has none, or a measured value. */
  state: Uint16Array
  /** The distinct values that `ValCode` has without a unit in `Izm`, folded by nothing; the first is ''. */
  states: readonly string[]
}

const AT_ONCE = 4_000
/** More distinct values than this are measurements and no states. */
const MOST_STATES = 4_096

type Row = [id: number, textId: number, valCode: Verbatim, izm: Verbatim]

/** Keeps of each content the text and the state in memory. Contents are only ever added. */
export function packedContentsIn({ db }: Context) {
  const next = db
    .prepare<[number, number], Row>(
      `SELECT id, text_id, entries ->> '$.ValCode', entries ->> '$.Izm' FROM event_content WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .raw()
  let length = 1
  let texts = 1
  let text = new Uint32Array(0)
  let state = new Uint16Array(0)
  let states = ['']
  let places = new Map([['', 0]])

  function placeOf(valCode: Verbatim, izm: Verbatim): number {
    if (textOf(izm) !== '') return 0
    const value = textOf(valCode)
    const known = places.get(value)
    if (known !== undefined) return known
    if (states.length >= MOST_STATES) return 0
    places.set(value, states.length)
    return states.push(value) - 1
  }

  function take(rows: readonly Row[]): void {
    const last = rows.at(-1)?.[0]
    if (last === undefined) return
    if (last >= text.length) {
      const room = Math.ceil((last + 1) * 1.25)
      text = grown(text, new Uint32Array(room))
      state = grown(state, new Uint16Array(room))
    }
    for (const [id, textId, valCode, izm] of rows) {
      text[id] = textId
      if (textId >= texts) texts = textId + 1
      state[id] = placeOf(valCode, izm)
    }
    length = last + 1
  }

  return {
    /** Reads what is new, with a breath for other work of the thread between the parts. */
    async readNew(breath: () => Promise<unknown>): Promise<void> {
      for (;;) {
        const rows = next.all(length - 1, AT_ONCE)
        take(rows)
        if (rows.length < AT_ONCE) return
        await breath()
        if (!db.open) return
      }
    },
    now(): PackedContents {
      take(next.all(length - 1, -1))
      return { length, text, texts, state, states }
    },
    forget(): void {
      length = 1
      texts = 1
      text = new Uint32Array(0)
      state = new Uint16Array(0)
      states = ['']
      places = new Map([['', 0]])
    },
  }
}

function grown<T extends Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(from: T, into: T): T {
  into.set(from)
  return into
}
