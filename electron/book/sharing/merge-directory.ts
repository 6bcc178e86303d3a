import { SOUND_TABLES, type SoundTable } from '../soundness/tables.ts'
import { columnsOf, listed, type Transfer } from './transfer.ts'

/** A table whose rows go over; what counts them and what their keys are is said where they are looked at. */
interface Table {
  table: keyof typeof SOUND_TABLES
  /** When the other book's row takes the place of the own one, besides that they differ; absent: never. */
  newer?: string
  /** Columns of which an empty cell is filled by the other book's. */
  filled?: readonly string[]
  /** Columns of which the other book's word is taken in part: SQL of the value, of its row `s` beside the own one `m` (null: there is none). */
  adapted?: Readonly<Record<string, (own: 'm' | null) => string>>
}

/** By the time that both rows have in a column. */
const later = (column: string) => `s.${column} > m.${column}`
/** By that time, and of two rows of one moment always the same one, whichever book is merged into which. */
const laterOf = (...columns: (string | ((of: string) => string))[]) => {
  const values = (of: string) =>
    columns.map((column) => `coalesce(${typeof column === 'string' ? `${of}.${column}` : column(of)}, 0)`).join(', ')
  return `(${values('s')}) > (${values('m')})`
}

const TABLES: readonly Table[] = [
  { table: 'provider', newer: 'later' },
  { table: 'consumer', newer: 'later', filled: ['inn', 'contact_number'] },
  { table: 'consumer_provider' },
  { table: 'station', newer: later('seen_at_ms'), filled: ['phone'] },
  { table: 'device_sighting', newer: later('last_ms') },
  { table: 'device_given', newer: later('given_at_ms') },
  { table: 'device_hint' },
  { table: 'station_clock' },
  { table: 'characteristics', newer: later('fetched_at_ms') },
  { table: 'last_session', newer: later('fetched_at_ms') },
  { table: 'contract_number' },
  { table: 'equipment_type', newer: 'later' },
  { table: 'channel', newer: 'later', filled: ['place'] },
  { table: 'message', newer: 'later' },
  { table: 'meaning', newer: later('said_at_ms') },
  { table: 'threshold', newer: later('set_at_ms') },
  { table: 'station_typed', newer: laterOf('typed_at_ms', 'removed_at_ms', 'value', 'typed_by') },
  { table: 'trip_stop', newer: laterOf('said_at_ms', 'removed_at_ms', 'place') },
  {
    table: 'named_trip',
    // Whether a trip is kept fresh is each book's own word: no merge has downloads begin by themselves.
    newer: laterOf('said_at_ms', 'removed_at_ms', 'name', (of) => `json_remove(${of}.choices, '$.fresh')`),
    adapted: {
      choices: (own) => {
        const fresh = own === null ? 'NULL' : `iif(${own}.removed_at_ms IS NULL, ${own}.choices -> '$.fresh', NULL)`
        return `json_set(s.choices, '$.fresh', json(coalesce(${fresh}, 'null')))`
      },
    },
  },
  { table: 'branch', newer: laterOf('written_at_ms', 'removed_at_ms', 'name', 'members', 'author') },
  { table: 'contract_limit', newer: later('said_at_ms') },
  { table: 'question', newer: laterOf('said_at_ms', 'removed_at_ms', 'name', 'sql', 'author') },
  { table: 'import_map', newer: laterOf('said_at_ms', 'removed_at_ms', 'map', 'author') },
]

/**
 * Who and what is metered, and what engineers said of it. A row that both books have stays as the newer one has it: by the
 * time in the row, else by which book saw its stations last. An empty phone, contact or tax number is filled, because a
 * shared book may have left it out. Returns how many rows are new or other than before.
 */
export function mergeDirectory(transfer: Transfer): number {
  const { db } = transfer
  const newest = (table: string) => db.prepare<[], number | null>(`SELECT max(seen_at_ms) FROM ${table}`).pluck().get() ?? 0
  const isLater = newest('temp.src_station') > newest('main.station')
  unlistLater(transfer)
  return TABLES.reduce((changed, table) => changed + mergeTable(transfer, table, isLater), 0)
}

function mergeTable({ db, tally, done }: Transfer, { table, newer, filled = [], adapted = {} }: Table, isLater: boolean) {
  const { kind, key }: SoundTable = SOUND_TABLES[table]
  const columns = columnsOf(db, table)
  const all = db.prepare<[], number>(`SELECT count(*) FROM temp.src_${table}`).pluck().get() ?? 0
  const match = key.map((column) => `m."${column}" = s."${column}"`).join(' AND ')
  const news = columns.filter((column) => !key.includes(bare(column)))
  let changed = 0
  const wins = newer === undefined ? 'false' : newer === 'later' ? String(isLater) : `coalesce(${newer}, true)`
  if (news.length > 0 && (newer !== undefined || filled.length > 0)) {
    const value = (column: string) => {
      const theirs = adapted[bare(column)]?.('m') ?? `s.${column}`
      if (!filled.includes(bare(column))) return `iif(${wins}, ${theirs}, m.${column})`
      return `iif(${wins}, coalesce(s.${column}, m.${column}), coalesce(m.${column}, s.${column}))`
    }
    const values = news.map(value)
    changed = db
      .prepare(
        `UPDATE main.${table} AS m SET ${news.map((column, at) => `${column} = ${values[at]}`).join(', ')}
         FROM temp.src_${table} s WHERE ${match} AND (${listed(news, 'm')}) IS NOT (${values.join(', ')})`,
      )
      .run().changes
  }
  const added = db
    .prepare(
      `INSERT INTO main.${table} (${listed(columns)})
       SELECT ${columns.map((column) => adapted[bare(column)]?.(null) ?? column).join(', ')} FROM temp.src_${table} s
       WHERE NOT EXISTS (SELECT 1 FROM main.${table} m WHERE ${match})`,
    )
    .run().changes
  tally.count(kind, null, { added, newer: changed, same: all - added - changed })
  done(all)
  return added + changed
}

/**
 * A station that one book's complete list lacked after either had seen it is no longer listed. Before the rows themselves
 * are merged, which know only the time of the newer list.
 */
function unlistLater({ db }: Transfer): void {
  const seen = 'max(m.seen_at_ms, s.seen_at_ms)'
  const after = (of: string) => `iif(${of}.unlisted_at_ms > ${seen}, ${of}.unlisted_at_ms, NULL)`
  const first = `coalesce(min(${after('m')}, ${after('s')}), ${after('m')}, ${after('s')})`
  db.exec(`
    CREATE TEMP TABLE unlisted AS SELECT m.id, ${first} AS at_ms
    FROM main.station m JOIN temp.src_station s ON s.id = m.id WHERE s.seen_at_ms <> m.seen_at_ms
      OR s.unlisted_at_ms IS NOT m.unlisted_at_ms`)
}

/** After the rows themselves. */
export function unlistStations({ db }: Transfer): void {
  db.exec(`UPDATE main.station AS m SET unlisted_at_ms = u.at_ms FROM temp.unlisted u
    WHERE u.id = m.id AND m.unlisted_at_ms IS NOT u.at_ms`)
}

const bare = (column: string): string => column.replaceAll('"', '')
