import type Database from 'better-sqlite3'
import type { DamagedPlaces, JournalUse } from '../../contract/recovery-words.ts'
import { APPLICATION_ID } from '../file/head.ts'
import { MIGRATIONS } from '../file/migrations/index.ts'
import { openScratch } from '../file/scratch.ts'
import { rollbackOf, walOf, type Overlay } from './journals.ts'
import { knownTreesIn, type KnownTree } from './known-trees.ts'
import { openPages } from './pages.ts'
import { readSchema } from './schema-rows.ts'
import { walkTree, type Ground, type PageSet, type Walked } from './tree.ts'

/** The tables of a book of this version, empty: what was read of a damaged one goes there. */
export function makeStaging(db: Database.Database, version: number): void {
  db.pragma('foreign_keys = OFF')
  for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql)
  // A migration fills some tables; what the damaged book says of them holds.
  for (const table of db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'").pluck().all())
    db.exec(`DELETE FROM "${table}"`)
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${version}`)
}

export function pageSet(count: number): PageSet {
  const used = new Uint8Array(count + 1)
  return { has: (page) => used[page] === 1, add: (page) => void (used[page] = 1), delete: (page) => void (used[page] = 0) }
}

/**
 * The log beside the file, if the pages are sounder with it: one of another book, or of another time of this one, has sound
 * checksums too.
 */
export function bestJournal(file: string, breathe: () => void): { overlay: Overlay | null; journal: JournalUse } {
  const isSounder = (overlay: Overlay) => {
    const beside = damageWith(file, overlay, breathe)
    return beside === 0 || beside <= damageWith(file, null, breathe)
  }
  const log = walOf(`${file}-wal`)
  if (log) return isSounder(log) ? { overlay: log, journal: 'log' } : { overlay: null, journal: 'log_left_aside' }
  const back = rollbackOf(`${file}-journal`)
  return back && isSounder(back) ? { overlay: back, journal: 'rollback' } : { overlay: null, journal: 'none' }
}

/** How many places of all tables cannot be read. */
const damageWith = (file: string, overlay: Overlay | null, breathe: () => void): number =>
  walkedIn(file, overlay, breathe).walks.reduce((sum, { tree, gaps }) => sum + (tree.isIndex ? 0 : gaps.length), 0)

/**
 * Where a file is damaged, by table and index: its pages are read without SQLite, which gives up at the first one that is wrong.
 * Null where no table of a book is found. It is only read; `breathe` is called for each page, and may throw.
 */
export function whereDamaged(file: string, breathe: () => void): DamagedPlaces | null {
  const { pages, tables, walks } = walkedIn(file, bestJournal(file, breathe).overlay, breathe)
  if (tables === 0) return null
  const places = walks.map(({ tree, unreadable, unsound }) => ({ name: tree.name, unreadable, unsound }))
  return { pages, places: places.filter(({ unreadable, unsound }) => unreadable + unsound > 0) }
}

/** All trees that a book has, walked once; those of the schema of which the file has no beginning are torn at once. */
function walkedIn(file: string, overlay: Overlay | null, breathe: () => void) {
  const pages = openPages(file, overlay)
  const ground: Ground = { pages, used: pageSet(pages.count), breathe }
  const schema = openScratch(':memory:')
  try {
    const { version, roots } = readSchema(ground)
    makeStaging(schema, version)
    const walks = knownTreesIn(schema, 0).map((tree): Walked & { tree: KnownTree } => ({
      tree,
      ...walkTree(ground, tree, roots.get(tree.name) ?? 0, () => undefined),
    }))
    return { pages: pages.count, tables: roots.size, walks }
  } finally {
    schema.close()
    pages.close()
  }
}
