import type { NumberKind } from './dictionary.ts'

/** Rows of a row group: the least that readers work on at once, and the most that is held in memory. */
export const GROUP_ROWS = 122_880
/** Cells that a list has room for before it grows: most files of a lake are small, and it has hundreds of columns. */
export const FIRST_ROOM = 1024

export type ColumnKind = NumberKind | 'text'

/** The values of one column in the row group that is being filled. */
interface ColumnBuffer {
  readonly kind: ColumnKind
  /** Rows so far, nulls included. */
  rows: number
  /** 1 where a row has a value. It grows with the rows: whoever reads it takes it anew for each row group. */
  readonly present: Uint8Array
  /** How many have one. */
  values: number
  clear(): void
}

/** Numbers: `add` takes null for none. Neither NaN nor what is not finite occurs in JSON. */
export class NumberColumn implements ColumnBuffer {
  readonly kind: NumberKind
  rows = 0
  values = 0
  present = new Uint8Array(FIRST_ROOM)
  numbers = new Float64Array(FIRST_ROOM)
  constructor(kind: NumberKind) {
    this.kind = kind
  }
  #makeRoom(rows: number): void {
    if (rows <= this.present.length) return
    this.present = withRoom(this.present, rows)
    this.numbers = withRoom(this.numbers, rows)
  }
  add(value: number | null): void {
    if (this.rows === this.present.length) this.#makeRoom(this.rows + 1)
    if (value === null) this.present[this.rows++] = 0
    else {
      this.present[this.rows++] = 1
      this.numbers[this.values++] = value
    }
  }
  /** For each of so many rows the number at its place; NaN: none. */
  addThrough(places: Uint32Array, rows: number, from: Float64Array): void {
    this.#makeRoom(this.rows + rows)
    const { present, numbers } = this
    let { values } = this
    for (let row = 0; row < rows; row++) {
      const number = from[places[row] as number] as number
      const isNumber = !Number.isNaN(number)
      present[this.rows + row] = isNumber ? 1 : 0
      if (isNumber) numbers[values++] = number
    }
    this.rows += rows
    this.values = values
  }
  clear(): void {
    this.rows = 0
    this.values = 0
  }
}

/** Beyond so many a column forgets the texts of earlier row groups. */
export const MOST_KEPT = 100_000
/** Beyond so many UTF-16 units, too. */
const MOST_LETTERS = 32_000_000
/** Instead of a number: not met, or no text. */
export const NONE = -1

/** Texts: each distinct one is held once, under a number that it keeps from row group to row group. */
export class TextColumn implements ColumnBuffer {
  readonly kind = 'text'
  rows = 0
  values = 0
  present = new Uint8Array(FIRST_ROOM)
  places = new Uint32Array(FIRST_ROOM)
  /** The dictionary of the row group, in the order in which its texts came first. */
  distinct: string[] = []
  /** How often the numbers of its texts have begun anew. */
  timesForgotten = 0
  readonly #numberOf = new Map<string, number>()
  #texts: string[] = []
  #letters = 0
  #last = ''
  #lastNumber = NONE
  /** By a text's number, its place in the dictionary of the row group. */
  #placeOf = new Int32Array(FIRST_ROOM).fill(NONE)

  #makeRoom(rows: number): void {
    if (rows <= this.present.length) return
    this.present = withRoom(this.present, rows)
    this.places = withRoom(this.places, rows)
  }
  add(value: string): void {
    if (this.rows === this.present.length) this.#makeRoom(this.rows + 1)
    this.present[this.rows++] = 1
    this.places[this.values++] = this.#placeIn(this.numberOf(value))
  }
  addNone(): void {
    if (this.rows === this.present.length) this.#makeRoom(this.rows + 1)
    this.present[this.rows++] = 0
  }
  numberOf(value: string): number {
    if (value === this.#last && this.#lastNumber !== NONE) return this.#lastNumber
    let number = this.#numberOf.get(value)
    if (number === undefined) {
      // Half of a pair has no form in UTF-8: bounds are found among the texts that are written.
      number = this.#texts.push(value.toWellFormed()) - 1
      this.#numberOf.set(value, number)
      this.#letters += value.length
      if (number === this.#placeOf.length) this.#placeOf = grown(this.#placeOf, NONE)
    }
    this.#last = value
    return (this.#lastNumber = number)
  }
  #placeIn(number: number): number {
    const place = this.#placeOf[number] as number
    if (place !== NONE) return place
    return (this.#placeOf[number] = this.distinct.push(this.#texts[number] as string) - 1)
  }
  /** For each of so many rows the text whose number is at its place; -1: none. */
  addThrough(places: Uint32Array, rows: number, from: Int32Array): void {
    this.#makeRoom(this.rows + rows)
    const { present } = this
    let { values } = this
    for (let row = 0; row < rows; row++) {
      const number = from[places[row] as number] as number
      present[this.rows + row] = number === NONE ? 0 : 1
      if (number !== NONE) this.places[values++] = this.#placeIn(number)
    }
    this.rows += rows
    this.values = values
  }
  /** After a row group. */
  clear(): void {
    this.rows = 0
    this.values = 0
    this.distinct = []
    this.#placeOf.fill(NONE)
    if (this.#texts.length <= MOST_KEPT && this.#letters <= MOST_LETTERS) return
    this.#letters = 0
    this.timesForgotten++
    this.#texts = []
    this.#numberOf.clear()
    this.#lastNumber = NONE
  }
}

/** Twice as long, the new half filled with `empty`. */
export function grown<Numbers extends Float64Array | Int32Array>(before: Numbers, empty: number): Numbers {
  const after = new (before.constructor as new (length: number) => Numbers)(2 * before.length)
  after.fill(empty, before.length)
  after.set(before)
  return after
}

/** Copies a list into one with room for `rows`, or for twice as many as before, up to those of a row group. */
function withRoom<List extends Uint8Array | Uint32Array | Float64Array>(before: List, rows: number): List {
  const room = Math.max(rows, Math.min(GROUP_ROWS, 2 * before.length))
  const after = new (before.constructor as new (length: number) => List)(room)
  after.set(before)
  return after
}

export type AnyColumn = NumberColumn | TextColumn
export const columnOf = (kind: ColumnKind): AnyColumn => (kind === 'text' ? new TextColumn() : new NumberColumn(kind))
