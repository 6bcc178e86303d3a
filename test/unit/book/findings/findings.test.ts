import { expect, test } from 'vitest'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import type { StoredFinding } from '../../../../electron/book/findings/finding-rows.ts'
import findingParts from '../../../../electron/book/file/migrations/037-finding-parts.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { alarm, NOW, session, station, tempBook } from '../fixtures.ts'

const EVIDENCE = { records: [1, 2], events: [], settings: [], sessions: [], numbers: { usual: 3.5 } }

function finding(record: Partial<StoredFinding> & { id: string }): StoredFinding {
  return {
    rule: 'frozen',
    flag: 3,
    stationId: 1,
    equipmentId: 1001,
    archiveType: 'hourly',
    view: 'general',
    channelVarname: 'P',
    fromMs: NOW - 10 * HOUR_MS,
    toMs: NOW - 2 * HOUR_MS,
    measure: 8,
    threshold: 6,
    unit: 'hours',
    m3: 12.5,
    detail: null,
    evidence: EVIDENCE,
    ...record,
  }
}

function withStations(count = 2): Book {
  const book = tempBook()
  book.stations.put(
    Array.from({ length: count }, (_, at) => station({ id: at + 1 })),
    NOW,
  )
  return book
}
const put = (book: Book, findings: readonly StoredFinding[], stationId = 1) =>
  book.findings.replace({ stationId, judgedAtMs: NOW, basis: '{}', verdicts: '{}', findings, seen: [] })
const said = { author: 'Иванов', nowMs: NOW }
const none = () => null
const rowsIn = (book: Book) => book.db.prepare('SELECT count(*) FROM finding').pluck().get()

test('findings come back as they were found', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' }), finding({ id: 'b', toMs: null, measure: null, m3: null, detail: 'high' })])
  expect(book.findings.ofStation(1)).toEqual([
    {
      ...finding({ id: 'b', toMs: null, measure: null, m3: null, detail: 'high' }),
      stationName: 'ГРП-1',
      state: 'new',
      noteId: null,
    },
    { ...finding({ id: 'a' }), stationName: 'ГРП-1', state: 'new', noteId: null },
  ])
})

test('what is judged twice is written once, and what is no longer found is gone', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' }), finding({ id: 'b' })])
  const before = book.db.prepare('SELECT total_changes()').pluck().get()
  put(book, [finding({ id: 'a' }), finding({ id: 'b' })])
  // The run alone is written anew, and the commit counted.
  expect(Number(book.db.prepare('SELECT total_changes()').pluck().get()) - Number(before)).toBe(2)
  put(book, [finding({ id: 'b', measure: 9 })])
  expect(book.findings.ofStation(1).map(({ id, measure }) => [id, measure])).toEqual([['b', 9]])
  expect(book.db.prepare('SELECT finding_id FROM finding_evidence').pluck().all()).toEqual(['b'])
})

test('a mark stays with its finding when that is computed again', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' })])
  book.findings.mark(['a'], 'seen', said, none)
  put(book, [finding({ id: 'a', measure: 11, toMs: NOW })])
  expect(book.findings.ofStation(1)).toMatchObject([{ id: 'a', state: 'seen', measure: 11 }])
})

test('what is wrong is not raised again for its span, under another id too, and is raised beyond it', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' })])
  book.findings.mark(['a'], 'wrong', said, none)
  put(book, [
    finding({ id: 'earlier', fromMs: NOW - 20 * HOUR_MS, toMs: NOW - 9 * HOUR_MS }),
    finding({ id: 'later', fromMs: NOW - HOUR_MS, toMs: NOW }),
    finding({ id: 'other channel', channelVarname: 'T' }),
  ])
  const states = Object.fromEntries(book.findings.ofStation(1).map(({ id, state }) => [id, state]))
  expect(states).toEqual({ earlier: 'wrong', later: 'new', 'other channel': 'new' })
})

test('of two findings of one subject at one time only the marked one is marked', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' }), finding({ id: 'b' })])
  book.findings.mark(['a'], 'wrong', said, none)
  put(book, [finding({ id: 'a' }), finding({ id: 'b' })])
  expect(book.findings.ofStation(1).map(({ id, state }) => [id, state])).toEqual([
    ['b', 'new'],
    ['a', 'wrong'],
  ])
})

test('a mark that is taken away leaves a tombstone, and nothing older comes to light', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' })])
  book.findings.mark(['a'], 'seen', said, none)
  book.findings.mark(['a'], 'wrong', { ...said, nowMs: NOW + 1 }, none)
  book.findings.mark(['a'], null, { ...said, nowMs: NOW + 2 }, none)
  expect(book.findings.ofStation(1)).toMatchObject([{ state: 'new' }])
  const marks = book.db.prepare('SELECT mark, removed_at_ms AS removed, id FROM finding_mark ORDER BY id').all()
  expect(marks).toMatchObject([
    { mark: 'seen', removed: NOW + 1 },
    { mark: 'wrong', removed: NOW + 2 },
  ])
  expect((marks as { id: string }[]).every(({ id }) => /^[\da-f]{8}-[\da-f]{4}-7/.test(id))).toBe(true)
})

test('a mark of what still lasts holds for it while it lasts, not for what begins later', () => {
  const book = withStations()
  put(book, [finding({ id: 'a', toMs: null })])
  book.findings.mark(['a'], 'wrong', said, none)
  put(book, [finding({ id: 'a', toMs: NOW + 100 * HOUR_MS }), finding({ id: 'next', fromMs: NOW + 200 * HOUR_MS, toMs: null })])
  expect(book.findings.ofStation(1).map(({ id, state }) => [id, state])).toEqual([
    ['next', 'new'],
    ['a', 'wrong'],
  ])
})

test('the note that explains a finding is written in the same transaction', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' })])
  const explain = () =>
    book.findings.mark(['a'], 'explained', said, ({ stationId, fromMs, toMs }) => {
      const content = { fromMs, toMs, kind: 'other', author: 'Иванов', text: 'Ремонт' } as const
      return book.notes.add(stationId, content, [], NOW).id
    })
  expect(explain()).toEqual([1])
  const [found] = book.findings.ofStation(1)
  expect(found?.state).toBe('explained')
  expect(book.notes.get(found?.noteId ?? '')).toMatchObject({ text: 'Ремонт', fromMs: finding({ id: 'a' }).fromMs })
  expect(() =>
    book.findings.mark(['a'], 'wrong', said, () => {
      book.notes.add(1, { fromMs: null, toMs: null, kind: 'other', author: '', text: 'x' }, [], NOW)
      throw new Error('stop')
    }),
  ).toThrow('stop')
  expect(book.notes.query({}).total).toBe(1)
  expect(book.findings.ofStation(1)).toMatchObject([{ state: 'explained' }])
})

test('pages are filtered by station, rule, flag, state, time, consumer and the tree of providers', () => {
  const book = tempBook()
  book.providers.put([{ id: 1, name: 'A', children: [{ id: 2, name: 'B', children: [] }] }])
  book.consumers.put([{ id: 5, name: 'C', subdivisionTypeName: null, inn: null, contactNumber: null }], { energyId: 2 })
  book.stations.put([station({ id: 1, customerId: 5, equipmentTypeId: 7 }), station({ id: 2 })], NOW)
  put(book, [finding({ id: 'a' }), finding({ id: 'b', rule: 'spike', flag: 4, fromMs: NOW, toMs: NOW })])
  put(book, [finding({ id: 'c', stationId: 2, fromMs: 5, toMs: null, rule: 'silent', channelVarname: null })], 2)
  const ids = (filter: Parameters<Book['findings']['page']>[0]) => book.findings.page(filter).rows.map(({ id }) => id)
  expect(ids({})).toEqual(['b', 'a', 'c'])
  expect(ids({ stationIds: [1] })).toEqual(['b', 'a'])
  expect(ids({ providerIds: [1] })).toEqual(['b', 'a'])
  expect(ids({ consumerIds: [5], rules: ['spike'] })).toEqual(['b'])
  expect(ids({ equipmentTypeIds: [1] })).toEqual(['c'])
  expect(ids({ flags: [3] })).toEqual(['a', 'c'])
  expect(ids({ fromMs: NOW })).toEqual(['b', 'c'])
  expect(ids({ toMs: NOW - HOUR_MS })).toEqual(['a', 'c'])
  book.findings.mark(['a'], 'wrong', said, none)
  expect(ids({ states: ['new'] })).toEqual(['b', 'c'])
  expect(book.findings.page({}, { sort: 'duration', desc: true, limit: 1 })).toMatchObject({
    total: 3,
    rows: [{ id: 'c' }],
  })
  expect(book.findings.page({}, { sort: 'station', desc: false, offset: 1, limit: 1 }).rows.map(({ id }) => id)).toEqual(['b'])
})

test('counts leave out the part of the filter that they count', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' }), finding({ id: 'b', rule: 'spike', flag: 4 })])
  put(book, [finding({ id: 'c', stationId: 2 })], 2)
  expect(book.findings.counts({ rules: ['spike'] })).toMatchObject({
    total: 1,
    rules: [
      { rule: 'frozen', findings: 2, stations: 2 },
      { rule: 'spike', findings: 1, stations: 1 },
    ],
    flags: [{ flag: 4, findings: 1 }],
    states: [{ state: 'new', findings: 1 }],
  })
})

test('the public view tells times in seconds', () => {
  const book = withStations()
  put(book, [finding({ id: 'a', fromMs: 5_000, toMs: null })])
  expect(book.db.prepare('SELECT * FROM v_finding').all()).toEqual([
    {
      id: 'a',
      rule: 'frozen',
      flag: 3,
      station_id: 1,
      equipment_id: 1001,
      archive_type: 'hourly',
      channel: 'P',
      from_time: 5,
      to_time: null,
      measure: 8,
      threshold: 6,
      m3: 12.5,
      state: 'new',
      part_of: null,
      own_m3: 12.5,
    },
  ])
})

test('data that change are noted in the page that changes them, and what is unchanged is not', () => {
  const book = withStations()
  const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  const page = [
    { atMs: 1_000, values: { P: 1 } },
    { atMs: 5_000, values: { P: 2 } },
  ]
  book.readings.put(key, page)
  expect(book.findings.changedOf(1001, 2001)).toEqual([
    { kind: 'readings', ownerId: 1001, changes: 1, span: { fromMs: 1_000, toMs: 5_000 } },
  ])
  book.readings.put(key, page)
  book.readings.put(key, [{ atMs: 9_000, values: { P: 2 } }])
  book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(3, '1')])
  book.settings.putSnapshot(1001, 7, [{ channelName: 'a', channelDataValue: 1, unitName: null }])
  book.sessions.put([session({ id: 1, telemetryId: 2001, atMs: 4 })])
  expect(book.findings.changedOf(1001, 2001)).toEqual([
    { kind: 'readings', ownerId: 1001, changes: 2, span: { fromMs: 1_000, toMs: 9_000 } },
    { kind: 'events', ownerId: 1001, changes: 1, span: { fromMs: 3, toMs: 3 } },
    { kind: 'settings', ownerId: 1001, changes: 1, span: { fromMs: 7, toMs: 7 } },
    { kind: 'sessions', ownerId: 2001, changes: 1, span: null },
  ])
  expect(() =>
    book.page(() => {
      book.readings.put(key, [{ atMs: 20_000, values: { P: 2 } }])
      throw new Error('stop')
    }),
  ).toThrow('stop')
  expect(book.findings.changedOf(1001, null)[0]?.changes).toBe(2)
})

test('what changes while a station is judged is still to be judged', () => {
  const book = withStations()
  const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
  book.readings.put(key, [{ atMs: 1_000, values: { P: 1 } }])
  const seen = book.findings.changedOf(1001, 2001)
  book.readings.put(key, [{ atMs: 2_000, values: { P: 1 } }])
  book.findings.replace({ stationId: 1, judgedAtMs: NOW, basis: '{}', verdicts: '{}', findings: [], seen })
  expect(book.findings.judged(0, 10)).toMatchObject([
    { stationId: 1, changed: true, judgedAtMs: NOW },
    { stationId: 2, judgedAtMs: null },
  ])
  book.findings.replace({
    stationId: 1,
    judgedAtMs: NOW,
    basis: '{}',
    verdicts: '{}',
    findings: [],
    seen: book.findings.changedOf(1001, 2001),
  })
  expect(book.findings.judged(0, 1)).toMatchObject([{ changed: false }])
})

test('stations of one device are each judged by what changed', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1, equipmentId: 9 }), station({ id: 2, equipmentId: 9 })], NOW)
  put(book, [])
  put(book, [], 2)
  book.readings.put({ equipmentId: 9, archiveType: 'hourly', view: 'general' }, [{ atMs: 1, values: { P: 1 } }])
  book.findings.replace({
    stationId: 1,
    judgedAtMs: NOW,
    basis: '{}',
    verdicts: '{}',
    findings: [],
    seen: book.findings.changedOf(9, null),
  })
  expect(book.findings.judged(0, 10).map(({ judgedAtMs }) => judgedAtMs)).toEqual([NOW, null])
})

test('a book that is open for reading is judged in memory, until somebody writes to it', () => {
  const book = withStations()
  put(book, [finding({ id: 'a' })])
  book.findings.mark(['a'], 'seen', said, none)
  const reader = openBook(book.file, { mode: 'read', now: () => NOW })
  try {
    put(reader, [finding({ id: 'a' }), finding({ id: 'b' })])
    expect(reader.findings.ofStation(1).map(({ id, state }) => [id, state])).toEqual([
      ['b', 'new'],
      ['a', 'seen'],
    ])
    expect(reader.findings.counts({}).total).toBe(2)
    expect(rowsIn(book)).toBe(1)
    expect(() => reader.db.prepare('DELETE FROM finding_run').run()).toThrow(/readonly/)
    reader.findings.refresh()
    expect(reader.findings.ofStation(1)).toHaveLength(2)
    put(book, [finding({ id: 'c' })])
    reader.findings.refresh()
    expect(reader.findings.ofStation(1).map(({ id }) => id)).toEqual(['c'])
    put(reader, [finding({ id: 'd' })])
    expect(reader.findings.page({}).rows.map(({ id }) => id)).toEqual(['d'])
  } finally {
    reader.close()
  }
})

/** What another rule says of the hours of a finding. */
function part(id: string, rule: StoredFinding['rule'], m3 = 12.5) {
  const { stationId: _, equipmentId: __, ...said } = finding({ id, rule, m3 })
  return said
}
const withParts = (id: string, parts: ReturnType<typeof part>[], more: Partial<StoredFinding> = {}) =>
  finding({ id, rule: 'range', flag: 4, evidence: { ...EVIDENCE, parts }, ...more })

test('a rule that is asked for by its name finds what it says as a part of another finding', () => {
  const book = withStations()
  put(book, [
    withParts('a', [part('a1', 'spike'), part('a2', 'spike'), part('a3', 'unusual_hour')]),
    finding({ id: 'b', rule: 'spike' }),
    finding({ id: 'c', rule: 'range' }),
  ])
  put(book, [withParts('d', [part('d1', 'spike')], { stationId: 2 })], 2)
  const found = book.findings.page({ rules: ['spike'] }, { sort: 'station', desc: false })
  expect([found.total, found.rows.map(({ id }) => id).toSorted()]).toEqual([3, ['a', 'b', 'd']])
  expect(book.findings.ids({ rules: ['unusual_hour'] })).toEqual(['a'])
  expect(book.findings.stationsWith({ rules: ['spike'] })).toBe(2)
  // Each choice says how many rows it would show; a finding is one in `total`, whatever it consists of.
  expect(book.findings.counts({})).toMatchObject({
    total: 4,
    rules: [
      { rule: 'range', findings: 3, stations: 2 },
      { rule: 'spike', findings: 3, stations: 2 },
      { rule: 'unusual_hour', findings: 1, stations: 1 },
    ],
  })
  expect(book.findings.counts({ rules: ['spike'], stationIds: [2] })).toMatchObject({ total: 1, flags: [{ flag: 4, findings: 1 }] })
  // What is no part any more is not found as one; what leaves takes its parts along.
  put(book, [withParts('a', [part('a3', 'unusual_hour')]), finding({ id: 'a1', rule: 'spike' })])
  expect(book.findings.ids({ rules: ['spike'] }).toSorted()).toEqual(['a1', 'd'])
  put(book, [], 2)
  expect(book.db.prepare('SELECT id, part_of FROM finding_part').raw().all()).toEqual([['a3', 'a']])
})

test('the public view has each part as a row of its own, and its m³ once', () => {
  const book = withStations()
  put(book, [withParts('a', [part('a1', 'spike', 7)], { m3: 20 }), finding({ id: 'b', m3: null })])
  book.findings.mark(['a'], 'wrong', said, none)
  expect(
    book.db.prepare('SELECT id, rule, flag, station_id, equipment_id, state, part_of, m3, own_m3 FROM v_finding ORDER BY id').raw().all(),
  ).toEqual([
    ['a', 'range', 4, 1, 1001, 'wrong', null, 20, 20],
    ['a1', 'spike', 3, 1, 1001, 'wrong', 'a', null, 7],
    ['b', 'frozen', 3, 1, 1001, 'new', null, null, null],
  ])
})

test('parts of findings that an older version wrote are found, too', () => {
  const book = withStations()
  put(book, [withParts('a', [part('a1', 'spike')]), finding({ id: 'b' })])
  const before = book.db.prepare('SELECT * FROM v_finding ORDER BY id').all()
  book.db.prepare(`UPDATE finding_evidence SET evidence = '{' WHERE finding_id = 'b'`).run()
  book.db.exec(`DROP VIEW v_finding; DROP TABLE finding_part; CREATE VIEW v_finding AS SELECT id FROM finding; ${findingParts}`)
  expect(book.db.prepare('SELECT * FROM v_finding ORDER BY id').all()).toEqual(before)
})
