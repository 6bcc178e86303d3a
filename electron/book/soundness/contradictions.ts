import type { Database } from 'better-sqlite3'
import type { Refusal } from '../../contract/merge-words.ts'
import { EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE } from '../../contract/records.ts'
import { saidOtherwise } from '../archives/event-content.ts'
import { snapshotsSaidOtherwise } from '../archives/settings.ts'
import type { Context } from '../context.ts'
import type { RecordProblem } from '../file/record-check.ts'
import { notesSaidOtherwise } from '../notes/said-otherwise.ts'
import { cellFault, timesAt } from './cells.ts'
import { SOUND_TABLE_NAMES, SOUND_TABLES, type SoundTable } from './tables.ts'

/** What of a row that the program wrote itself can only be damage. Times and bounds may be a device's or an older version's. */
const DAMAGE: readonly (Refusal | null)[] = ['unreadable', 'contradiction']

/**
 * What a book says twice and otherwise: archives whose records are not as many as it counted, contents, files and
 * configurations that are not those of their digests, notes that are not found by their words. SQLite sees none of it.
 */
export function contradictionsIn({ db, now }: Pick<Context, 'db' | 'now'>): RecordProblem[] {
  const told = db.prepare<[], [number, string | null, string | null]>('SELECT id, code, description FROM event_text').raw()
  const texts = new Map(Iterator.from(told.iterate()).map(([id, ...text]) => [id, text] as const))
  const contents = db.prepare<[], [number, number, string]>('SELECT id, text_id, entries FROM event_content').raw()
  const otherTexts = Iterator.from(contents.iterate()).filter(([, id, entries]) => {
    const text = texts.get(id)
    return text !== undefined && saidOtherwise(entries, ...text) === 1
  })
  const miscounted = db
    .prepare<string[], number>(
      `SELECT id FROM series s WHERE records > 0 AND archive_type NOT IN ('${SESSIONS_ARCHIVE}', '${SETTINGS_ARCHIVE}')
       AND records <> iif(archive_type IN (${EVENT_ARCHIVES.map(() => '?').join(', ')}),
         (SELECT count(*) FROM event r WHERE r.series_id = s.id), (SELECT count(*) FROM reading r WHERE r.series_id = s.id))`,
    )
    .pluck()
    .all(...EVENT_ARCHIVES)
  return [
    problem(
      'series',
      'with another number of records than the book counted',
      miscounted.map((id) => `series ${id}`),
    ),
    problem(
      'event_content',
      'not of its code or text',
      otherTexts.map(([id]) => String(id)),
    ),
    problem(
      'setting_snapshot',
      'not the configuration of its digest',
      snapshotsSaidOtherwise(db, 'main', 'true').map((id) => `configuration ${id}`),
    ),
    problem(
      'note',
      'not found by its words',
      notesSaidOtherwise(db).map(({ id }) => `note ${id}`),
    ),
    ...SOUND_TABLE_NAMES.map((table) => problem(table, 'contradict themselves', unsoundIn(db, table, now()))),
  ].filter(({ count }) => count > 0)
}

function problem(table: string, what: string, names: Iterable<string>): RecordProblem {
  let [count, first] = [0, '']
  for (const name of names) if (++count === 1) first = name
  return { table, what, count, first }
}

/** The rows of a table that are not what a sound row is, by their keys. */
function* unsoundIn(db: Database, table: keyof typeof SOUND_TABLES, nowMs: number): Generator<string> {
  const { key, columns, rule }: SoundTable = SOUND_TABLES[table]
  const kinds = Object.entries(columns)
  const cells = kinds.map(([name, kind]) => (kind === 'unread' ? `NULL AS "${name}"` : `"${name}"`)).join(', ')
  const times = timesAt(nowMs)
  for (const row of db.prepare<[], Record<string, unknown>>(`SELECT ${cells} FROM "${table}"`).iterate()) {
    const cell = kinds.map(([name, kind]) => cellFault(kind, row[name], times)).find((fault) => fault !== null)
    if (DAMAGE.includes(cell ?? rule?.(row, times) ?? null)) yield key.map((name) => String(row[name])).join(', ')
  }
}
