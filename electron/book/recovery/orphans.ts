import type { FreePages } from './free-pages.ts'
import { isWithin, type Range } from './keys.ts'
import type { KnownTree } from './known-trees.ts'
import { pageOf } from './page.ts'
import { cellsInOrder, type Ground, type PageSet, type TreeRow } from './tree.ts'

/** A tree of which pages are missing, and where. */
export interface Torn {
  tree: KnownTree
  gaps: readonly Range[]
}

export interface Orphans {
  taken: number
  /** Pages of records that could be of no tree, or of several. */
  left: number
}

/**
 * Reads the pages that no other page leads to any more, because the one that did is damaged: a page is taken where all of it
 * is sound, and one tree alone lacks rows with such keys and of such a form.
 * Pages of deleted rows are not taken, and none at all where some of those could not be told.
 */
export function readOrphans(
  ground: Ground,
  torn: readonly Torn[],
  { free, areAll }: FreePages,
  take: (tree: KnownTree, row: TreeRow) => void,
): Orphans {
  const found: Orphans = { taken: 0, left: 0 }
  for (let number = 2; number <= ground.pages.count; number++) {
    if (ground.used.has(number) || free.has(number)) continue
    ground.breathe()
    const bytes = ground.pages.read(number)
    const page = bytes && pageOf(bytes, number)
    if (!page || page.cells.length === 0 || (page.of === 'table' && !page.isLeaf)) continue
    const fitting = page.isSound && areAll ? torn.filter(({ tree, gaps }) => page.of === tree.of && isOf(page, ground, tree, gaps)) : []
    const [one, other] = fitting
    if (!one || other) {
      found.left++
      continue
    }
    ground.used.add(number)
    found.taken++
    for (const { key, record } of cellsInOrder(page, ground, one.tree, ANYWHERE).cells)
      if (record) take(one.tree, { key, cells: record, isSound: false })
  }
  return found
}

const ANYWHERE: Range = { low: null, high: null }

function isOf(page: NonNullable<ReturnType<typeof pageOf>>, ground: Ground, tree: KnownTree, gaps: readonly Range[]): boolean {
  const { cells, lost } = cellsInOrder(page, { ...ground, used: triedOn(ground.used) }, tree, ANYWHERE)
  const [first, last] = [cells[0], cells.at(-1)]
  if (lost > 0 || !first || !last || !cells.every(({ record }) => record === null || tree.isTypical(record))) return false
  return gaps.some((gap) => isWithin(first.key, gap) && isWithin(last.key, gap))
}

/** Pages of long values are used while a page is tried, and not afterwards. */
function triedOn(used: PageSet): PageSet {
  const own = new Set<number>()
  return { has: (page) => own.has(page) || used.has(page), add: (page) => void own.add(page), delete: (page) => void own.delete(page) }
}
