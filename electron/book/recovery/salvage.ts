import Database from 'better-sqlite3'
import { EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE } from '../../contract/records.ts'
import type { JournalUse } from '../../contract/recovery-words.ts'
import { MIGRATIONS } from '../file/migrations/index.ts'
import { openScratch } from '../file/scratch.ts'
import { SOUND_TABLE_NAMES } from '../soundness/tables.ts'
import { compareEvents, type SeenBeside } from './beside.ts'
import { freePagesOf } from './free-pages.ts'
import type { Range } from './keys.ts'
import { knownTreesIn, valuesOf, type KnownTree } from './known-trees.ts'
import { readOrphans, type Torn } from './orphans.ts'
import { openPages } from './pages.ts'
import { OWN_TABLES } from './own-tables.ts'
import { readSchema } from './schema-rows.ts'
import { hasArchives, rebuildOf } from './rebuild.ts'
import { walkTree, type Ground, type TreeRow, type Walked } from './tree.ts'
import { bestJournal, makeStaging, pageSet } from './where.ts'

/** What was read of a table. */
interface TableRead {
  rows: number
  /** Rows that were there, and are no rows of such a table. */
  refused: number
  /** Rows that an index names and that were not found; null: no sound index tells. */
  lost: number | null
  gaps: Range[]
}

export interface Salvaged {
  version: number
  journal: JournalUse
  tables: ReadonlyMap<string, TableRead>
  pages: { all: number; unreadable: number; unsound: number; orphans: number; left: number }
  /** Events of which only one of two places told, and neither can be believed. */
  contradicting: SeenBeside
}

/** Tables that nothing can be made of again are read first. */
const PEOPLES: readonly string[] = [
  'note',
  'note_photo',
  'finding_mark',
  'station_typed',
  'contract_limit',
  'meaning',
  'threshold',
  'branch',
  'question',
  'named_trip',
  'import_content',
  'import_file',
]
const placeOf = (table: string): number => (PEOPLES.includes(table) ? PEOPLES.indexOf(table) : PEOPLES.length)
export const peoplesFirst = (a: { table: string }, b: { table: string }): number => placeOf(a.table) - placeOf(b.table)

const ARCHIVES = ['series', 'series_channel', 'reading', 'event']

/**
 * Reads all rows of a damaged file that can be read into a fresh database of the same version. The file and its journals are
 * only read. `tell` gets the pages that were read and their number; `breathe` may throw.
 */
export function salvage(
  file: string,
  into: string,
  { nowMs, tell, breathe }: { nowMs: number; tell: (done: number, total: number) => void; breathe: () => void },
): { db: Database.Database; salvaged: Salvaged } {
  const { overlay, journal } = bestJournal(file, breathe)
  const pages = openPages(file, overlay)
  let read = 0
  const ground: Ground = {
    pages,
    used: pageSet(pages.count),
    breathe() {
      if (++read % 512 === 0) {
        breathe()
        tell(Math.min(read, pages.count), pages.count)
      }
    },
  }
  const db = openScratch(into)
  try {
    const { version, roots } = readSchema(ground)
    makeStaging(db, version)
    const reading = readingInto(db, ground, roots, version, nowMs)
    return { db, salvaged: { version, journal, ...reading } }
  } catch (error) {
    db.close()
    throw error
  } finally {
    pages.close()
  }
}

function readingInto(db: Database.Database, ground: Ground, roots: ReadonlyMap<string, number>, version: number, nowMs: number) {
  const trees = knownTreesIn(db, nowMs)
  const isWanted = wantedAt(version)
  const tables = trees.filter(({ isIndex }) => !isIndex).toSorted(peoplesFirst)
  const indexes = trees.filter(({ isIndex }) => isIndex)
  const found = new Map<string, TableRead>()
  const walks = new Map<KnownTree, Walked>()
  const insert = insertersInto(db)
  const rebuild = rebuildOf(db)
  const totals = { unreadable: 0, unsound: 0 }
  const walk = (tree: KnownTree, take: (row: TreeRow) => void) => {
    const walked = walkTree(ground, tree, roots.get(tree.name) ?? 0, take)
    walks.set(tree, walked)
    totals.unreadable += walked.unreadable
    totals.unsound += walked.unsound
  }
  const readOf = (table: string): TableRead => {
    const one = found.get(table) ?? { rows: 0, refused: 0, lost: null, gaps: [] }
    found.set(table, one)
    return one
  }
  const takeRow = (tree: KnownTree, row: TreeRow) => {
    // What a doubtful page says of days would be believed for ever.
    if (tree.table === 'coverage_run' && !row.isSound) return
    const one = readOf(tree.table)
    if (insert(tree, row)) one.rows++
    else one.refused++
  }
  db.exec('BEGIN')
  for (const tree of tables) if (isWanted(tree.table)) walk(tree, (row) => takeRow(tree, row))
  const counts = new Map<KnownTree, number>()
  const takeEntry = (tree: KnownTree, row: TreeRow) => {
    counts.set(tree, (counts.get(tree) ?? 0) + 1)
    rebuild.take(tree, row)
  }
  const isTorn = [...walks.values()].some(({ gaps }) => gaps.length > 0)
  for (const tree of indexes) if (isWanted(tree.table) && (isTorn || rebuild.asks(tree))) walk(tree, (row) => takeEntry(tree, row))
  const orphans = { taken: 0, left: 0 }
  if (isTorn) {
    for (const tree of tables) if (!isWanted(tree.table)) walk(tree, () => undefined)
    for (const tree of indexes) if (!isWanted(tree.table)) walk(tree, () => undefined)
    const torn: Torn[] = [...walks].filter(([, { gaps }]) => gaps.length > 0).map(([tree, { gaps }]) => ({ tree, gaps }))
    Object.assign(
      orphans,
      readOrphans(ground, torn, freePagesOf(ground.pages, ground.used), (tree, row) => {
        if (tree.isIndex) takeEntry(tree, row)
        else if (isWanted(tree.table)) takeRow(tree, row)
      }),
    )
  }
  for (const [tree, { gaps }] of walks) if (!tree.isIndex && isWanted(tree.table)) readOf(tree.table).gaps = gaps
  const gapsOf = (name: string) => [...walks].find(([tree]) => tree.name === name)?.[1].gaps ?? []
  const contradicting = indexes.some(({ name }) => name === 'index event_by_time')
    ? compareEvents(db, gapsOf('table event'), gapsOf('index event_by_time'))
    : []
  for (const [table, rows] of rebuild.end()) readOf(table).rows += rows
  for (const [tree, entries] of counts) if (gapsOf(tree.name).length === 0 && !tree.isPartial) tellLost(readOf(tree.table), entries)
  if (gapsOf('table series').length === 0)
    for (const [table, rows] of uncounted(db)) readOf(table).lost = Math.max(readOf(table).lost ?? 0, rows)
  db.exec('COMMIT')
  return {
    tables: found,
    pages: { all: ground.pages.count, ...totals, orphans: orphans.taken, left: orphans.left },
    contradicting,
  }
}

/** How many readings and events fewer there are than the archives count. */
function uncounted(db: Database.Database): ['reading' | 'event', number][] {
  if (!hasArchives(db)) return []
  const lacking = (table: 'reading' | 'event') =>
    db
      .prepare<string[], number>(
        `SELECT total(max(s.records - (SELECT count(*) FROM ${table} r WHERE r.series_id = s.id), 0)) FROM series s
         WHERE s.archive_type ${table === 'event' ? '' : 'NOT'} IN (${EVENT_ARCHIVES.map(() => '?').join(', ')})
           AND s.archive_type NOT IN ('${SESSIONS_ARCHIVE}', '${SETTINGS_ARCHIVE}')`,
      )
      .pluck()
      .get(...EVENT_ARCHIVES) ?? 0
  return [
    ['reading', lacking('reading')],
    ['event', lacking('event')],
  ]
}

const tellLost = (read: TableRead, entries: number) => void (read.lost = Math.max(read.lost ?? 0, entries - read.rows, 0))

/** Whether a table is read: of a book of this version without what is concluded from others; an older one is migrated with all. */
function wantedAt(version: number): (table: string) => boolean {
  if (version < MIGRATIONS.length) return () => true
  const wanted = new Set<string>([...SOUND_TABLE_NAMES, ...ARCHIVES, ...OWN_TABLES])
  return (table) => wanted.has(table)
}

/** Inserts rows; false where the table does not take one: it is of other types, breaks a rule, or is there already. */
function insertersInto(db: Database.Database): (tree: KnownTree, row: TreeRow) => boolean {
  const statements = new Map<string, Database.Statement>()
  return (tree, { key, cells }) => {
    let statement = statements.get(tree.table)
    if (!statement) {
      const columns = tree.columns.map(({ name }) => `"${name}"`)
      statement = db.prepare(`INSERT INTO "${tree.table}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      statements.set(tree.table, statement)
    }
    try {
      statement.run(valuesOf(tree, key, cells))
      return true
    } catch (error) {
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return false
      throw error
    }
  }
}
