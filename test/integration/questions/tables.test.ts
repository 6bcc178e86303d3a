import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keepAnswers } from '../../../electron/analysis/answers/keep-answers.ts'
import { sessionsOfLife } from '../../../electron/analysis/answers/session-columns.ts'
import { logPage } from '../../../electron/analysis/events/all.ts'
import { pageOf } from '../../../electron/analysis/events/log.ts'
import { judgeBook } from '../../../electron/analysis/judge/book.ts'
import { demoTour } from '../../../electron/backend/demo-tour.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { balanceSql, consumptionSql, findingsSql } from '../../../electron/contract/asked-sql/conclusions.ts'
import { channelsSql, messagesSql, rejectedSql, reportsSql, typesSql } from '../../../electron/contract/asked-sql/reference.ts'
import {
  changesSql,
  coverageSql,
  eventsSql,
  holesSql,
  notesSql,
  readingsSql,
  sessionsSql,
  settingsSql,
} from '../../../electron/contract/asked-sql/records.ts'
import type { AskedSql } from '../../../electron/contract/asked-sql/sql.ts'
import { needsIds, stationsSql, verificationsSql, visitsSql, type StationsShown } from '../../../electron/contract/asked-sql/stations.ts'
import { EXAMPLE_NAMES, exampleText } from '../../../electron/contract/example-questions.ts'
import { namesOf, typedName, valueOf } from '../../../electron/contract/question-parameters.ts'
import { USUAL_LIMITS, type QuestionAnswer } from '../../../electron/contract/question-words.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { startNodeProcess } from '../../../electron/questions/node-process.ts'
import { createQuestions, type Questions } from '../../../electron/questions/questions.ts'
import { exampleWords } from '../../../electron/words/example-questions.ts'
import { LANGUAGES } from '../../../electron/words/index.ts'
import { startPuller, testFolder, type Puller } from '../../support/pull.ts'

/** The questions that tables of the window stand for answer with the tables' own rows, and every example has an answer. */

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const DAY_MS = 86_400_000
const usual = { zone: 'Europe/Moscow', contractHour: 10 }
const folder = testFolder()
let demo: DemoService
let puller: Puller
let questions: Questions
/** A station of which everything is in the book. */
let full: number

beforeAll(async () => {
  demo = await startDemoService({ now: () => NOW })
  puller = await startPuller(demo, folder.file('demo.meterbook'), { nowMs: () => NOW, monotonicMs: () => performance.now() })
  const plan = demoTour(demo.world, NOW)
  full = plan.stations === 'all' ? 0 : (plan.stations[0] ?? 0)
  puller.downloads.start(plan)
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done' })
  const { book } = puller
  const device = book.stations.get(full)?.equipmentId ?? 0
  book.notes.add(full, { fromMs: NOW - 1000, toMs: null, kind: 'seal', author: "O'Hara", text: "the seal's number is 5" }, [], NOW)
  book.notes.add(full, { fromMs: null, toMs: null, kind: 'other', author: '', text: 'key at the gate' }, [], NOW)
  book.typed.write(full, [{ fact: 'next_verification', value: '2027-01-05' }], '', NOW)
  book.limits.say([{ owner: 'station', ownerId: full, period: 'day', fromDay: '2026-01-01', toDay: null, m3: 1 }], '')
  for (const [value, takenAtMs] of [
    ['10', NOW + 1000],
    ['9', NOW + 2000],
  ] as const)
    book.settings.putSnapshot(device, takenAtMs, [{ channelName: 'Contract hour', channelDataValue: value, unitName: 'h' }])
  // An hour in which no gas flows although there is pressure.
  book.readings.put({ equipmentId: device, archiveType: 'hourly', view: 'unified' }, [
    { atMs: Date.UTC(2026, 8, 15, 0, 30), values: { gas_consume: '0', P: '374.6' } },
  ])
  book.db.prepare(`INSERT INTO kept_twice VALUES ('reading', ?, 'hourly', 'general', ?, '{"P":1}', 'x', ?)`).run(device, NOW - DAY_MS, NOW)
  await judgeBook(book, { usual, nowMs: NOW })
  await keepAnswers(book, { usual, nowMs: NOW, goesOn: () => true })
  questions = createQuestions({ start: startNodeProcess() })
})
afterAll(async () => {
  questions.close()
  await puller.close()
  await demo.close()
  folder.remove()
})

const ask = (sql: string, parameters: Record<string, string | number | null> = {}, { db, file } = puller.book): Promise<QuestionAnswer> =>
  questions.ask({ file: db.name, book: file, sql, parameters, personal: 'shown', limits: { ...USUAL_LIMITS, rows: 500_000 } })
async function columnIn({ sql }: AskedSql, name: string, book = puller.book): Promise<unknown[]> {
  const { columns, rows } = await ask(sql, {}, book)
  const at = columns.findIndex((column) => column.name === name)
  return rows.map((row) => row[at])
}
const inOrder = (list: readonly unknown[]) => list.toSorted((a, b) => Number(a) - Number(b))

const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2026, 0, 1)

/** A book of a few stations: 1 had its device exchanged, and the device before went on to 3; nobody has device 4444. */
function bookOfExchanges(): Book {
  const book = openBook(folder.file(`${crypto.randomUUID()}.meterbook`), { mode: 'write', now: () => NOW })
  onTestFinished(() => book.close())
  const station = (id: number, more: { equipmentId?: number; name?: string } = {}) => ({
    id,
    name: `Station ${id}`,
    equipmentTypeId: 1,
    equipmentTypeVarname: 'flougas',
    equipmentBrandName: 'F',
    phone: '',
    equipmentId: 1000 + id,
    telemetryId: 2000 + id,
    customerId: null,
    equipmentSerialNumber: String(id),
    statusNameValue: null,
    volumeValue: null,
    volumeUnit: 'm³',
    pressureValue: null,
    pressureUnit: '',
    temperatureValue: null,
    temperatureUnit: '°C',
    lastSeanceEventMs: null,
    uid: `u${id}`,
    ...more,
  })
  const hours = (equipmentId: number, first: number) =>
    book.readings.put(
      { equipmentId, archiveType: 'hourly', view: 'unified' },
      Array.from({ length: 48 }, (_, hour) => ({ atMs: BEGIN + (first + hour) * HOUR_MS, values: { gas_consume: '1' } })),
    )
  book.stations.put([station(1), station(2), station(9), station(10)], BEGIN)
  hours(1001, 0)
  hours(1501, 60)
  book.stations.put([station(1, { equipmentId: 1501 })], BEGIN + 55 * HOUR_MS)
  book.stations.put([station(3, { equipmentId: 1001 })], BEGIN + 190 * HOUR_MS)
  hours(1001, 200)
  const alarms = (equipmentId: number, list: readonly (readonly [hour: number, entries: Record<string, string | number>])[]) =>
    book.events.add(
      { equipmentId, archiveType: 'alarm' },
      list.map(([hour, entries]) => ({ atMs: BEGIN + hour * HOUR_MS, entries })),
    )
  alarms(1001, [
    [10, { Code: '5', CodeDescription: 'opened' }],
    [50, { Code: '6', CodeDescription: 'taken off' }],
    [210, { Code: '5', CodeDescription: 'opened' }],
  ])
  alarms(1501, [
    [58, { Code: '7', CodeDescription: 'put on' }],
    [70, { Code: '5', CodeDescription: 'opened' }],
  ])
  alarms(1002, [
    [0, { Code: '5', CodeDescription: 'opened' }],
    [1, { Code: '5' }],
    [2, { Izm: 'x' }],
    [3, { Code: 8, CodeDescription: 'a number' }],
    [4, { Code: '', CodeDescription: '' }],
  ])
  alarms(4444, [[5, { Code: '5', CodeDescription: 'of nobody' }]])
  return book
}

test('events: those of an exchange, of a device that went on to another station, of nobody, with numbers and with nulls', async () => {
  const book = bookOfExchanges()
  const opened = { code: '5', description: 'opened', archiveType: null }
  const filters: Omit<Parameters<typeof eventsSql>[0], 'desc'>[] = [
    {},
    { stationIds: [1] },
    { stationIds: [3] },
    { stationIds: [1, 3] },
    { exceptStationIds: [1] },
    { exceptConsumerIds: [7] },
    { exceptMessages: [opened] },
    { exceptMessages: [opened, { code: '5', description: null, archiveType: null }] },
    { messages: [{ code: '8', description: 'a number', archiveType: 'alarm' }] },
    { messages: [{ code: null, description: null, archiveType: null }] },
    { codes: ['8', ''] },
    { exceptMessages: [] },
    { messages: [] },
  ]
  const counts: number[] = []
  for (const filter of filters) {
    const shown = logPage(book, filter, { offset: 0, limit: 1000 }).rows
    const { rows } = await ask(eventsSql({ ...filter, desc: true }).sql, {}, book)
    expect([filter, rows.map(([station, , time, , code]) => [time, station, code === null ? null : String(code)])]).toEqual([
      filter,
      shown.map(({ atMs, stationId, code }) => [atMs / 1000, stationId, code]),
    ])
    counts.push(shown.length)
  }
  expect(counts).toEqual([11, 4, 1, 5, 6, 11, 7, 6, 1, 1, 2, 11, 0])
})

test.each(LANGUAGES)('every example has an answer (%s)', async (language) => {
  const words = await exampleWords(language)
  const typed: Record<string, string> = { station: String(full), from: '2026-09-01', to: '2026-11-20' }
  const answers = []
  for (const name of EXAMPLE_NAMES) {
    const sql = exampleText(name, words[name].comment)
    const values = Object.fromEntries(namesOf(sql).map((one) => [one, valueOf(one, typed[typedName(one)] ?? '', usual) ?? null]))
    const { rows, cut } = await ask(sql, values)
    answers.push([name, rows.length > 0, cut])
  }
  expect(answers).toEqual(EXAMPLE_NAMES.map((name) => [name, true, null]))
})

test('stations: by the tree and by facets that are columns; searched for, they are named one by one', async () => {
  const { stations, providers } = puller.book
  const provider = providers.tree()[0]?.id ?? 0
  const brand = String(stations.get(full)?.equipmentBrandName ?? '')
  const shown: Omit<StationsShown, 'ids'>[] = [
    { sort: { by: 'name' } },
    { sort: { by: 'id', desc: true } },
    { providerId: provider, sort: { by: 'consumerName' } },
    { consumerId: stations.get(full)?.customerId ?? 0, sort: { by: 'name' } },
    { conditions: [{ by: 'model', values: [brand] }], sort: { by: 'equipmentSerialNumber' } },
    { conditions: [{ by: 'model', values: [brand], not: true }], sort: { by: 'findings' } },
    { conditions: [{ by: 'silence', values: ['none', 'late'] }], sort: { by: 'name' } },
    { text: 'котельная', sort: { by: 'match' } },
  ]
  for (const one of shown) {
    const { sort, providerId, consumerId, text, conditions } = one
    const asked = {
      ...(providerId !== undefined && { providerId }),
      ...(consumerId !== undefined && { consumerId }),
      ...(text !== undefined && { text }),
      ...(conditions && { conditions }),
    }
    const ids = stations.ids(asked, sort)
    expect(ids.length).toBeGreaterThan(0)
    const found = await columnIn(stationsSql({ ...one, ...(needsIds(one) && { ids }) }), 'station_id')
    expect([one, inOrder(found)]).toEqual([one, inOrder(ids)])
    if (sort.by === 'id') expect(found).toEqual(ids)
  }
})

test('findings: every part of the filter, in the order that is shown', async () => {
  const { findings, providers, stations } = puller.book
  const filters: Parameters<typeof findingsSql>[0][] = [
    {},
    { rules: ['missing_record'] },
    { flags: [4], states: ['new'] },
    { stationIds: [full] },
    { fromMs: NOW - 20 * DAY_MS, toMs: NOW - 5 * DAY_MS },
    { equipmentTypeIds: [stations.get(full)?.equipmentTypeId ?? 0] },
    { providerIds: providers.tree().map(({ id }) => id) },
  ]
  for (const filter of filters) {
    const { total, rows } = findings.page(filter, { sort: 'from', desc: true, offset: 0, limit: 100_000 })
    const times = await columnIn(findingsSql(filter, { by: 'from', desc: true }), 'from_time')
    expect([filter, times]).toEqual([filter, rows.map(({ fromMs }) => fromMs / 1000)])
    expect(total).toBe(times.length)
  }
})

test('findings: what is said to be in the order of the table is, both ways', async () => {
  const { findings } = puller.book
  for (const by of ['from', 'rule', 'flag', 'm3', 'state', 'station', 'duration'] as const)
    for (const desc of [true, false]) {
      const asked = findingsSql({}, { by, desc })
      const { rows } = await ask(asked.sql)
      const shown = findings.page({}, { sort: by, desc, limit: -1 }).rows.map((row) => [row.stationId, row.rule, row.fromMs / 1000])
      const told = rows.map(([station, , rule, , from]) => [station, rule, from])
      if (asked.unsaid.length === 0) expect([by, desc, told]).toEqual([by, desc, shown])
      else expect(told).toHaveLength(shown.length)
    }
  expect(findingsSql({}, { by: 'station', desc: true }).unsaid).toEqual(['order'])
  expect(findingsSql({}, { by: 'duration', desc: true }).unsaid).toEqual(['lasting'])
})

test('holes: every day that the table counts, of exchanged devices and of telemetry units; a day that is not over is none', async () => {
  const book = bookOfExchanges()
  const day = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString().slice(0, 10)
  const mark = (
    archive: Parameters<Book['coverage']['mark']>[0],
    from: string,
    to: string,
    state: 'failed' | 'partial' | 'not_transmitted',
  ) => book.coverage.mark(archive, { from, to }, { fetchedAtMs: NOW, state })
  const hourly = (equipmentId: number) => ({ equipmentId, archiveType: 'hourly', view: 'unified' as const })
  mark(hourly(1001), '2026-01-01', '2026-01-01', 'partial')
  mark(hourly(1001), '2026-01-09', '2026-01-12', 'failed')
  mark(hourly(1501), '2026-02-01', '2026-02-02', 'failed')
  mark(hourly(1501), '2026-02-05', '2026-02-05', 'failed')
  mark(hourly(1002), '2026-03-01', '2026-03-03', 'not_transmitted')
  mark(hourly(1002), day(-48), day(0), 'partial')
  mark({ telemetryId: 2009, archiveType: 'sessions' }, '2026-01-10', '2026-01-11', 'failed')
  const states = ['failed', 'partial', 'not_transmitted'] as const
  const asked = holesSql(states, NOW)
  const { rows } = await ask(asked.sql, {}, book)
  const holes = book.holes.list({ states }, NOW)
  expect(holes.length).toBeGreaterThan(6)
  expect(
    rows.map(([station, , archive, view, state, days, first, last]) => [station, archive, view, state, days, first, last]).toSorted(),
  ).toEqual(holes.map((hole) => [hole.stationId, hole.archiveType, hole.view, hole.state, hole.days, hole.from, hole.to]).toSorted())
  expect(asked.unsaid).toEqual(['order', 'waiting'])
  expect(holesSql(['failed', 'never'], NOW).unsaid).toEqual(['order', 'never'])
})

test('changes: also those of a device that was exchanged, each at the station that had it', async () => {
  const book = bookOfExchanges()
  const snapshot = (equipmentId: number, hour: number, value: string) =>
    book.settings.putSnapshot(equipmentId, BEGIN + hour * HOUR_MS, [
      { channelName: 'Contract hour', channelDataValue: value, unitName: 'h' },
    ])
  for (const [device, hour, value] of [
    [1001, 1, '10'],
    [1001, 20, '9'],
    [1001, 30, '9'],
    [1001, 220, '8'],
    [1501, 70, '10'],
    [1501, 80, '7'],
    [4444, 1, '1'],
    [4444, 2, '2'],
  ] as const)
    snapshot(device, hour, value)
  const found = async (shown: Parameters<typeof changesSql>[0]) =>
    (await ask(changesSql(shown).sql, {}, book)).rows.map(([station, , device, , before, value]) => [station, device, before, value])
  const [first, moved, second] = [
    [1, 1001, '10', '9'],
    [3, 1001, '9', '8'],
    [1, 1501, '10', '7'],
  ]
  expect(await found({})).toEqual([moved, second, first])
  expect(await found({ stationIds: [1] })).toEqual([second, first])
  expect(await found({ fromMs: BEGIN + 75 * HOUR_MS, toMs: BEGIN + 100 * HOUR_MS })).toEqual([second])
  expect(changesSql({}).unsaid).toEqual(['changes'])
  expect(changesSql({ roles: ['contract_hour'] }).unsaid).toEqual(['changes', 'roles'])
  expect(changesSql({ confirmed: false }).unsaid).toEqual(['changes', 'roles'])
})

test('events of a station, with messages, archives, codes and times', async () => {
  const { book } = puller
  const times = (filter: Parameters<typeof eventsSql>[0]) => columnIn(eventsSql(filter), 'event_time')
  const all = pageOf(book, { stationIds: [full] }, { desc: true, offset: 0, limit: 100_000 })
  expect(all.total).toBeGreaterThan(10)
  const [first] = all.rows
  const message = { code: String(first?.code), description: String(first?.codeDescription), archiveType: null }
  const archiveType = first?.archiveType as 'alarm'
  const filters = [
    { stationIds: [full] },
    { stationIds: [full], messages: [message] },
    { stationIds: [full], messages: [{ ...message, archiveType }] },
    { stationIds: [full], archiveTypes: ['alarm' as const, 'nesht' as const] },
    { stationIds: [full], fromMs: NOW - 30 * DAY_MS, toMs: NOW - DAY_MS },
    { stationIds: [full], codes: [message.code] },
  ]
  for (const filter of filters) {
    const { rows } = pageOf(book, filter, { desc: true, offset: 0, limit: 100_000 })
    expect([filter, await times({ ...filter, desc: true })]).toEqual([filter, rows.map(({ atMs }) => atMs / 1000)])
  }
  const others = all.rows.filter(({ code, codeDescription }) => code !== message.code || codeDescription !== message.description)
  expect(await times({ stationIds: [full], exceptMessages: [message], desc: false })).toHaveLength(others.length)
  expect(await times({ stationIds: [full], exceptStationIds: [full], desc: false })).toEqual([])
  expect(await times({ stationIds: [full], text: message.description, desc: true })).toContain((first?.atMs ?? 0) / 1000)
})

test('records of an archive have a column a channel; sessions, settings, notes and coverage are those of the station', async () => {
  const { book } = puller
  const device = book.stations.get(full)?.equipmentId ?? 0
  const [fromMs, toMs] = [NOW - 10 * DAY_MS, NOW]
  const archive = { archiveType: 'hourly', view: 'unified' as const }
  const channels = ['gas_consume', 'odd "name']
  const readings = await ask(readingsSql({ stationId: full, equipmentId: null, ...archive, fromMs, toMs, channels }).sql)
  expect(readings.columns.map(({ name }) => name)).toEqual(['event_time', ...channels])
  const stamps = book.db
    .prepare<[number, number, number], number>(
      `SELECT at_ms / 1000 FROM reading r JOIN series s ON s.id = r.series_id
       WHERE s.equipment_id = ? AND s.archive_type = 'hourly' AND s."view" = 'unified' AND at_ms BETWEEN ? AND ? ORDER BY 1 DESC`,
    )
    .pluck()
    .all(device, fromMs, toMs)
  expect(stamps.length).toBeGreaterThan(20)
  expect(readings.rows.map(([time]) => time)).toEqual(stamps)

  const sessions = sessionsOfLife(book, full, { fromMs, toMs }).rows
  expect(await columnIn(sessionsSql({ stationId: full, fromMs, toMs, desc: false }), 'event_time')).toEqual(
    inOrder(sessions.map(({ atMs }) => atMs / 1000)),
  )
  const taken = book.settings.snapshots(device).flatMap(({ takenAtMs, items }) => Array.from({ length: items }, () => takenAtMs / 1000))
  expect(inOrder(await columnIn(settingsSql(full), 'taken_at'))).toEqual(inOrder(taken))
  expect(await columnIn(changesSql({ stationIds: [full], fromMs: NOW }), 'value_before')).toEqual(['10'])
  expect(await columnIn(notesSql({ stationIds: [full] }), 'kind')).toEqual(['seal', 'other'])
  const sought = { stationIds: [full], text: "seal's o'hara", kinds: ['seal'], fromMs: NOW - 5000 }
  expect(await columnIn(notesSql(sought), 'kind')).toEqual(['seal'])
  expect(await columnIn(notesSql({ stationIds: [full], text: 'nothing of it' }), 'kind')).toEqual([])
  expect((await ask(coverageSql(full).sql)).rows.length).toBeGreaterThan(300)
  for (const { sql } of [
    holesSql(['never', 'failed', 'partial', 'not_transmitted'], NOW),
    balanceSql({ branchId: "x'y", from: '2026-01-01' }),
  ])
    expect((await ask(sql)).cut).toBeNull()
})

test('the reference, what was rejected and the log of reports have the rows of their tables', async () => {
  const { book } = puller
  const types = book.equipmentTypes.list()
  const type = book.stations.get(full)?.equipmentTypeId ?? 0
  expect(await columnIn(typesSql(), 'id')).toEqual(types.map(({ id }) => id))
  const counted = await columnIn(typesSql(), 'stations')
  expect(counted).toEqual(types.map(({ id }) => book.stations.list({ equipmentTypeId: id, limit: 1 }).total))

  const codes = (list: readonly { channelVarname: string }[]) => list.map(({ channelVarname }) => channelVarname).toSorted()
  const asked = async (question: AskedSql) => (await columnIn(question, 'channel_varname')).map(String).toSorted()
  expect(await asked(channelsSql({}))).toEqual(codes(book.channels.list()))
  const ofType = book.channels.byType(type)
  expect(ofType.length).toBeGreaterThan(3)
  expect(await asked(channelsSql({ equipmentTypeId: type }))).toEqual(codes(ofType))
  const [one] = ofType
  expect(await asked(channelsSql({ equipmentTypeId: type, text: one?.channelVarname ?? '' }))).toContain(one?.channelVarname)

  const messages = book.messages.list({ limit: 100_000 }).rows
  expect(messages.length).toBeGreaterThan(10)
  expect(await columnIn(messagesSql({}), 'id')).toEqual(messages.map(({ id }) => id))
  const archiveType = String(messages.find(({ equipmentTypeId }) => equipmentTypeId === type)?.archiveTypeVarname)
  const narrowed = book.messages.list({ equipmentTypeId: type, archiveType, limit: 100_000 }).rows
  expect(narrowed.length).toBeGreaterThan(0)
  expect(await columnIn(messagesSql({ equipmentTypeId: type, archiveType }), 'id')).toEqual(narrowed.map(({ id }) => id))

  book.rejected.put('odd', [{ reason: 'no number', raw: '{"a":1}' }], NOW)
  const rejected = book.rejected.list({ limit: 100_000 })
  expect((await columnIn(rejectedSql(), 'raw')).toSorted()).toEqual(rejected.map(({ raw }) => raw).toSorted())
  const made = { savedId: null, form: 'f', from: null, to: null, stations: 1, bytes: 1, hash: 'h', failure: null, facts: null }
  for (const [name, madeAtMs] of [
    ['a.xlsx', NOW],
    ['b.xlsx', NOW + 1000],
    ['c.xlsx', NOW],
  ] as const)
    book.reporting.logMade({ ...made, name, file: `/x/${name}`, madeAtMs })
  expect(await columnIn(reportsSql(), 'name')).toEqual(['b.xlsx', 'c.xlsx', 'a.xlsx'])
})

test('consumption by month and year is the sum of its days; visits and verifications name their stations', async () => {
  const of = { stationIds: [full], from: '2026-09-01', to: '2026-10-31' }
  const sumOf = (list: readonly unknown[]) => list.reduce<number>((all, value) => all + Number(value), 0)
  const days = await columnIn(consumptionSql({ ...of, by: 'day' }), 'm3')
  const months = await columnIn(consumptionSql({ ...of, by: 'month' }), 'm3')
  const years = await columnIn(consumptionSql({ ...of, by: 'year' }), 'm3')
  expect([days.length, months.length, years.length]).toEqual([61, 2, 1])
  expect(sumOf(days)).toBeGreaterThan(0)
  expect(sumOf(months)).toBeCloseTo(sumOf(days), 0)
  expect(sumOf(years)).toBeCloseTo(sumOf(days), 0)
  const ids = puller.book.stations.ids().slice(0, 5)
  expect(inOrder(await columnIn(visitsSql(ids), 'station_id'))).toEqual(inOrder(ids))
  expect(await columnIn(verificationsSql([full]), 'next_verification')).toEqual(['2027-01-05'])
  expect(await columnIn(verificationsSql(null), 'station_id')).toHaveLength(puller.book.stations.ids().length)
})
