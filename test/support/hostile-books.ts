import { EMPTY_READING } from '../../electron/contract/meter-reading.ts'
import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { openBook, putFileInto, type Book } from '../../electron/book/index.ts'
import { PLAIN_JPEG } from './photograph.ts'
import type { RefusedRows } from '../../electron/contract/merge-words.ts'

/** Books as somebody could send them: a small sound one, and what is planted in it, one thing each. */

/** Choices of a named trip, as the book keeps them. */
const TRIP = JSON.stringify({
  stations: { of: 'all' },
  archives: ['readings'],
  views: ['general'],
  span: { days: 35 },
  refresh: false,
  fresh: { everyHours: 6, onMetered: false },
})

export const HOSTILE_NOW = Date.UTC(2026, 0, 15, 12)
const at = (hour: number) => Date.UTC(2026, 0, 10, hour)
const DAY = Math.floor(at(0) / 86_400_000)
const ID = '018cc251-f400-7000-8000-00000000000'

/** Fills a book of two stations, each with all that a merge brings. What is planted lies at the first; the second stays sound. */
function fillSound(book: Book): void {
  const none = { status: null, unit: null }
  book.providers.put([{ id: 1, name: 'Газ', children: [{ id: 2, name: 'Филиал', children: [] }] }])
  book.consumers.put([{ id: 1, name: 'ООО «Ёлка»', subdivisionTypeName: null, inn: '52', contactNumber: null }], { energyId: 2 })
  book.stations.put(
    [1, 2].map((id) => ({
      id,
      name: `ГРП-${id}`,
      equipmentTypeId: 1,
      equipmentTypeVarname: 'f',
      equipmentBrandName: 'Ф',
      phone: { main: true },
      equipmentId: 1000 + id,
      telemetryId: 2000 + id,
      customerId: 1,
      equipmentSerialNumber: '1',
      statusNameValue: none.status,
      volumeValue: 1,
      volumeUnit: 'м3',
      pressureValue: null,
      pressureUnit: none.unit,
      temperatureValue: null,
      temperatureUnit: null,
      lastSeanceEventMs: 0,
      uid: `u${id}`,
    })),
    HOSTILE_NOW,
  )
  book.equipmentTypes.put([{ id: 1, name: 'Флоугаз', equipmentKindName: null, telemetryTypeName: 1, resourceName: 'газ', description: '' }])
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: 'P',
      channelVarname: 'P',
      unitName: 'кПа',
    },
  ])
  book.messages.put([
    {
      id: 1,
      name: 'Авария',
      description: null,
      deviceCode: '17',
      equipmentTypeId: 1,
      equipmentTypeVarname: null,
      referenceparameterArchiveTypeId: 5,
      archiveTypeVarname: 'alarm',
      messageTypicalId: null,
      channelId: null,
      channelVarname: null,
    },
  ])
  for (const id of [1, 2]) {
    const [device, unit] = [1000 + id, 2000 + id]
    const key = { equipmentId: device, archiveType: 'hourly', view: 'general' } as const
    book.readings.put(
      key,
      [1, 2, 3].map((hour) => ({ atMs: at(hour), values: { V: hour + id / 10, P: `1,${hour}` } })),
    )
    book.coverage.mark(key, { from: '2026-01-10', to: '2026-01-10' }, { fetchedAtMs: HOSTILE_NOW, state: 'fetched' })
    book.events.add(
      { equipmentId: device, archiveType: 'alarm' },
      [1, 2].map((hour) => ({ atMs: at(hour), entries: { Code: `${id}${hour}`, CodeDescription: 'Авария', ValCode: '1' } })),
    )
    book.sessions.put([
      {
        id,
        telemetryId: unit,
        atMs: at(5),
        evtid: null,
        trycnt: 1,
        tryfl: null,
        state: 1,
        btm: 98,
        rssi: -71,
        bsg: null,
        gettime: false,
        nextSessionMs: null,
        referenceparameterSeanceStatusId: 2,
        durationSession: 1.5,
        sessionTraffic: null,
        millisecond: null,
      },
    ])
    book.settings.putSnapshot(device, at(5), [{ channelName: 'Qmax', channelDataValue: id, unitName: 'м3/ч' }])
    book.characteristics.put({ id, gasBoiler: true, gasStove: null, gasWaterHeater: 0, residentCount: 2, heatedArea: '54,5' }, HOSTILE_NOW)
    book.lastSessions.put(id, { stationName: 'ГРП', lastSeanceEventMs: at(5) }, HOSTILE_NOW)
    book.notes.add(
      id,
      { fromMs: at(1), toMs: null, kind: 'visit', author: 'Ильин', text: `осмотр ${id}` },
      [{ name: 'a.jpg', jpeg: PLAIN_JPEG, thumb: PLAIN_JPEG }],
      HOSTILE_NOW,
    )
    book.meanings.correct(
      { equipmentTypeId: id, meant: 'channel', archiveType: 'hourly', key: 'P' },
      { quantity: 'pressure', basis: 'gauge', role: null },
    )
    book.thresholds.set([{ scope: 'device', scopeId: device, rule: 'frozen', key: 'suspect', value: 6 }])
    book.typed.write(id, [{ fact: 'coordinates', value: '55.7558,37.6173' }], 'Ильин', HOSTILE_NOW)
    book.db.exec(`INSERT INTO trip_stop VALUES (${id}, ${id}, ${HOSTILE_NOW}, NULL)`)
    book.db.exec(`INSERT INTO named_trip VALUES ('север ${id}', 'Север ${id}', '${TRIP}', ${HOSTILE_NOW}, NULL)`)
    book.db.exec(
      `INSERT INTO branch VALUES ('${ID}${id}', 'Север ${id}', NULL, NULL, '[[${id},"in"],[${3 - id},"out"]]', 'Ильин', ${HOSTILE_NOW}, NULL)`,
    )
    book.questions.keep(id, { name: `Север ${id}`, sql: 'SELECT * FROM v_station', author: 'Ильин' }, HOSTILE_NOW)
    book.limits.say([{ owner: 'station', ownerId: id, period: 'day', fromDay: '2025-01-01', toDay: null, m3: 900 }], 'Ильин')
    book.clocks.setOfStations([id], { timeZone: 'Europe/Moscow', contractHour: 10 })
    book.db.exec(
      `INSERT INTO finding_mark VALUES ('${ID}${id}', 'f${id}', ${id}, 'frozen', 'hourly', 'P', ${at(1)}, ${at(2)}, 'seen', NULL, 'Ильин', ${HOSTILE_NOW}, NULL)`,
    )
    book.db.exec(
      `INSERT INTO kept_twice VALUES ('reading', ${device}, 'hourly', 'general', ${at(9)}, '{"P":1,"V":2}', '${ID}9', ${HOSTILE_NOW})`,
    )
    book.rejected.put('stations', [{ reason: 'no id', raw: `{"name":"${id}"}` }], HOSTILE_NOW)
  }
  // A file by cable, of the second station alone: what is planted in the first is not to make orphans of it.
  const content = Buffer.from('1;2')
  putFileInto(
    book.file,
    {
      stationId: 2,
      equipmentTypeId: null,
      name: 'days.csv',
      sha256: createHash('sha256').update(content).digest('hex'),
      content,
      map: '{"format":"csv"}',
      author: 'Ильин',
      readings: [
        { archiveType: 'daily', view: 'general', records: [{ atMs: at(6), values: { V: 1 } }], tolerances: { V: 0.5 }, equipmentId: null },
      ],
      events: [],
      isDryRun: false,
    },
    HOSTILE_NOW,
  )
  book.imports.keepMap({ equipmentTypeId: 2, name: 'Флоугаз', map: '{"format":"csv"}', author: 'Ильин' })
  book.db.exec(`INSERT INTO contract_number VALUES (1, 'Д-1', '2020-01-01')`)
}

/** Makes a sound book of a service's account. */
export function soundBook(file: string): void {
  const book = openBook(file, { mode: 'write', now: () => HOSTILE_NOW, account: { url: 'https://meters.example', email: 'b@example.com' } })
  book.db.pragma('synchronous = OFF')
  try {
    fillSound(book)
  } finally {
    book.close()
  }
}

/** What is planted, and what of it a merge must say. */
export type Plant = readonly [
  name: string,
  sql: string,
  refused: readonly (readonly [RefusedRows['table'], RefusedRows['reason'], number])[],
]

/** Changes a book as any other program could. */
export function plant(file: string, sql: string): void {
  const db = new Database(file)
  try {
    db.unsafeMode()
    db.pragma('foreign_keys = OFF')
    db.function('sha', (text: unknown) => createHash('sha256').update(String(text)).digest())
    db.function('jpeg', () => PLAIN_JPEG)
    db.exec(sql)
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

/** Fills pages of a table with what is no page: all of them, or one in the middle of its rows. */
export function damage(file: string, table: string, which: 'all' | 'leaf' = 'all'): void {
  const db = new Database(file, { readonly: true })
  const pages = db.prepare<[string, string], number>('SELECT pageno FROM dbstat WHERE name = ? AND pagetype GLOB ? ORDER BY path').pluck()
  let places: number[]
  const size = db.pragma('page_size', { simple: true }) as number
  try {
    places = pages.all(table, which === 'all' ? '*' : 'leaf')
  } catch {
    places = [db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) ?? 0]
  }
  db.close()
  if (which === 'leaf') places = places.slice(places.length / 2).slice(0, 1)
  const handle = openSync(file, 'r+')
  for (const page of places) writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size)
  closeSync(handle)
}

const ONE = `series_id = (SELECT id FROM series WHERE equipment_id = 1001 AND archive_type = 'hourly') AND at_ms = ${at(1)}`
const SERIES = `(SELECT id FROM series WHERE equipment_id = 1001 AND archive_type = 'hourly')`
const reading = (record: string) => `UPDATE reading SET record = ${record} WHERE ${ONE}`
const CONTENT = `(SELECT min(id) FROM event_content)`
const entries = (json: string) =>
  `UPDATE event_content SET entries = ${json} WHERE id = ${CONTENT}; UPDATE event_content SET digest = substr(sha(entries), 1, 16) WHERE id = ${CONTENT}`
const lost = (reason: RefusedRows['reason']) =>
  [
    ['event_content', reason, 1],
    ['event', 'orphan', 1],
  ] as const
const READING = JSON.stringify({ ...EMPTY_READING, values: { ...EMPTY_READING.values, standardCounter: '41.50' } })
const photo = (sql: string) => `UPDATE note_photo SET ${sql} WHERE note_id = (SELECT id FROM note WHERE station_id = 1)`
const NOTE = 'station_id = 1'
const limited = (sql: string) => `UPDATE contract_limit SET ${sql} WHERE owner_id = 1`

export const PLANTS: readonly Plant[] = [
  ['a reading that is no JSON', reading("'{'"), [['reading', 'unreadable', 1]]],
  ['a reading that is null', reading("'null'"), [['reading', 'unreadable', 1]]],
  ['a reading with more values than channels', reading("'[1,2,3]'"), [['reading', 'unreadable', 1]]],
  ['a reading by names in place of places', reading(`'{"V":1}'`), [['reading', 'unreadable', 1]]],
  ['a reading at a place behind its channels', reading(`'{"7":1}'`), [['reading', 'unreadable', 1]]],
  ['a reading beyond a double’s range', reading("'[1e999]'"), [['reading', 'unreadable', 1]]],
  [
    'a reading whose long number is beyond it',
    reading("'[1' || replace(hex(zeroblob(200)), '0', '9') || ']'"),
    [['reading', 'unreadable', 1]],
  ],
  [
    'a reading that nests for ever',
    reading("'[' || replace(hex(zeroblob(500)), '0', '[') || replace(hex(zeroblob(500)), '0', ']') || ']'"),
    [['reading', 'unreadable', 1]],
  ],
  ['a reading with a key that comes twice', reading(`'{"0":1,"0":2}'`), [['reading', 'contradiction', 1]]],
  ['a reading that ends early', reading("'[1] ' || char(0) || 'x'"), [['reading', 'unreadable', 1]]],
  ['a reading over two lines', reading("'[1]' || char(10) || '[2]'"), [['reading', 'unreadable', 1]]],
  ['a reading of bytes that are no text', reading(`CAST(x'5b22fffe225d' AS TEXT)`), [['reading', 'bytes', 1]]],
  ['a reading of the year 287396', `UPDATE reading SET at_ms = 9007199254740000 WHERE ${ONE}`, [['reading', 'time', 1]]],
  ['a reading of 1970', `UPDATE reading SET at_ms = 5 WHERE ${ONE}`, [['reading', 'time', 1]]],
  [
    'readings of an archive that is not there',
    "INSERT INTO reading VALUES (77, 1768000000000, '[]'), (77, 1768000000001, '[]')",
    [['reading', 'orphan', 2]],
  ],
  [
    'a code of an archive of 1 MB',
    `UPDATE series SET archive_type = hex(zeroblob(500000)) WHERE id = ${SERIES}`,
    [
      ['series', 'too_long', 1],
      ['coverage_run', 'orphan', 1],
      ['reading', 'orphan', 3],
    ],
  ],
  [
    'a name of a channel of 1 MB',
    `UPDATE series_channel SET name = hex(zeroblob(500000)) WHERE series_id = ${SERIES} AND position = 0`,
    [
      ['series', 'too_long', 1],
      ['coverage_run', 'orphan', 1],
      ['reading', 'orphan', 3],
    ],
  ],
  [
    'a gap in a list of channels',
    `DELETE FROM series_channel WHERE series_id = ${SERIES} AND position = 0`,
    [
      ['series', 'contradiction', 1],
      ['coverage_run', 'orphan', 1],
      ['reading', 'orphan', 3],
    ],
  ],
  [
    'a channel that is named twice',
    `UPDATE series_channel SET name = 'V' WHERE series_id = ${SERIES}`,
    [
      ['series', 'contradiction', 1],
      ['coverage_run', 'orphan', 1],
      ['reading', 'orphan', 3],
    ],
  ],
  [
    'readings under sessions',
    `UPDATE series SET equipment_id = NULL, telemetry_id = 5 WHERE id = ${SERIES}`,
    [
      ['series', 'contradiction', 1],
      ['coverage_run', 'orphan', 1],
      ['reading', 'orphan', 3],
    ],
  ],
  ['coverage of 16,000 years', `UPDATE coverage_run SET to_day = 5844000 WHERE series_id = ${SERIES}`, [['coverage_run', 'time', 1]]],
  ['coverage before all time', `UPDATE coverage_run SET from_day = -5844000 WHERE series_id = ${SERIES}`, [['coverage_run', 'time', 1]]],
  [
    'coverage that overlaps',
    `INSERT INTO coverage_run VALUES (${SERIES}, ${DAY - 2}, ${DAY + 1}, 1, ${HOSTILE_NOW}, NULL, NULL)`,
    [['coverage_run', 'contradiction', 1]],
  ],
  [
    'coverage asked in the year 9999',
    `UPDATE coverage_run SET fetched_at_ms = 253370764800000 WHERE series_id = ${SERIES}`,
    [['coverage_run', 'time', 1]],
  ],
  ['an event that is a list', entries("'[]'"), lost('unreadable')],
  ['an event that is no JSON', entries("'{'"), lost('unreadable')],
  ['an event with a code of 1 MB', entries(`'{"Code":"' || hex(zeroblob(500000)) || '","CodeDescription":"Авария"}'`), lost('too_long')],
  ['an event with a name of 1 MB', entries(`'{"' || hex(zeroblob(500000)) || '":1}'`), lost('too_long')],
  ['an event that says two codes', entries(`'{"Code":"11","Code":"12","CodeDescription":"Авария"}'`), lost('contradiction')],
  ['an event with another code than its text', entries(`'{"Code":"99","CodeDescription":"Авария"}'`), lost('contradiction')],
  ['an event under another’s digest', `UPDATE event_content SET digest = zeroblob(16) WHERE id = ${CONTENT}`, lost('contradiction')],
  ['an event without contents', `DELETE FROM event_content WHERE id = ${CONTENT}`, [['event', 'orphan', 1]]],
  [
    'an event whose text is not there',
    `DELETE FROM event_text WHERE id = (SELECT text_id FROM event_content WHERE id = ${CONTENT})`,
    lost('orphan'),
  ],
  ['an event of the year 9999', `UPDATE event SET at_ms = 253370764800000 WHERE content_id = ${CONTENT}`, [['event', 'time', 1]]],
  ['a session of 1970', 'UPDATE session SET at_ms = 5 WHERE id = 1', [['session', 'time', 1]]],
  ['a session whose field is no JSON', "UPDATE session SET rssi = x'00ff' WHERE id = 1", [['session', 'unreadable', 1]]],
  ['a session whose number is endless', 'UPDATE session SET rssi = 9e999 WHERE id = 1', [['session', 'bounds', 1]]],
  ['a session whose key is beyond all keys', 'UPDATE session SET id = 9223372036854775807 WHERE id = 1', [['session', 'bounds', 1]]],
  [
    'a configuration under another’s digest',
    'UPDATE setting_snapshot SET digest = zeroblob(32) WHERE equipment_id = 1001',
    [
      ['setting_snapshot', 'contradiction', 1],
      ['setting', 'orphan', 1],
    ],
  ],
  [
    'a setting that is no JSON',
    "UPDATE setting SET channel_data_value = x'7b' WHERE snapshot_id = (SELECT id FROM setting_snapshot WHERE equipment_id = 1001)",
    [
      ['setting_snapshot', 'contradiction', 1],
      ['setting', 'unreadable', 1],
    ],
  ],
  [
    'a configuration of tomorrow’s century',
    'UPDATE setting_snapshot SET checked_at_ms = 4102444800000000 WHERE equipment_id = 1001',
    [
      ['setting_snapshot', 'time', 1],
      ['setting', 'orphan', 1],
    ],
  ],
  ['a photograph of 50 MB', photo('jpeg = CAST(jpeg() || zeroblob(50000000) AS BLOB)'), [['note_photo', 'picture', 1]]],
  ['a photograph that is none', photo("jpeg = x'ffd8ff00'"), [['note_photo', 'picture', 1]]],
  ['a photograph with more behind it', photo("jpeg = CAST(jpeg() || x'504b0304' AS BLOB)"), [['note_photo', 'picture', 1]]],
  ['a small picture that is none', photo("thumb = x'3c737667'"), [['note_photo', 'picture', 1]]],
  ['a photograph of a million pixels that has few', photo('width = 1000000'), [['note_photo', 'contradiction', 1]]],
  [
    'a hundred photographs of a note',
    `WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 99) INSERT INTO note_photo SELECT '018cc251-f400-7000-8000-0000000001' || i, note_id, 1, name, width, height, bytes, added_at_ms, NULL, thumb, jpeg FROM n, note_photo WHERE note_id = (SELECT id FROM note WHERE ${NOTE})`,
    [['note_photo', 'too_long', 79]],
  ],
  ['a photograph of a note that is not there', photo(`note_id = '${ID}5'`), [['note_photo', 'orphan', 1]]],
  [
    'a note of an unknown kind',
    `UPDATE note SET kind = 'x' WHERE ${NOTE}`,
    [
      ['note', 'unknown', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  [
    'a note of a million letters',
    `UPDATE note SET text = hex(zeroblob(500000)) WHERE ${NOTE}`,
    [
      ['note', 'too_long', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  [
    'a reading at the meter that is none',
    `UPDATE note SET kind = 'reading', reading = '{"serial":"7","values":{"standardCounter":"many"}}' WHERE ${NOTE}`,
    [
      ['note', 'unreadable', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  [
    'a reading at the meter of no moment',
    `UPDATE note SET kind = 'reading', from_ms = NULL, to_ms = NULL, reading = '${READING}' WHERE ${NOTE}`,
    [
      ['note', 'contradiction', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  [
    'a note of a station that is not there',
    `UPDATE note SET station_id = 99 WHERE ${NOTE}`,
    [
      ['note', 'orphan', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  [
    'a note that holds for ever',
    `UPDATE note SET edited_at_ms = 9000000000000000 WHERE ${NOTE}`,
    [
      ['note', 'time', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  [
    'a note whose key is a path',
    `UPDATE note_photo SET note_id = '../../x' WHERE note_id = (SELECT id FROM note WHERE ${NOTE}); UPDATE note SET id = '../../x' WHERE ${NOTE}`,
    [
      ['note', 'unreadable', 1],
      ['note_photo', 'unreadable', 1],
    ],
  ],
  [
    'a note of bytes that are no text',
    `UPDATE note SET text = CAST(x'fffefd' AS TEXT) WHERE ${NOTE}`,
    [
      ['note', 'bytes', 1],
      ['note_photo', 'orphan', 1],
    ],
  ],
  ['an unknown mark', `UPDATE finding_mark SET mark = 'x' WHERE ${NOTE}`, [['finding_mark', 'unknown', 1]]],
  ['a mark on an unknown rule', `UPDATE finding_mark SET rule = 'x' WHERE ${NOTE}`, [['finding_mark', 'unknown', 1]]],
  ['an endless threshold', 'UPDATE threshold SET value = 9e999 WHERE scope_id = 1001', [['threshold', 'bounds', 1]]],
  ['a threshold out of its bounds', 'UPDATE threshold SET value = -1 WHERE scope_id = 1001', [['threshold', 'bounds', 1]]],
  ['a threshold of an unknown rule', "UPDATE threshold SET rule = 'x' WHERE scope_id = 1001", [['threshold', 'unknown', 1]]],
  ['an endless limit', limited('m3 = 9e999'), [['contract_limit', 'bounds', 1]]],
  ['a limit from a day that there is not', limited("from_day = '2025-02-30'"), [['contract_limit', 'time', 1]]],
  ['a limit that ends before it begins', limited("to_day = '2001-01-01'"), [['contract_limit', 'contradiction', 1]]],
  ['a limit of nobody', limited('owner_id = 777'), [['contract_limit', 'orphan', 1]]],
  ['a file by cable that is not that of its sum', "UPDATE import_content SET content = x'00'", [['import_content', 'contradiction', 1]]],
  [
    'a file by cable with a tolerance below nought',
    `UPDATE import_file SET tolerances = '{"V":-1}'`,
    [
      ['import_file', 'bounds', 1],
      ['reading_source', 'orphan', 1],
    ],
  ],
  ['a map of a file that is a list', "UPDATE import_map SET map = '[]'", [['import_map', 'unreadable', 1]]],
  ['a record of a file that is not there', `INSERT INTO reading_source VALUES (1, ${at(1)}, 777)`, [['reading_source', 'orphan', 1]]],
  ['a kept record of no book and no file', "UPDATE kept_twice SET book_id = 'x' WHERE owner_id = 1001", [['kept_twice', 'unreadable', 1]]],
  ['an unknown meaning', "UPDATE meaning SET quantity = 'x' WHERE equipment_type_id = 1", [['meaning', 'unknown', 1]]],
  [
    'a meaning with the role of another kind',
    "UPDATE meaning SET role = 'powerOff' WHERE equipment_type_id = 1",
    [['meaning', 'unknown', 1]],
  ],
  [
    'a meaning that says nothing',
    'UPDATE meaning SET quantity = NULL, basis = NULL WHERE equipment_type_id = 1',
    [['meaning', 'contradiction', 1]],
  ],
  ['an unknown time zone', "UPDATE station_clock SET time_zone = 'Mars/Base' WHERE station_id = 1", [['station_clock', 'unknown', 1]]],
  [
    'a station seen in the year 9999',
    'UPDATE station SET seen_at_ms = 253370764800000 WHERE id = 1',
    [
      ['station', 'time', 1],
      ['device_sighting', 'orphan', 1],
      ['contract_limit', 'orphan', 1],
      ['station_clock', 'orphan', 1],
      ['station_typed', 'orphan', 1],
      ['trip_stop', 'orphan', 1],
      ['note', 'orphan', 1],
      ['note_photo', 'orphan', 1],
      ['finding_mark', 'orphan', 1],
    ],
  ],
  ['a typed fact that nobody knows', "UPDATE station_typed SET fact = 'x' WHERE station_id = 1", [['station_typed', 'unknown', 1]]],
  [
    'coordinates that are a script',
    "UPDATE station_typed SET value = '55.7,37.6?q=<script>' WHERE station_id = 1",
    [['station_typed', 'unreadable', 1]],
  ],
  ['coordinates beyond the pole', "UPDATE station_typed SET value = '91,37.6' WHERE station_id = 1", [['station_typed', 'unreadable', 1]]],
  [
    'coordinates typed in for ever',
    'UPDATE station_typed SET typed_at_ms = 9000000000000000 WHERE station_id = 1',
    [['station_typed', 'time', 1]],
  ],
  [
    'a limit of error of a thousand percent',
    "UPDATE station_typed SET fact = 'limit_of_error', value = '999' WHERE station_id = 1",
    [['station_typed', 'bounds', 1]],
  ],
  [
    'a verification on a day that is none',
    "UPDATE station_typed SET fact = 'next_verification', value = '2026-02-30' WHERE station_id = 1",
    [['station_typed', 'unreadable', 1]],
  ],
  [
    'a typed value by an author of 50,000 letters',
    'UPDATE station_typed SET typed_by = hex(zeroblob(25000)) WHERE station_id = 1',
    [['station_typed', 'too_long', 1]],
  ],
  [
    'a branch whose members are no JSON list',
    `UPDATE branch SET members = '{"a":1}' WHERE name = 'Север 1'`,
    [['branch', 'unreadable', 1]],
  ],
  [
    'a branch with a side that nobody knows',
    `UPDATE branch SET members = '[[1,"in"],[2,"up"]]' WHERE name = 'Север 1'`,
    [['branch', 'unreadable', 1]],
  ],
  [
    'a branch that nothing goes into',
    `UPDATE branch SET members = '[[1,"out"],[2,"out"]]' WHERE name = 'Север 1'`,
    [['branch', 'contradiction', 1]],
  ],
  [
    'a branch of 100,000 stations',
    `UPDATE branch SET members = (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      SELECT json_group_array(json_array(i, 'in')) FROM n) WHERE name = 'Север 1'`,
    [['branch', 'too_long', 1]],
  ],
  [
    'a name of a branch of 50,000 letters',
    `UPDATE branch SET name = hex(zeroblob(25000)) WHERE name = 'Север 1'`,
    [['branch', 'too_long', 1]],
  ],
  ['a branch in a zone that is none', `UPDATE branch SET time_zone = 'Mars/Olympus' WHERE name = 'Север 1'`, [['branch', 'unknown', 1]]],
  ['a gas day that begins at 99', `UPDATE branch SET contract_hour = 99 WHERE name = 'Север 1'`, [['branch', 'bounds', 1]]],
  [
    'a branch drawn in the year 300000',
    `UPDATE branch SET written_at_ms = 9000000000000000 WHERE name = 'Север 1'`,
    [['branch', 'time', 1]],
  ],
  ['a question whose name is looked for by another', "UPDATE question SET folded = 'x' WHERE id = 1", [['question', 'contradiction', 1]]],
  ['a question of 200,000 letters', 'UPDATE question SET sql = hex(zeroblob(100000)) WHERE id = 1', [['question', 'too_long', 1]]],
  ['a question asked in the year 300000', 'UPDATE question SET said_at_ms = 9000000000000000 WHERE id = 1', [['question', 'time', 1]]],
  ['a stop of a station that is not there', 'UPDATE trip_stop SET station_id = 99 WHERE station_id = 1', [['trip_stop', 'orphan', 1]]],
  ['a stop before the first', 'UPDATE trip_stop SET place = -1 WHERE station_id = 1', [['trip_stop', 'bounds', 1]]],
  [
    'a named trip whose choices are no JSON object',
    `UPDATE named_trip SET choices = '[]' WHERE name = 'Север 1'`,
    [['named_trip', 'unreadable', 1]],
  ],
  [
    'a named trip that runs every minute',
    `UPDATE named_trip SET choices = json_set(choices, '$.fresh', json('{"everyHours":0.01,"onMetered":true}')) WHERE name = 'Север 1'`,
    [['named_trip', 'unreadable', 1]],
  ],
  [
    'a named trip under the key of another',
    `UPDATE named_trip SET folded = 'юг' WHERE name = 'Север 1'`,
    [['named_trip', 'contradiction', 1]],
  ],
  [
    'a name of a trip of 50,000 letters',
    `UPDATE named_trip SET name = hex(zeroblob(25000)) WHERE name = 'Север 1'`,
    [['named_trip', 'too_long', 1]],
  ],
  [
    'choices of a trip of 20 MB',
    `UPDATE named_trip SET choices = '"' || hex(zeroblob(10000000)) || '"' WHERE name = 'Север 1'`,
    [['named_trip', 'too_long', 1]],
  ],
  [
    'a trip said in the year 300000',
    `UPDATE named_trip SET said_at_ms = 9000000000000000 WHERE name = 'Север 1'`,
    [['named_trip', 'time', 1]],
  ],
  ['providers in a circle', 'UPDATE provider SET parent_id = 2 WHERE id = 1', [['provider', 'orphan', 2]]],
  ['a passport that is no JSON', "UPDATE characteristics SET gas_boiler = x'7b' WHERE id = 1", [['characteristics', 'unreadable', 1]]],
  ['a code of a channel of 1 MB', 'UPDATE channel SET channel_varname = hex(zeroblob(500000))', [['channel', 'too_long', 1]]],
  [
    'a consumer of bytes that are no text',
    "UPDATE consumer SET name = CAST(x'c3' AS TEXT)",
    [
      ['consumer', 'bytes', 1],
      ['consumer_provider', 'orphan', 1],
      ['contract_number', 'orphan', 1],
    ],
  ],
  ['a contract of no day', "UPDATE contract_number SET contract_day = 'x'", [['contract_number', 'time', 1]]],
  ['kept twice, and no JSON', "UPDATE kept_twice SET content = 'x' WHERE owner_id = 1001", [['kept_twice', 'unreadable', 1]]],
  ['a record not understood under no digest', "UPDATE rejected SET digest = x'' WHERE id = 1", [['rejected', 'unreadable', 1]]],
  ['a record not understood of 50 MB', 'UPDATE rejected SET raw = hex(zeroblob(25000000)) WHERE id = 1', []],
  ['more records than numbers', 'UPDATE series SET records = 9223372036854775807', []],
  ['lone surrogates, which a service can send', reading(`'["\\ud800"]'`), []],
  ['unknown characters, which a service can send', reading(`'["' || char(65533) || '"]'`), []],
]
