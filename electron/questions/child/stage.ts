import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { TABLE_FUNCTIONS } from './functions.ts'
import { PERSONAL } from '../../contract/personal.ts'

/** A connection on which a question is asked. */
export interface Stage {
  db: DatabaseSync
  /** The name that the book's tables lie under; made anew for each question, which therefore cannot say it. */
  book: string
  /** The function that stands in the place of every private table; calling it is refused. */
  gate: string
  views: ReadonlySet<string>
  /** Tables that are functions, and that nobody may read. */
  modules: ReadonlySet<string>
  /** `view.column` of what is empty because it is personal, by view. */
  hidden: ReadonlyMap<string, readonly string[]>
}

/** Longer texts and bytes are no value: a question could ask for one of a gigabyte in a few characters. */
const MOST_VALUE = 16 << 20

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Opens a book for one question, in one state of it. The question sees three things of it: its public views, as temporary views;
 * in the place of every other table and index a gate that is refused; and the names of nothing else.
 * @throws an error of node:sqlite
 */
export function openStage(file: string, personal: 'shown' | 'hidden'): Stage {
  const db = new DatabaseSync(':memory:', { readOnly: true, allowExtension: false, enableDoubleQuotedStringLiterals: false })
  try {
    const [book, gate] = [`b${randomBytes(16).toString('hex')}`, `g${randomBytes(16).toString('hex')}`]
    // By its path and not as an address: that of a share of Windows has a host, which SQLite refuses. All of a connection for reading is so.
    db.prepare(`ATTACH ? AS ${book}`).run(file)
    // Sorting in memory is counted by the watch (worker.ts); on disk nobody would count it.
    db.exec(`PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA ${book}.mmap_size = 0;
      PRAGMA busy_timeout = 10000; PRAGMA threads = 0; BEGIN`)
    db.function(gate, { deterministic: true }, () => null)
    // The index of texts before the tables that it is made of, whose names nobody else may give while it is seen: a book that was
    // written anew has them the other way round.
    const parts = db.prepare(`SELECT type, name FROM ${book}.sqlite_schema WHERE type IN ('table', 'view') ORDER BY name`).all() as {
      type: string
      name: string
    }[]
    const isPublic = ({ type, name }: { type: string; name: string }) => type === 'view' && name.startsWith('v_')
    const views = parts.filter(isPublic).map(({ name }) => name)
    const hidden = new Map<string, string[]>()
    const made = views.map((view) => {
      const columns = db.prepare(`SELECT * FROM ${book}.${quoted(view)}`).columns()
      const away = personal === 'hidden' ? (PERSONAL[view] ?? []) : []
      if (away.length > 0)
        hidden.set(
          view,
          away.map((column) => `${view}.${column}`),
        )
      const shown = columns.map(({ name }) => (away.includes(name) ? `NULL AS ${quoted(name)}` : quoted(name)))
      return `CREATE TEMP VIEW ${quoted(view)} AS SELECT ${shown.join(', ')} FROM ${book}.${quoted(view)};`
    })
    const gates = parts
      .filter((part) => !isPublic(part) && !part.name.startsWith('sqlite_'))
      .map(({ name }) => `CREATE TEMP VIEW ${quoted(name)} AS SELECT ${gate}() AS ${quoted(name)};`)
    db.exec([...made, ...gates].join('\n'))
    const modules = db.prepare('SELECT name FROM pragma_module_list').all() as { name: string }[]
    Object.assign(db.limits, { attach: 0, length: MOST_VALUE })
    return {
      db,
      book,
      gate,
      views: new Set(views),
      modules: new Set(modules.map(({ name }) => name.toLowerCase()).filter((name) => !TABLE_FUNCTIONS.has(name))),
      hidden,
    }
  } catch (error) {
    db.close()
    throw error
  }
}
