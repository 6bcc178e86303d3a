/** Rows as SQLite gives them. */
export type Cells = (string | number | bigint | null | Buffer)[]

export interface Verdict {
  /** Rows that were compared and found equal. */
  rows: number
  /** What differs, in words; empty when the book holds the truth. */
  differences: string[]
}

export interface Ledger {
  /** Compares two lists of rows as multisets: the order does not count, how often a row is there does. */
  compare(what: string, truth: readonly Cells[], found: readonly Cells[]): void
  verdict(): Verdict
}

/** How many rows of one list are named on each side. */
const NAMED = 3

/** `asTexts`: 5 and '5' are the same. */
export function createLedger(asTexts: boolean): Ledger {
  const differences: string[] = []
  let rows = 0
  const lineOf = (row: Cells): string =>
    JSON.stringify(row, (_, value: unknown) => {
      if (typeof value === 'bigint') return asTexts ? String(value) : Number(value)
      return asTexts && typeof value === 'number' ? String(value) : value
    })
  const counted = (list: readonly Cells[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const row of list) {
      const line = lineOf(row)
      counts.set(line, (counts.get(line) ?? 0) + 1)
    }
    return counts
  }
  /** Rows that are more often on one side than on the other. */
  const beyond = (these: Map<string, number>, those: Map<string, number>): string[] =>
    [...these].flatMap(([line, times]) => (times > (those.get(line) ?? 0) ? [line] : []))

  return {
    compare(what, truth, found) {
      const [expected, actual] = [counted(truth), counted(found)]
      const missing = beyond(expected, actual)
      const surplus = beyond(actual, expected)
      if (missing.length === 0 && surplus.length === 0) {
        rows += truth.length
        return
      }
      differences.push(
        `${what}: ${truth.length} true, ${found.length} found; missing ${missing.length} (${missing.slice(0, NAMED).join(' ')}), surplus ${surplus.length} (${surplus.slice(0, NAMED).join(' ')})`,
      )
    },
    verdict: () => ({ rows, differences }),
  }
}
