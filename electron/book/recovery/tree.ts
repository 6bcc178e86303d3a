import { compareKeys, isWithin, type Key, type Range } from './keys.ts'
import { pageOf, type PageCell, type TreePage } from './page.ts'
import type { Pages } from './pages.ts'
import { recordOf, type Cell } from './record.ts'

/** A b-tree whose root is known. */
export interface Tree {
  /** 'table': rows by number; 'index': records in order, which are also the rows of tables without numbers. */
  of: 'table' | 'index'
  /** Values at the beginning of a record that a row is found by. */
  keys: number
  /** The values of a record that belongs here may be these. */
  accepts: (cells: readonly Cell[]) => boolean
  tellsReals: boolean
}

export interface TreeRow {
  key: Key
  cells: readonly Cell[]
  /** Nothing on its page contradicts the format. */
  isSound: boolean
}

/** What a walk learned besides the rows. */
export interface Walked {
  /** Where rows may be missing. */
  gaps: Range[]
  /** Where pages were read that contradict themselves somewhere. */
  unsound: number
  /** Pages that are missing, or not what they should be. */
  unreadable: number
}

/** A set of page numbers. */
export type PageSet = Pick<Set<number>, 'has'> & { add(page: number): void; delete(page: number): void }

/** All pages of a damaged file, and which were used. */
export interface Ground {
  pages: Pages
  /** Pages that belong to a tree, or to a long value. */
  used: PageSet
  /** Called for each page that is read; it may throw. */
  breathe: () => void
}

const DEEPEST = 24

/** Reads all rows of a tree that can be read, in order. */
export function walkTree(ground: Ground, tree: Tree, root: number, take: (row: TreeRow) => void): Walked {
  const walked: Walked = { gaps: [], unsound: 0, unreadable: 0 }
  walkPage({ ground, tree, take, walked }, root, { low: null, high: null }, 0)
  return walked
}

interface Walk {
  ground: Ground
  tree: Tree
  take: (row: TreeRow) => void
  walked: Walked
}

function walkPage(walk: Walk, number: number, range: Range, depth: number): void {
  const { ground, tree, walked } = walk
  const page = depth > DEEPEST ? null : claim(ground, number, tree)
  if (!page) {
    walked.unreadable++
    walked.gaps.push(range)
    return
  }
  const { cells, lost } = cellsInOrder(page, ground, tree, range)
  const isSound = page.isSound && lost === 0
  if (!isSound) {
    walked.unsound++
    walked.gaps.push(range)
  }
  let { low } = range
  for (const { key, record, child } of cells) {
    if (child !== null) walkPage(walk, child, { low, high: key }, depth + 1)
    if (record) walk.take({ key, cells: record, isSound })
    low = key
  }
  if (page.right !== null) walkPage(walk, page.right, { low, high: range.high }, depth + 1)
}

/** A page that nobody else has used, if it is one of this tree. */
function claim({ pages, used, breathe }: Ground, number: number, tree: Tree): TreePage | null {
  breathe()
  if (number < 1 || number > pages.count || used.has(number)) return null
  const bytes = pages.read(number)
  const page = bytes && pageOf(bytes, number)
  if (page?.of !== tree.of) return null
  used.add(number)
  return page
}

export interface OrderedCell {
  key: Key
  /** Null on pages that only lead to others. */
  record: readonly Cell[] | null
  child: number | null
}

/** The cells of a page whose keys lie in its range, in order; `lost` counts the others and those that are no records. */
export function cellsInOrder(page: TreePage, ground: Ground, tree: Tree, range: Range): { cells: OrderedCell[]; lost: number } {
  const cells: OrderedCell[] = []
  let lost = 0
  for (const one of page.cells) {
    const cell = cellOf(one, ground, tree)
    if (cell === null || !isWithinPage(cell.key, range, page)) {
      lost++
      continue
    }
    const last = cells.at(-1)
    if (last && compareKeys(cell.key, last.key) <= 0) {
      lost++
      // One of the two is wrong: the last, if this one follows the one before it.
      const before = cells.at(-2)
      if (before && compareKeys(cell.key, before.key) <= 0) continue
      if (!before && range.low !== null && compareKeys(cell.key, range.low) <= 0) continue
      cells.pop()
    }
    cells.push(cell)
  }
  return { cells, lost }
}

/** The key of a cell that leads to others is the last one of its child, so that a child may end with the range's own end. */
function isWithinPage(key: Key, range: Range, page: TreePage): boolean {
  if (page.of === 'index' || range.high === null) return isWithin(key, range)
  return isWithin(key, { low: range.low, high: null }) && compareKeys(key, range.high) <= 0
}

function cellOf({ child, rowid, payload }: PageCell, ground: Ground, tree: Tree): OrderedCell | null {
  if (!payload) return rowid === null ? null : { key: rowid, record: null, child }
  const bytes = wholePayload(payload, ground)
  const record = bytes && recordOf(bytes, tree.tellsReals)
  if (!record || !tree.accepts(record)) return null
  if (tree.of === 'table') return rowid === null ? null : { key: rowid, record, child }
  return record.length < tree.keys ? null : { key: record.slice(0, tree.keys), record, child }
}

/** A payload with its overflow pages; null where one is missing or another's. https://sqlite.org/fileformat2.html#ovflpgs */
function wholePayload({ bytes, local, overflow }: NonNullable<PageCell['payload']>, { pages, used }: Ground): Buffer | null {
  if (local.length === bytes) return local
  const parts = [local]
  const taken: number[] = []
  let left = bytes - local.length
  for (let number = overflow; left > 0;) {
    const page = number < 1 || number > pages.count || used.has(number) ? null : pages.read(number)
    const next = page?.readUInt32BE(0) ?? 0
    const part = page?.subarray(4, 4 + left)
    // The last page leads nowhere, and every other one on.
    if (!part || part.length < left !== next > 0) {
      for (const one of taken) used.delete(one)
      return null
    }
    used.add(number)
    taken.push(number)
    parts.push(part)
    left -= part.length
    number = next
  }
  return Buffer.concat(parts)
}
