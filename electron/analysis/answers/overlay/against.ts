/**
 * The values of one line at the positions of another: each of the nearest point, at most `reachMs` away, NaN where there is
 * none. Both ascend.
 */
export function valuesAt(positions: Float64Array, of: { positions: Float64Array; values: Float64Array }, reachMs: number): Float64Array {
  const found = new Float64Array(positions.length)
  const last = of.positions.length - 1
  let near = 0
  for (let row = 0; row < positions.length; row += 1) {
    const at = positions[row] as number
    const distance = (point: number) => Math.abs((of.positions[point] as number) - at)
    while (near < last && distance(near + 1) < distance(near)) near += 1
    found[row] = last >= 0 && distance(near) <= reachMs ? (of.values[near] as number) : Number.NaN
  }
  return found
}
