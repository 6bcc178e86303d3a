/** A line that differs: what it was to be, and what it is; null where it is not there. Lines count from 1. */
export interface LineDifference {
  line: number
  expected: string | null
  found: string | null
}

/** How far ahead lines are looked for that fit again. */
const AHEAD = 64

/**
 * What differs between two long texts, line by line, in one pass and little memory. A line that was changed is told from
 * one that was added or taken away by whether the lines behind it fit.
 */
export async function* lineDifferences(
  expected: AsyncIterable<string>,
  found: AsyncIterable<string>,
): AsyncGenerator<LineDifference> {
  const [left, right] = [ahead(expected), ahead(found)]
  try {
    let line = 1
    for (;;) {
      const [a, b] = [await left.at(0), await right.at(0)]
      if (a === null && b === null) return
      if (a === b) {
        left.drop()
        right.drop()
        line++
        continue
      }
      const [missing, added] = await fitting(left, right)
      const changed = Math.min(missing, added)
      for (let at = 0; at < Math.max(missing, added); at++) {
        const isHere = at < added
        yield { line, expected: at < missing ? await left.at(0) : null, found: isHere ? await right.at(0) : null }
        if (at < missing) left.drop()
        if (isHere) {
          right.drop()
          line++
        }
      }
      if (changed === 0 && missing === 0 && added === 0) return
    }
  } finally {
    // Whoever has seen enough stops early: the files behind the lines are closed then.
    await left.end()
    await right.end()
  }
}

type Ahead = ReturnType<typeof ahead>

/** How many lines of each side lie before the next that fit. */
async function fitting(left: Ahead, right: Ahead): Promise<[missing: number, added: number]> {
  for (let sum = 1; sum <= AHEAD; sum++) {
    // The same number on both sides first: a changed line is likelier than one gone and one come.
    for (let more = 0; more <= sum; more++) {
      const pairs: [number, number][] = [[sum, sum - more], [sum - more, sum]] // oxfmt-ignore
      for (const [i, j] of pairs) if ((await left.at(i)) === (await right.at(j))) return [i, j]
    }
  }
  return [(await left.at(0)) === null ? 0 : 1, (await right.at(0)) === null ? 0 : 1]
}

/** Lines that can be looked at before they are taken. */
function ahead(lines: AsyncIterable<string>) {
  const iterator = lines[Symbol.asyncIterator]()
  let held: string[] = []
  let from = 0
  let isAtEnd = false
  return {
    async at(place: number): Promise<string | null> {
      while (!isAtEnd && held.length - from <= place) {
        const next = await iterator.next()
        if (next.done) isAtEnd = true
        else held.push(next.value)
      }
      return held[from + place] ?? null
    },
    async end(): Promise<void> {
      await iterator.return?.()
    },
    drop(): void {
      from++
      if (from < 1024) return
      held = held.slice(from)
      from = 0
    },
  }
}
