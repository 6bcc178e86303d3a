/**
 * How many records at the beginning of a page repeat the end of what came before. Records that are added to a list while
 * it is read move the others to later pages. Records are compared by their keys.
 */
export function overlapOf(before: readonly (string | number)[], page: readonly (string | number)[]): number {
  for (let length = Math.min(before.length, page.length); length > 0; length -= 1) {
    if (before.slice(-length).every((key, at) => key === page[at])) return length
  }
  return 0
}
