import { createHash } from 'node:crypto'
import type { Blocks } from './read-lines.ts'

/** A line that differs: what it was to be, and what it is; null where it is not there. Lines count from 1. */
export interface LineDifference {
  line: number
  expected: string | null
  found: string | null
}

/** How far ahead lines are looked for that fit again. */
const AHEAD = 64
/** The most text that is held of one side, in UTF-16 units: of very long lines fewer are held. */
const MOST_HELD = 8 * 1024 * 1024

/**
 * What differs between two long texts, line by line, in one pass and little memory. A line that was changed is told from
 * one that was added or taken away by whether the lines behind it fit.
 */
export async function* lineDifferences(expected: Blocks, found: Blocks): AsyncGenerator<LineDifference> {
  const [left, right] = [ahead(expected), ahead(found)]
  try {
    let line = 1
    for (;;) {
      await Promise.all([left.hold(1), right.hold(1)])
      const [a, b] = [left.at(0), right.at(0)]
      if (a === null && b === null) return
      if (a === b) {
        line += dropSame(left, right)
        continue
      }
      const [missing, added] = await fitting(left, right)
      for (let at = 0; at < Math.max(missing, added); at++) {
        const isHere = at < added
        yield { line, expected: at < missing ? left.at(0) : null, found: isHere ? right.at(0) : null }
        if (at < missing) left.drop()
        if (isHere) {
          right.drop()
          line++
        }
      }
    }
  } finally {
    // Whoever has seen enough stops early: the files behind the lines are closed then.
    await left.end()
    await right.end()
  }
}

type Ahead = ReturnType<typeof ahead>

/** Drops the lines that both sides hold and that are the same; returns how many these were. */
function dropSame(left: Ahead, right: Ahead): number {
  let count = 0
  while (left.held() > 0 && right.held() > 0 && left.at(0) === right.at(0)) {
    left.drop()
    right.drop()
    count++
  }
  return count
}

/** How many lines of each side lie before the next that fit: the nearest, and on both sides as many as can be. */
async function fitting(left: Ahead, right: Ahead): Promise<[missing: number, added: number]> {
  await Promise.all([left.hold(AHEAD + 1), right.hold(AHEAD + 1)])
  /** The last place of each line so far. */
  const [leftPlaces, rightPlaces] = [new Map<string | null, number>(), new Map<string | null, number>()]
  for (let place = 0; place <= AHEAD; place++) {
    const [a, b] = [left.keyAt(place), right.keyAt(place)]
    if (a !== undefined) leftPlaces.set(a, place)
    if (b !== undefined) rightPlaces.set(b, place)
    const added = a === undefined ? -1 : (rightPlaces.get(a) ?? -1)
    const missing = b === undefined ? -1 : (leftPlaces.get(b) ?? -1)
    // A changed line is likelier than one gone and one come: the pair that leaves the fewest without a partner.
    if (added >= 0 || missing >= 0) return added >= missing ? [place, added] : [missing, place]
  }
  return [left.at(0) === null ? 0 : 1, right.at(0) === null ? 0 : 1]
}

/** A longer line is found by its digest: comparing each with each would take minutes. */
const LONG = 256

/** Lines that can be looked at before they are taken. */
function ahead(blocks: Blocks) {
  const iterator = blocks[Symbol.asyncIterator]()
  let lines: (string | undefined)[] = []
  let keys: (string | undefined)[] = []
  let from = 0
  let units = 0
  let isAtEnd = false
  const held = (): number => lines.length - from
  return {
    held,
    /** Reads on until so many lines are held, or as many as may be. */
    async hold(count: number): Promise<void> {
      while (!isAtEnd && held() < count && (held() === 0 || units <= MOST_HELD)) {
        const next = await iterator.next()
        if (next.done) {
          isAtEnd = true
          return
        }
        if (next.value.length === 0) continue
        lines = from < lines.length ? lines.slice(from).concat(next.value) : [...next.value]
        keys = keys.slice(from)
        from = 0
        for (const line of next.value) units += line.length
      }
    },
    /** A line that is held; null behind the last. */
    at: (place: number): string | null => lines[from + place] ?? null,
    /** The text that tells a line from others: itself, or its digest; null for the end, undefined where nothing is known yet. */
    keyAt(place: number): string | null | undefined {
      const line = lines[from + place]
      if (line === undefined) return isAtEnd && place === held() ? null : undefined
      return (keys[from + place] ??= line.length <= LONG ? `=${line}` : digestOf(line))
    },
    async end(): Promise<void> {
      await iterator.return?.()
    },
    drop(): void {
      units -= lines[from]?.length ?? 0
      lines[from] = undefined
      from++
    },
  }
}

/** The units as they are: UTF-8 would make one of all halves of characters. */
const digestOf = (line: string): string => createHash('sha256').update(line, 'utf16le').digest('base64')
