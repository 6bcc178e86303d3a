import { isNoise } from '../numbers.ts'
import { COLOURS, coloursOf, inkOn } from './colours.ts'
import type { CarpetRange } from './range.ts'

/** From a value to its colour. */
export interface CarpetScale {
  range: CarpetRange
  /** Values go below zero: zero has the colour in the middle, and equal distances from it are equally strong. */
  diverging: boolean
  /** From low to high. */
  colours: readonly string[]
  /** Black or white on each colour. */
  inks: readonly string[]
  /** The place of a value in `colours`; a value outside the range has the colour at its end. */
  placeOf: (value: number) => number
}

export function scaleOf(range: CarpetRange, dark: boolean): CarpetScale {
  const diverging = range.low < 0
  const reach = Math.max(Math.abs(range.low), Math.abs(range.high))
  const [first, last] = diverging ? [-reach, reach] : [range.low, range.high]
  const colours = coloursOf(diverging ? 'diverging' : 'sequential', dark)
  return {
    range,
    diverging,
    colours,
    inks: colours.map(inkOn),
    placeOf(value) {
      // Rounding would else be painted as the strongest of patterns.
      if (isNoise(range.least, range.greatest)) return COLOURS >> 1
      const share = (Math.min(range.high, Math.max(range.low, value)) - first) / (last - first)
      return Math.round(share * (COLOURS - 1))
    },
  }
}
