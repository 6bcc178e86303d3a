import Database from 'better-sqlite3'

/** Records by their natural keys, and all that they say. */
const RECORDS = {
  reading: `SELECT s.equipment_id || s.archive_type || r.at_ms, r.record FROM reading r JOIN series s ON s.id = r.series_id`,
  channel: `SELECT s.equipment_id || s.archive_type || c.position, c.name FROM series_channel c JOIN series s ON s.id = c.series_id`,
  event: `SELECT s.equipment_id || s.archive_type || r.at_ms || hex(c.digest), c.entries FROM event r
    JOIN series s ON s.id = r.series_id JOIN event_content c ON c.id = r.content_id`,
  session: 'SELECT id, json_array(telemetry_id, at_ms, evtid, trycnt, state, btm, rssi, hex(gettime), duration_session) FROM session',
  // '…' stands in for a lost note whose photographs were read (recovery/references.ts): it is none.
  note: "SELECT id, json_array(station_id, from_ms, kind, author, text) FROM note WHERE text <> '…'",
  note_photo: 'SELECT id, note_id || hex(jpeg) FROM note_photo',
  finding_mark: 'SELECT id, json_array(finding_id, station_id, mark, author, note_id) FROM finding_mark',
  setting: `SELECT p.equipment_id || '/' || p.taken_at_ms || '/' || s.position, json_array(s.channel_name, s.channel_data_value, s.unit_name)
    FROM setting s JOIN setting_snapshot p ON p.id = s.snapshot_id`,
  station: `SELECT id, json_array(name, equipment_id, telemetry_id, customer_id) FROM station WHERE name_key <> ''`,
  station_typed: 'SELECT station_id || fact, value FROM station_typed',
  contract_limit: 'SELECT owner_id || period, m3 || author FROM contract_limit',
} as const
type Kind = keyof typeof RECORDS
const KINDS = Object.keys(RECORDS) as Kind[]

/** By kind the records of a book by key. */
export type Contents = Record<Kind, Map<string, unknown>>

export function contentsIn(file: string): Contents {
  return withDb(
    file,
    (db) =>
      Object.fromEntries(KINDS.map((kind) => [kind, new Map(db.prepare(RECORDS[kind]).raw().all() as [string, unknown][])])) as Contents,
  )
}

/** Days of records, as `device archive/day`, by the keys of `contentsIn`. */
export function daysIn(file: string): Map<string, string> {
  const day = `s.equipment_id || s.archive_type || '/' || r.at_ms / 86400000`
  return withDb(
    file,
    (db) =>
      new Map(
        ['reading', 'event'].flatMap(
          (table) =>
            db
              .prepare(
                table === 'reading'
                  ? `SELECT s.equipment_id || s.archive_type || r.at_ms, ${day} FROM reading r JOIN series s ON s.id = r.series_id`
                  : `SELECT s.equipment_id || s.archive_type || r.at_ms || hex(c.digest), ${day} FROM event r
                     JOIN series s ON s.id = r.series_id JOIN event_content c ON c.id = r.content_id`,
              )
              .raw()
              .all() as [string, string][],
        ),
      ),
  )
}

/** Days that a book says to have, in the form of `daysIn`. */
function fetchedIn(file: string): Set<string> {
  const runs = withDb(
    file,
    (db) =>
      db
        .prepare(
          `SELECT coalesce(s.equipment_id, s.telemetry_id) || s.archive_type, r.from_day, r.to_day
           FROM coverage_run r JOIN series s ON s.id = r.series_id WHERE r.state <> 3`,
        )
        .raw()
        .all() as [string, number, number][],
  )
  return new Set(runs.flatMap(([owner, from, to]) => Array.from({ length: to - from + 1 }, (_, at) => `${owner}/${from + at}`)))
}

/** The number of rows on each page of the tables that are counted here, by SQLite itself. */
export function cellsIn(file: string): { cells: Map<number, number>; pagesOf: (table: string) => number[] } {
  return withDb(file, (db) => {
    const rows = db.prepare('SELECT name, pageno, ncell FROM dbstat').raw().all() as [string, number, number][]
    const cells = new Map<number, number>()
    for (const [name, page, count] of rows)
      if (name in RECORDS || name === 'series_channel') cells.set(page, (cells.get(page) ?? 0) + count)
    return { cells, pagesOf: (table) => rows.filter(([name]) => name === table).map(([, page]) => page) }
  })
}

export interface Verdict {
  all: number
  lost: number
  /** Records that the damage itself took, or what they mean nothing without. */
  unreadable: number
  /** Values that the sound book does not have. */
  wrong: string[]
  /** Lost records on a day that the new book says to have. */
  forgotten: number
}

/** Compares a recovered book with the sound one. */
export function judge(
  truth: { contents: Contents; days: ReadonlyMap<string, string>; cells: ReturnType<typeof cellsIn> },
  recovered: string,
  changed: ReadonlySet<number>,
): Verdict {
  const { contents, days, cells } = truth
  const found = contentsIn(recovered)
  const fetched = fetchedIn(recovered)
  const verdict: Verdict = { all: 0, lost: 0, unreadable: 0, wrong: [], forgotten: 0 }
  const isTorn = (table: string) => cells.pagesOf(table).some((page) => changed.has(page))
  for (const page of changed) verdict.unreadable += cells.cells.get(page) ?? 0
  // Nobody can say what these are of, where both copies of the list of archives or of their channels are gone.
  const isUnnamed = (isTorn('series') && isTorn('series_of_equipment')) || (isTorn('series_channel') && isTorn('series_channel_again'))
  for (const kind of KINDS) {
    const lost = [...contents[kind].keys()].filter((key) => !found[kind].has(key))
    verdict.all += contents[kind].size
    verdict.lost += lost.length
    for (const key of lost) if (fetched.has(days.get(key) ?? '')) verdict.forgotten++
    for (const [key, value] of found[kind]) if (contents[kind].get(key) !== value) verdict.wrong.push(`${kind} ${key}`)
    // An event means nothing without its contents, and a configuration is taken whole or not at all.
    if (kind === 'event' && (isTorn('event_content') || isTorn('series'))) verdict.unreadable += lost.length
    else if (kind === 'setting' && (isTorn('setting') || isTorn('setting_snapshot'))) verdict.unreadable += lost.length
    else if (isUnnamed && (kind === 'reading' || kind === 'channel')) verdict.unreadable += lost.length
  }
  return verdict
}

function withDb<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}
