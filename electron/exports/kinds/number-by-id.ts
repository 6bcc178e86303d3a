/** The number of an id that has none. */
export const NONE = -1

/** Ids below it have a place in a list: four bytes each. The book counts its ids up from 1, so most are. */
const MOST_LISTED = 1_000_000

/** Numbers by ids of the book. Looking one up costs a tenth of what a Map takes. */
export class NumberById {
  #listed = new Int32Array(1024).fill(NONE)
  readonly #others = new Map<number, number>()
  size = 0

  /** NONE where it has no number. */
  get(id: number): number {
    return this.#listed[id] ?? this.#others.get(id) ?? NONE
  }
  /** Sets the number of an id that has none yet. */
  set(id: number, number: number): void {
    this.size++
    if (id >= MOST_LISTED) {
      this.#others.set(id, number)
      return
    }
    if (id >= this.#listed.length) {
      const longer = new Int32Array(Math.min(MOST_LISTED, 2 * id)).fill(NONE)
      longer.set(this.#listed)
      this.#listed = longer
    }
    this.#listed[id] = number
  }
  clear(): void {
    this.#listed.fill(NONE)
    this.#others.clear()
    this.size = 0
  }
}
