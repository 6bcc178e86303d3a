/** The first whole number in [low, high) at which `holds` is true; `high` when there is none. Once true, it must stay so. */
export function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    // The sum of two times may be no whole number any more.
    const middle = from + Math.floor((to - from) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
