import { partsAt } from '../file/schema.ts'
import { KNOWN_VERSION } from '../file/head.ts'
import { freePagesOf } from './free-pages.ts'
import { pageOf } from './page.ts'
import type { Cell } from './record.ts'
import { cellsInOrder, walkTree, type Ground, type Tree } from './tree.ts'

/** What the file says of its tables and indexes. */
export interface SchemaFound {
  /** The book's version, by the tables that are there: the head may be damaged. */
  version: number
  /** First pages of tables and indexes, by their names: 'table reading'. */
  roots: ReadonlyMap<string, number>
}

interface Entry {
  name: string
  root: number
  sql: string
  table: string
}

const KINDS = ['table', 'index', 'view', 'trigger']
const SCHEMA: Tree = {
  of: 'table',
  keys: 0,
  tellsReals: false,
  accepts: (cells) =>
    cells.length === 5 && KINDS.includes(String(cells[0])) && typeof cells[1] === 'string' && typeof cells[2] === 'string',
}

/** Reads the list of tables; where pages of it are missing, from the pages that nothing leads to. */
export function readSchema(ground: Ground): SchemaFound {
  const entries: Entry[] = []
  const take = (cells: readonly Cell[]) => {
    const [kind, name, table, root, sql] = cells
    entries.push({ name: `${String(kind)} ${String(name)}`, table: String(table), root: Number(root ?? 0), sql: String(sql ?? '') })
  }
  const { gaps } = walkTree(ground, SCHEMA, 1, ({ cells }) => take(cells))
  if (gaps.length > 0) {
    const { free } = freePagesOf(ground.pages, ground.used)
    for (let number = 2; number <= ground.pages.count; number++) {
      if (ground.used.has(number) || free.has(number)) continue
      ground.breathe()
      const bytes = ground.pages.read(number)
      const page = bytes && pageOf(bytes, number)
      if (page?.of !== 'table' || !page.isLeaf || !page.isSound || page.cells.length === 0) continue
      const { cells, lost } = cellsInOrder(page, ground, SCHEMA, { low: null, high: null })
      if (lost > 0) continue
      ground.used.add(number)
      for (const { record } of cells) if (record) take(record)
    }
  }
  const version = versionOf(entries, ground.pages.read(1)?.readInt32BE(60) ?? 0)
  const known = partsAt(version)
  const roots = new Map<string, number>()
  for (const { name, root } of entries)
    if (known.has(name) && root > 1 && root <= ground.pages.count && !roots.has(name)) roots.set(name, root)
  return { version, roots }
}

/**
 * The version whose tables are most like those that were found. Of several the one holds that the head says, else the one that
 * lacks fewest.
 */
function versionOf(entries: readonly Entry[], said: number): number {
  const scored = Array.from({ length: KNOWN_VERSION }, (_, at) => {
    const parts = partsAt(at + 1)
    const alike = entries.filter(({ name, sql, table }) => parts.get(name)?.isSame(sql, table)).length
    return { version: at + 1, alike, lacking: parts.size - alike }
  })
  const most = Math.max(...scored.map(({ alike }) => alike))
  if (most === 0) return said >= 1 && said <= KNOWN_VERSION ? said : KNOWN_VERSION
  const best = scored.filter(({ alike }) => alike === most)
  const chosen = best.find(({ version }) => version === said) ?? best.toSorted((a, b) => a.lacking - b.lacking || b.version - a.version)[0]
  return chosen?.version ?? KNOWN_VERSION
}
