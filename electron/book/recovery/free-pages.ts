import type { Pages } from './pages.ts'
import type { PageSet } from './tree.ts'

export interface FreePages {
  free: ReadonlySet<number>
  /** As many were found as the head of the file says. */
  areAll: boolean
}

/** Where the head of a file says how many pages it has, the first of the list, and how many are on it. */
const [PAGES_AT, FIRST_AT, COUNT_AT] = [28, 32, 36]

/**
 * The pages that the file keeps for later: they hold what was deleted, which must not come back. They are found by the list
 * that the head begins, and, since a damage may have cut that list, by the form of its pages among those that nothing uses.
 * https://sqlite.org/fileformat2.html#the_freelist
 */
export function freePagesOf(pages: Pages, used: PageSet): FreePages {
  const free = new Set<number>()
  const head = pages.read(1)
  const last = Math.max(pages.count, head?.readUInt32BE(PAGES_AT) ?? 0)
  const take = (number: number): number | null => {
    const list = listAt(pages, number, used, last)
    for (const one of list ? [number, ...list.pages] : []) free.add(one)
    return list?.next ?? null
  }
  const seen = new Set<number>()
  for (let number = head?.readUInt32BE(FIRST_AT) ?? 0; number !== 0 && !seen.has(number);) {
    seen.add(number)
    number = take(number) ?? 0
  }
  for (let number = 2; number <= pages.count; number++) if (!used.has(number) && !free.has(number)) take(number)
  return { free, areAll: head !== null && head.readUInt32BE(COUNT_AT) === free.size }
}

/** A page of the list: the pages that it names, which may lie behind the end of a file that was cut; null where it is none. */
function listAt(
  { read, count: pageCount, size }: Pages,
  number: number,
  used: PageSet,
  last: number,
): { pages: number[]; next: number } | null {
  if (number < 2 || number > pageCount || used.has(number)) return null
  const bytes = read(number)
  if (!bytes) return null
  const [next, count] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
  const isPage = (one: number) => one >= 2 && one <= last && !used.has(one)
  if ((next !== 0 && !isPage(next)) || count > size / 4 - 2 || (next === 0 && count === 0)) return null
  const listed = Array.from({ length: count }, (_, at) => bytes.readUInt32BE(8 + 4 * at))
  return new Set(listed).size === listed.length && listed.every(isPage) ? { pages: listed, next } : null
}
