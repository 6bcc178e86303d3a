/** Columns of doubles one after another; of one alone that one itself. */
export function joinedColumns(parts: readonly Float64Array[]): Float64Array {
  const [only, second] = parts
  if (only && !second) return only
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
