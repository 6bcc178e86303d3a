import type { Shared } from '../table.ts'
import { FIRST_ROOM, GROUP_ROWS, grown, MOST_KEPT, NONE } from './column.ts'
import { keep, type Target } from './target.ts'

/** The place in rows of cells that they share. What was met once keeps its number, from row group to row group. */
export class Slot {
  /** Which of the shared cells met so far a row has. */
  readonly places = new Uint32Array(GROUP_ROWS)
  /** Changes when numbers begin anew: what a number counts for. */
  table = {}
  readonly #targets: readonly Target[]
  #met = 0
  /** For each target and each that was met the number that it is (NaN: none) and that of its text (-1: none). */
  #numbers: Float64Array[]
  #texts: Int32Array[]
  /** By the number that rows give their cells: the number here. */
  #numberOf = new Int32Array(FIRST_ROOM).fill(NONE)
  #of: readonly Shared[] | null = null

  constructor(targets: readonly Target[]) {
    this.#targets = targets
    this.#numbers = targets.map(() => new Float64Array(FIRST_ROOM))
    this.#texts = targets.map(() => new Int32Array(FIRST_ROOM))
  }

  get width(): number {
    return this.#targets.length
  }

  meet(shared: Shared): number {
    shared.placedIn = this.table
    return (shared.place = this.#meet(shared))
  }

  #meet({ cells }: Shared): number {
    const number = this.#met++
    if (number === this.#texts[0]?.length) {
      this.#numbers = this.#numbers.map((before) => grown(before, Number.NaN))
      this.#texts = this.#texts.map((before) => grown(before, NONE))
    }
    for (let at = 0; at < cells.length; at++)
      keep(this.#targets[at] as Target, cells[at], number, this.#numbers[at] as Float64Array, this.#texts[at] as Int32Array)
    return number
  }

  /** Which of a list's so many rows have, from row `into` on: `which[from]` to `which[to]`. */
  meetAll({ which, of }: { which: Uint32Array; of: readonly Shared[] }, from: number, to: number, into: number): void {
    if (this.#of !== of) this.#numberOf.fill(NONE)
    this.#of = of
    while (this.#numberOf.length < of.length) this.#numberOf = grown(this.#numberOf, NONE)
    const { places } = this
    const numberOf = this.#numberOf
    for (let at = from; at < to; at++) {
      const given = which[at] as number
      let number = numberOf[given] as number
      if (number === NONE) number = numberOf[given] = this.#meet(of[given] as Shared)
      places[into++] = number
    }
  }

  settle(rows: number): void {
    for (const [at, { fits, text }] of this.#targets.entries()) {
      fits?.addThrough(this.places, rows, this.#numbers[at] as Float64Array)
      text.addThrough(this.places, rows, this.#texts[at] as Int32Array)
    }
  }

  /** Whether it holds more than it should from one row group to the next. */
  get isLarge(): boolean {
    return this.#met > MOST_KEPT
  }
  /** Numbers begin anew; only when no rows wait. */
  forget(): void {
    this.table = {}
    this.#met = 0
    this.#of = null
  }
}
