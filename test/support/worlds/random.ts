/** Chance that comes out the same in every process: one generator for one purpose, from a seed of whole numbers. */
export interface Random {
  /** 0 ≤ x < 1. */
  next: () => number
  between: (least: number, most: number) => number
  /** A whole number, both ends included. */
  int: (least: number, most: number) => number
  pick: <T>(items: readonly T[]) => T
  chance: (share: number) => boolean
}

/** mulberry32, begun from a hash of the parts. */
export function random(...parts: readonly number[]): Random {
  let state = 0x9e3779b9
  for (const part of parts) {
    state = Math.imul(state ^ (part | 0), 0x85ebca6b)
    state = (state ^ (state >>> 13)) + 0x6d2b79f5
  }
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    int,
    pick: (items) => {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    chance: (share) => next() < share,
  }
}
