import { firstWhere } from './bisect.ts'

interface Telling<Choice> {
  /** Whether the choice has what is searched. */
  fits: (choice: Choice) => boolean
  /** So many are told. */
  most: number
  isChosen: (choice: Choice) => boolean
  /** The first ones in this order are told; the order of the list where it is not given. */
  order?: (a: Choice, b: Choice) => number
}

/**
 * The choices of a facet that are told, here and in the window: the first few that fit, and behind them those that are
 * chosen, whatever is searched, so that they can be let go. `total` counts all that could be told.
 */
export function toldChoices<Choice>(all: readonly Choice[], { fits, most, isChosen, order }: Telling<Choice>) {
  const found = all.filter(fits)
  const rows = order ? firstOf(found, most, order) : found.slice(0, most)
  const chosen = all.filter(isChosen)
  const also = chosen.filter((choice) => !rows.includes(choice))
  rows.push(...(order ? also.toSorted(order) : also))
  return { total: found.length + chosen.filter((choice) => !fits(choice)).length, rows }
}

/** The first few of a list in an order, without sorting what nobody sees: there may be thousands of consumers. */
function firstOf<One>(list: readonly One[], most: number, order: (a: One, b: One) => number): One[] {
  const first: One[] = []
  for (const one of list) {
    const last = first[most - 1]
    if (last !== undefined && order(one, last) >= 0) continue
    const at = firstWhere(0, first.length, (place) => order(first[place] as One, one) > 0)
    first.splice(at, 0, one)
    if (first.length > most) first.pop()
  }
  return first
}
