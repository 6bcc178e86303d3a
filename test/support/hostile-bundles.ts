import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Files } from './evidence-tampering.ts'

/** Bundles that were made to end the program that verifies them, or to hold it up: a real one with parts replaced. */
export interface HostileBundle {
  what: string
  make: (files: Files, folder: string) => void
  /** The manifests stay as `make` left them. */
  keepsSums?: boolean
  /** So large that it is made by night alone (METERBOOK_LONG); bag-read.test.ts sees its bound. */
  byNight?: true
  /** How the program ends: 0 where nothing is wrong with it but its size, 1 where changes are named, 5 where the bundle is refused. */
  exit: 0 | 1 | 5
  /** What it says of it. */
  says: RegExp
}

const MB = 1024 * 1024
const isLong = process.env['METERBOOK_LONG'] === '1'
/** How large an attack is: its full size with METERBOOK_LONG, and every day as much as goes over the bound that it is stopped by. */
const sized = (full: number, daily: number): number => (isLong ? full : daily)
/** MB of a file that is refused for its length alone, unread. */
const REFUSED = sized(250, 20)
const SIGNATURES = sized(100, 10)
const NOTHING = sized(100, 20)
const READING = sized(150, 35)
const READINGS_MB = sized(4, 1)
const SETTING = sized(100, 35)
const NOUGHTS = sized(100, 20)
/** MB of a line without an end: over that of which a line is cut. */
const LINE = sized(300, 40)
/** Lines of 4 MB: more than are held at once. */
const LONG_LINES = sized(70, 12)
const SHORT_LINES = sized(100, 10)
const QUOTED = sized(12_000_000, 2_000_000)
const STRANGE = sized(200, 40)
const CLOSE = sized(1500, 300)
const STATIONS = sized(1_000_000, 100_000)
const ASKED = sized(50_000, 10_000)
const SIGNED = sized(900, 300)
const EVENTS = sized(400_000, 100_000)
const UNPACKED = sized(300, 50)
const at = (path: string): string => `evidence/${path}`
const CHOICE = at('data/filters/choice.json')
const REPORT = at('data/report.json')
const RECORDS = at('data/records.jsonl')
const READINGS = at('data/readings.csv')
const BOOK = at('data/book.meterbook')
const HEAD = 'equipment_id,archive_type,view,time,channel,value,value_type\r\n'

const filled = (bytes: number, text: string): Buffer => Buffer.alloc(bytes, text)
const text = (...parts: string[]): Buffer => Buffer.from(parts.join(''))
const numbered = (count: number, of: (n: number) => string): string => Array.from({ length: count }, (_, n) => of(n)).join('')

/** The choice with some fields replaced: JSON, as it is to stand there. */
function choiceWith(fields: () => Record<string, string>): (files: Files) => void {
  return (files) => {
    const choice = JSON.parse((files.get(CHOICE) as Buffer).toString()) as Record<string, unknown>
    const all = { ...Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, JSON.stringify(value)])), ...fields() }
    files.set(
      CHOICE,
      text(
        '{',
        Object.entries(all)
          .map(([name, value]) => `"${name}":${value}`)
          .join(','),
        '}',
      ),
    )
  }
}

const replaced = (path: string, content: () => Buffer) => (files: Files) => void files.set(path, content())

function bookWith(change: (db: Database.Database) => void): (files: Files, folder: string) => void {
  return (files, folder) => {
    const aside = join(folder, 'aside.meterbook')
    writeFileSync(aside, files.get(BOOK) as Buffer)
    const db = new Database(aside)
    db.pragma('journal_mode = DELETE')
    db.unsafeMode()
    db.exec('BEGIN')
    change(db)
    db.exec('COMMIT')
    db.close()
    files.set(BOOK, readFileSync(aside))
    rmSync(aside)
  }
}

/** Contents of events, numbered from 1001. */
const manyContents = (db: Database.Database, count: number) =>
  db.exec(`INSERT INTO event_content (id, text_id, digest, entries, detail) ${UP_TO(count)}
    SELECT i + 1000, (SELECT min(id) FROM event_text), CAST(printf('%032d', i) AS BLOB), '{"Code":"' || i || '"}', '' FROM n`)

const UP_TO = (count: number) => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
/** Every way to write the letters of a zone large or small: all of them mean the same one. */
const spelled = (index: number): string =>
  [...'america/argentina/buenos_aires'].map((letter, place) => ((index >> (place % 17)) & 1 ? letter.toUpperCase() : letter)).join('')
const distinct = (count: number): string[] => [...new Set(Array.from({ length: count }, (_, index) => spelled(index)))]
const list = (items: readonly (string | number)[]): string => `[${items.join(',')}]`

const UNREADABLE_CHOICE = /choice\.json: (cannot be read|is larger)/
const TOO_MUCH = /could not be verified: it holds more/
const TOO_LARGE = /is larger than this part of a bundle can be/

export const HOSTILE: readonly HostileBundle[] = [
  // what is parsed whole
  {
    what: `a choice of ${REFUSED} MB of numbers`,
    make: choiceWith(() => ({ stationIds: `[1${',1'.repeat((REFUSED / 2) * MB)}]` })),
    exit: 1,
    says: /choice\.json: is larger/,
  },
  {
    what: 'a choice of three million stations',
    make: choiceWith(() => ({ stationIds: `[1${',1'.repeat(3_000_000)}]` })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: 'a choice of lists in lists, 7 MB deep',
    make: choiceWith(() => ({ clocks: '['.repeat(3.5 * MB) + ']'.repeat(3.5 * MB) })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: 'a choice of two million empty objects',
    make: choiceWith(() => ({ clocks: `[{}${',{}'.repeat(2_000_000)}]` })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: 'a choice of ten thousand years',
    make: choiceWith(() => ({ from: '"0001-01-01"', to: '"9999-12-31"' })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: `a choice of ${ASKED} stations and 230 years`,
    make: choiceWith(() => ({
      from: '"1970-01-01"',
      to: '"2199-12-31"',
      stationIds: list(Array.from({ length: ASKED }, (_, id) => id + 1)),
    })),
    exit: 1,
    says: /records\.jsonl/,
  },
  {
    what: 'a choice of one zone in 40,000 spellings',
    make: choiceWith(() => ({
      clocks: list(distinct(40_000).map((zone, id) => `{"stationId":${id},"timeZone":"${zone}","contractHour":1}`)),
    })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: 'a form whose name is 7 MB long',
    make: choiceWith(() => ({ form: `"${'a'.repeat(7 * MB)}"` })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: 'a choice made in the year 275760',
    make: choiceWith(() => ({ madeAtMs: '8640000000000000' })),
    exit: 1,
    says: UNREADABLE_CHOICE,
  },
  {
    what: `a report of ${REFUSED} MB`,
    make: replaced(REPORT, () => filled(REFUSED * MB, '{"a":')),
    exit: 1,
    says: /report\.json: is larger/,
  },
  {
    what: 'a report of numbers by the hundred thousand',
    make: replaced(REPORT, () =>
      text(
        '{"program":"","records":"","book":"","consumption":{"stated":[',
        '{"stationId":1,"m3":0,"hours":0,"hoursExpected":0},'.repeat(300_000),
        '0],"fromRecords":[]}}',
      ),
    ),
    exit: 1,
    says: /report\.json: cannot be read/,
  },
  {
    what: `a manifest of ${REFUSED} MB`,
    make: replaced(at('manifest-sha256.txt'), () => filled(REFUSED * MB, `${'0'.repeat(64)}  data/x\n`)),
    keepsSums: true,
    exit: 1,
    says: /manifest-sha256\.txt: is larger/,
  },
  {
    what: `a bag-info of ${REFUSED} MB`,
    make: replaced(at('bag-info.txt'), () => filled(REFUSED * MB, 'a: b\n')),
    exit: 1,
    says: /bag-info\.txt: is larger/,
  },
  {
    what: `signatures and signers of ${SIGNATURES} MB`,
    make(files) {
      for (const name of ['tagmanifest-sha256.txt.sig', 'tagmanifest-sha256.txt.x.sig', 'allowed_signers'])
        files.set(at(name), filled(SIGNATURES * MB, 'QUJD'))
    },
    exit: 1,
    says: /signature does not hold/,
  },
  {
    what: `${SIGNED} signatures`,
    make(files) {
      for (let n = 0; n < SIGNED; n++) files.set(at(`tagmanifest-sha256.txt.${n}.sig`), filled(200_000, 'QUJD'))
    },
    exit: 1,
    says: /signature does not hold/,
  },
  {
    what: 'a report on paper of 150 MB',
    make: replaced(at('data/report.pdf'), () => filled(150 * MB, '%PDF-')),
    byNight: true,
    exit: 1,
    says: /report\.pdf: is larger/,
  },
  {
    what: 'a context of 300 MB',
    make: replaced(at('data/context.jsonl'), () => filled(300 * MB, '["notes","x"]\n')),
    byNight: true,
    exit: 1,
    says: /context\.jsonl: is larger/,
  },
  {
    what: `a context of ${NOTHING} MB of nothing`,
    make: replaced(at('data/context.jsonl'), () => filled(NOTHING * MB, '[]\n')),
    exit: 1,
    says: /record added/,
  },
  // lines and rows
  {
    what: 'an open quote before 200,000 short rows',
    make: replaced(READINGS, () => text(HEAD, '"\r\n', '1,hourly,unified,x,P,1,number\r\n'.repeat(200_000))),
    exit: 1,
    says: /readings\.csv, line 2/,
  },
  {
    what: `an open quote before ${QUOTED} short rows`,
    make: replaced(READINGS, () => text(HEAD, '"\r\n', 'a,b\r\n'.repeat(QUOTED))),
    exit: 1,
    says: TOO_LARGE,
  },
  {
    what: `${LONG_LINES} rows of 4 MB`,
    make: replaced(READINGS, () =>
      text(
        HEAD,
        numbered(LONG_LINES, (n) => `${n}${'x'.repeat(4 * MB - 10)}\r\n`),
      ),
    ),
    exit: 1,
    says: /readings\.csv, line 2/,
  },
  {
    what: `${LONG_LINES} lines of 4 MB of other letters`,
    make: replaced(RECORDS, () => text(numbered(LONG_LINES, (n) => `${n}${'ы'.repeat(4 * MB - 10)}\n`))),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  {
    what: `${CLOSE} lines of 128 KB that differ at their ends`,
    make: replaced(RECORDS, () => text(numbered(CLOSE, (n) => `${'x'.repeat(131_072)}${String(n).padStart(6, '0')}\n`))),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  { what: `a line of ${LINE} MB`, make: replaced(RECORDS, () => filled(LINE * MB, 'x')), exit: 1, says: TOO_LARGE },
  {
    what: `${SHORT_LINES} million empty lines`,
    make: replaced(RECORDS, () => filled(SHORT_LINES * 1_000_000, '\n')),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  {
    what: `${STRANGE} MB of stations that are none`,
    make: replaced(RECORDS, () => filled(STRANGE * MB, '["station",1,{}]\n')),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  {
    what: 'a million rows that all differ',
    make: replaced(READINGS, () =>
      text(
        HEAD,
        numbered(1_000_000, (n) => `101,hourly,unified,x,P,${n},number\r\n`),
      ),
    ),
    exit: 1,
    says: /more than are named/,
  },
  {
    what: 'a record whose names are repeated in 300,000 rows',
    make: replaced(RECORDS, () =>
      text(`["reading",101,"${'h'.repeat(MB)}","unified",1,{${Array.from({ length: 300_000 }, (_, n) => `"${n}":1`).join(',')}}]\n`),
    ),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  {
    what: 'a record of lists in lists, 3 MB deep',
    make: replaced(RECORDS, () => text('["reading",101,"hourly","unified",1,{"P":', '['.repeat(1.5 * MB), ']'.repeat(1.5 * MB), '}]\n')),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  {
    what: 'a record of lists in lists, 60 KB deep',
    make: replaced(RECORDS, () => text('["reading",101,"hourly","unified",1,{"P":', '['.repeat(30_000), ']'.repeat(30_000), '}]\n')),
    exit: 1,
    says: /records\.jsonl, line 1/,
  },
  {
    what: 'a row of two million quotes',
    make: replaced(READINGS, () => text(HEAD, `1,"${'""'.repeat(1_000_000)}x,${',"'.repeat(500_000)}\r\n`)),
    exit: 1,
    says: /readings\.csv, line 2/,
  },
  // the book inside
  {
    what: `a book of ${STATIONS} stations nobody asked for`,
    make: bookWith((db) =>
      db.exec(
        `INSERT INTO station (id, name, name_key, serial_key, brand_key, status_key, seen_at_ms) ${UP_TO(STATIONS)} SELECT i + 1000, 'x', 'x', '', '', '', 0 FROM n`,
      ),
    ),
    exit: 0,
    says: /AGREES WITH ITSELF/,
  },
  {
    what: `a book with a reading of ${READING} MB`,
    make: bookWith((db) =>
      db.exec(
        `UPDATE reading SET record = '["' || printf('%.*c', ${READING}000000, 'x') || '"]' WHERE at_ms = (SELECT max(at_ms) FROM reading)`,
      ),
    ),
    exit: 5,
    says: TOO_MUCH,
  },
  {
    what: `a book with 40 readings of ${READINGS_MB} MB`,
    make: bookWith((db) =>
      db.exec(`UPDATE reading SET record = '["' || printf('%.*c', ${READINGS_MB}000000, 'x') || '"]' WHERE at_ms % 3 = 0`),
    ),
    exit: 5,
    says: TOO_MUCH,
  },
  {
    what: 'a book with a view that never ends in a table’s place',
    make: bookWith((db) =>
      db.exec(
        `DROP TABLE station_text; CREATE VIEW station_text AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS station_id, '' AS folded FROM n`,
      ),
    ),
    exit: 1,
    says: /book\.meterbook: cannot be read/,
  },
  {
    what: 'a book with a trigger that calls itself',
    make: bookWith((db) => db.exec('CREATE TRIGGER again AFTER UPDATE ON meta BEGIN UPDATE meta SET value = value; END')),
    exit: 1,
    says: /book\.meterbook: cannot be read/,
  },
  { what: `a book of ${NOUGHTS} MB of noughts`, make: replaced(BOOK, () => Buffer.alloc(NOUGHTS * MB)), exit: 1, says: /book\.meterbook/ },
  {
    what: 'a book with 150,000 views',
    make: bookWith((db) => {
      db.pragma('writable_schema = ON')
      db.exec(
        `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) ${UP_TO(150_000)} SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1' FROM n`,
      )
    }),
    exit: 1,
    says: /book\.meterbook: cannot be read/,
  },
  {
    what: `a setting of ${SETTING} MB`,
    make: bookWith((db) => db.exec(`UPDATE setting SET channel_data_value = printf('%.*c', ${SETTING}000000, 'x')`)),
    exit: 5,
    says: TOO_MUCH,
  },
  {
    what: 'a snapshot of half a million settings',
    make: bookWith((db) =>
      db.exec(
        `INSERT INTO setting (snapshot_id, position, channel_name) ${UP_TO(500_000)} SELECT (SELECT min(snapshot_id) FROM setting), i + 1000, 'x' || i FROM n`,
      ),
    ),
    exit: 5,
    says: TOO_MUCH,
  },
  {
    what: `${EVENTS} events in one moment`,
    make: bookWith((db) => {
      manyContents(db, EVENTS)
      db.exec(
        `INSERT INTO event (series_id, at_ms, content_id) ${UP_TO(EVENTS)} SELECT (SELECT min(series_id) FROM event), (SELECT min(at_ms) FROM event), i + 1000 FROM n`,
      )
    }),
    exit: 5,
    says: TOO_MUCH,
  },
  {
    what: 'an event of lists in lists',
    make: bookWith((db) =>
      db.exec(
        `UPDATE event_content SET entries = '{"a":' || replace(printf('%.*c', 400000, 'x'), 'x', '[') || replace(printf('%.*c', 400000, 'x'), 'x', ']') || '}'`,
      ),
    ),
    exit: 1,
    says: /book\.meterbook/,
  },
  // the ZIP as a whole
  {
    what: 'a bundle that unpacks to a thousand times its size',
    make(files) {
      files.delete(PAD)
      files.set(at('data/more.csv'), filled(UNPACKED * MB, 'x'))
    },
    exit: 5,
    says: /unpacks to far more/,
  },
]

/** What is not compressible makes room for what is. */
const PAD = at('data/noise.bin')
export const withRoom = (files: Files): void => void files.set(PAD, randomBytes(sized(5, 1.5) * MB))
