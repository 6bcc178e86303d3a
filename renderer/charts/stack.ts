export interface Part {
  archiveType: string
  count: number
}

/** Turns counts by archive into counts by bucket, archives in the same order. `highest` is the tallest stack, at least 1. */
export function stackOf(archives: readonly { archiveType: string; counts: readonly number[] }[]): {
  buckets: Part[][]
  highest: number
} {
  const length = Math.max(0, ...archives.map(({ counts }) => counts.length))
  const buckets = Array.from({ length }, (_, index) =>
    archives.flatMap(({ archiveType, counts }) => {
      const count = counts[index] ?? 0
      return count > 0 ? [{ archiveType, count }] : []
    }),
  )
  const highest = buckets.reduce(
    (most, parts) =>
      Math.max(
        most,
        parts.reduce((sum, part) => sum + part.count, 0),
      ),
    1,
  )
  return { buckets, highest }
}
