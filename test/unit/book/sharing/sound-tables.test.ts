import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../../../../electron/book/file/migrations/index.ts'
import { SOUND_TABLES } from '../../../../electron/book/soundness/tables.ts'

/** Tables of which a merge takes nothing: this file's own, and what is computed again. */
const NOT_BROUGHT = [
  'meta',
  'run',
  'task',
  'calendar',
  'coverage_total',
  'event_code',
  'event_bucket',
  'reading_minute',
  'station_text',
  'event_search',
  'event_search_data',
  'event_search_idx',
  'event_search_docsize',
  'event_search_config',
  'finding',
  'finding_evidence',
  'finding_part',
  'finding_run',
  'changed_data',
  'data_change',
  'station_health',
  'consumption_source',
  'consumption_changed',
  'consumption_day',
  'letterhead',
  'saved_report',
  'made_report',
  'merge_log',
  'written',
  'station_device',
  'balance_source',
  'balance_day',
  'finding_news',
  'arrival',
  'merged_note',
]
/** What `screenArchives` looks at, because there are millions. */
const OF_ARCHIVES = ['reading', 'event', 'series_channel']

test('of every table it is said what a sound row of it is, or that nothing of it is brought; of every column what it holds', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  for (const sql of MIGRATIONS) db.exec(sql)
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  expect([...Object.keys(SOUND_TABLES), ...NOT_BROUGHT, ...OF_ARCHIVES].toSorted()).toEqual(tables.toSorted())
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck()
  const keys = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck()
  const refers = db.prepare<[string], [string, string]>('SELECT "from", "table" FROM pragma_foreign_key_list(?)').raw()
  for (const [name, table] of Object.entries(SOUND_TABLES)) {
    expect([name, Object.keys(table.columns).toSorted()]).toEqual([name, columns.all(name).toSorted()])
    expect([name, table.key]).toEqual([name, keys.all(name)])
    // A row that refers to nothing would end the whole merge. (The tree of providers has a rule of its own.)
    const parents = 'parents' in table ? table.parents.map(({ column, table: parent }) => [column, parent]) : []
    if (name !== 'provider') expect([name, parents.toSorted()]).toEqual([name, refers.all(name).toSorted()])
  }
})
