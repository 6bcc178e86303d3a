import { afterAll, expect, test } from 'vitest'
import { concludeBook } from '../../../electron/analysis/answers/keep-answers.ts'
import type { Book } from '../../../electron/book/index.ts'
import { EXAMPLE_NAMES, exampleText, type ExampleQuestion } from '../../../electron/contract/example-questions.ts'
import { namesOf, typedName, valueOf } from '../../../electron/contract/question-parameters.ts'
import { USUAL_LIMITS } from '../../../electron/contract/question-words.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { startNodeProcess } from '../../../electron/questions/node-process.ts'
import { createQuestions } from '../../../electron/questions/questions.ts'
import { alarm, consumer, session, station, tempBook } from '../../unit/book/fixtures.ts'

/**
 * Every example says what its title defines: each answer is computed here again from what was planted. Station 1 was given another
 * device and another unit, the book's clock lies west of Greenwich (its gas days hold no noon of UTC), limits are open.
 */

const CLOCK = { zone: 'America/Los_Angeles', contractHour: 10 }
/** 10:00 in winter time. */
const gasDay = (day: string): number => Date.parse(`${day}T18:00:00Z`)
const FIRST = gasDay('2026-01-29')
const DAYS = 6
const EXCHANGE = 60
const NOW = FIRST + DAYS * DAY_MS + HOUR_MS
/** The month that is asked for begins in the middle of what was planted. */
const TYPED: Record<string, string> = { station: '1', from: '2026-02-01', to: '2026-02-28' }
const usual = CLOCK

/** m³ of each hour: station 2 has a hole, station 1 stands still at times. */
const isIdle = (hour: number) => hour % 31 === 0
const volumes: Record<number, (hour: number) => number | null> = {
  1: (hour) => (isIdle(hour) ? 0 : 2.5),
  2: (hour) => (hour >= 80 && hour < 84 ? null : 0.5),
}
const hours = Array.from({ length: 24 * DAYS }, (_, hour) => hour)
const atOf = (hour: number) => FIRST + (hour + 1) * HOUR_MS
const text = (value: number) => String(value).replace('.', ',')

function records(id: number, which: (hour: number) => boolean, counter0: number) {
  let counter = counter0
  return hours.filter(which).flatMap((hour) => {
    const m3 = volumes[id]?.(hour) ?? null
    counter += m3 ?? 0.5
    return m3 === null ? [] : [{ atMs: atOf(hour), values: { gas_consume: text(m3), VNakpriv: text(counter), P: '310,5' } }]
  })
}
const SESSIONS: [unit: number, hour: number][] = [
  [2001, 0],
  [2001, 12],
  [2001, 58],
  [2501, 62],
  [2501, 130],
  [2002, 3],
  [2002, 100],
]

function planted(): Book {
  const book = tempBook(() => NOW)
  book.clocks.setOfBook({ timeZone: CLOCK.zone, contractHour: CLOCK.contractHour })
  const one = (more = {}) => station({ id: 1, customerId: 5, ...more })
  book.consumers.put([consumer(5, 'Works')], { energyId: null })
  book.stations.put([one(), station({ id: 2, customerId: 5 })], FIRST)
  for (const channelVarname of ['gas_consume', 'VNakpriv', 'P'])
    book.channels.put([
      {
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName: null,
        channelVarname,
        unitName: channelVarname === 'P' ? 'кПа' : 'м3',
      },
    ])
  const put = (equipmentId: number, list: ReturnType<typeof records>) =>
    book.readings.put({ equipmentId, archiveType: 'hourly', view: 'unified' }, list)
  put(
    1001,
    records(1, (hour) => hour < EXCHANGE, 1000),
  )
  book.stations.put([one({ equipmentId: 1501, telemetryId: 2501 })], FIRST + EXCHANGE * HOUR_MS + 1)
  put(
    1501,
    records(1, (hour) => hour >= EXCHANGE, 0),
  )
  put(
    1002,
    records(2, () => true, 50),
  )
  for (const equipmentId of [1001, 1501, 1002])
    book.coverage.mark(
      { equipmentId, archiveType: 'hourly', view: 'unified' },
      { from: dayAt(FIRST), to: dayAt(NOW) },
      { state: 'fetched', fetchedAtMs: NOW },
    )
  book.sessions.put(
    SESSIONS.map(([telemetryId, hour], at) => session({ id: at + 1, telemetryId, atMs: atOf(hour), trycnt: 2, durationSession: 10 })),
  )
  book.events.add(
    { equipmentId: 1002, archiveType: 'alarm' },
    hours.filter((hour) => hour % 6 === 0).map((hour) => alarm(atOf(hour), String(hour))),
  )
  for (const [value, hour] of [
    ['10', 0],
    ['10', 20],
    ['12', 40],
  ] as const)
    book.settings.putSnapshot(1002, atOf(hour), [{ channelName: 'Qmax', channelDataValue: value, unitName: 'm3/h' }])
  book.typed.write(2, [{ fact: 'coordinates', value: '55.7558,37.6173' }], '', NOW)
  book.limits.say(
    [
      { owner: 'station', ownerId: 1, period: 'day', fromDay: null, toDay: null, m3: 50 },
      { owner: 'station', ownerId: 1, period: 'day', fromDay: '2026-02-02', toDay: '2026-02-02', m3: 1000 },
      { owner: 'consumer', ownerId: 5, period: 'day', fromDay: null, toDay: '2026-01-31', m3: 60 },
    ],
    '',
  )
  book.db.prepare(`INSERT INTO kept_twice VALUES ('reading', 1002, 'hourly', 'unified', ?, '{"P":1}', 'x', ?)`).run(atOf(1), NOW)
  return book
}

const questions = createQuestions({ start: startNodeProcess() })
afterAll(() => questions.close())

async function answers(book: Book, name: ExampleQuestion) {
  const sql = exampleText(name, name)
  const { rows, columns } = await questions.ask({
    file: book.db.name,
    book: book.file,
    sql,
    parameters: Object.fromEntries(namesOf(sql).map((one) => [one, valueOf(one, TYPED[typedName(one)] ?? '', CLOCK) ?? null])),
    limits: USUAL_LIMITS,
    personal: 'shown',
    signal: new AbortController().signal,
  })
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at]?.name ?? '', value])))
}

/** By gas day: m³ and hours of a station, from what was planted. */
function daysOf(id: number): { day: string; m3: number; hours: number; missing: number }[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const own = hours.slice(24 * at, 24 * at + 24).map((hour) => volumes[id]?.(hour) ?? null)
    const known = own.filter((m3) => m3 !== null)
    // A hole within a day is told by the counter.
    const isHole = known.length < 24
    const m3 = known.reduce((sum, one) => sum + one, 0) + (isHole ? 0.5 * (24 - known.length) : 0)
    return { day: dayAt(FIRST + at * DAY_MS), m3, hours: 24, missing: 0 }
  })
}
const inFebruary = ({ day }: { day: string }) => day >= '2026-02-01' && day <= '2026-02-28'
const total = (list: readonly { m3: number }[]) => Math.round(10 * list.reduce((sum, { m3 }) => sum + m3, 0)) / 10

test('each example is as its title defines it', async () => {
  const book = planted()
  await concludeBook(book, { usual, nowMs: NOW, goesOn: () => true })
  const asked = Object.fromEntries(
    await Promise.all(EXAMPLE_NAMES.map(async (name) => [name, await answers(book, name)] as const)),
  ) as Record<ExampleQuestion, Record<string, unknown>[]>
  const own = (name: ExampleQuestion, columns: readonly string[]) => asked[name].map((row) => columns.map((column) => row[column]))

  // Only gas days of the month, not the last one of the month before.
  const february = (id: number) => daysOf(id).filter(inFebruary)
  expect(own('consumption', ['station_id', 'm3', 'hours_missing'])).toEqual(
    [1, 2].map((id) => [id, total(february(id)), expect.any(Number)]),
  )
  expect(own('days', ['day', 'm3'])).toEqual(february(1).map(({ day, m3 }) => [day, m3]))
  const kept = book.db
    .prepare<[], { id: number; missing: number }>(
      "SELECT station_id AS id, sum(hours_expected - hours) AS missing FROM v_consumption_day WHERE day LIKE '2026-02-%' GROUP BY 1 HAVING missing > 0 ORDER BY 2 DESC",
    )
    .all()
  expect(own('missing', ['station_id', 'hours_missing'])).toEqual(kept.map(({ id, missing }) => [id, missing]))

  // Of both devices, of the month: a record is stamped with the end of its hour.
  const ofMonth = hours.filter((hour) => atOf(hour) > gasDay('2026-02-01'))
  expect(ofMonth.length).toBeGreaterThan(0)
  expect(own('hours', ['event_time', 'm3'])).toEqual(ofMonth.map((hour) => [atOf(hour) / 1000, volumes[1]?.(hour)]))
  expect(own('idle', ['event_time', 'pressure', 'm3'])).toEqual(ofMonth.filter(isIdle).map((hour) => [atOf(hour) / 1000, 310.5, 0]))

  const gapsOf = (units: readonly number[], id: number) => {
    const times = SESSIONS.filter(([unit]) => units.includes(unit)).map(([, hour]) => hour)
    return times.slice(1).map((hour, at) => [id, hour - (times[at] ?? 0)])
  }
  expect(own('silences', ['station_id', 'hours'])).toEqual(
    [...gapsOf([2001, 2501], 1), ...gapsOf([2002], 2)].toSorted((a, b) => (b[1] ?? 0) - (a[1] ?? 0)),
  )
  const byDay = Map.groupBy(SESSIONS, ([, hour]) => dayAt(atOf(hour)))
  expect(own('sessions', ['day', 'sessions', 'tries', 'seconds_on_average'])).toEqual(
    [...byDay]
      .filter(([day]) => day >= '2026-02-01')
      .toSorted()
      .map(([day, list]) => [day, list.length, 2 * list.length, 10]),
  )

  // The open limit of 50 m³ but for one day, and 60 m³ of both stations together in January.
  const above = [
    ...daysOf(1).flatMap(({ day, m3 }) => (day !== '2026-02-02' && m3 > 50 ? [[1, null, day, 50]] : [])),
    ...daysOf(1).flatMap(({ day, m3 }, at) => (day <= '2026-01-31' && m3 + (daysOf(2)[at]?.m3 ?? 0) > 60 ? [[null, 5, day, 60]] : [])),
  ]
  expect(own('limits', ['station_id', 'consumer_id', 'day', 'limit_m3']).toSorted()).toEqual(above.toSorted())
  expect(above.length).toBeGreaterThan(DAYS)

  const openFindings = book.db
    .prepare<[], { rule: string; from: number; device: number | null; flag: number; station: number }>(
      'SELECT rule, from_time AS "from", equipment_id AS device, flag, station_id AS station FROM v_finding',
    )
    .all()
  expect(openFindings.length).toBeGreaterThan(0)
  const latest = openFindings
    .filter(({ flag, device }) => (flag === 3 || flag === 4) && device !== null)
    .toSorted((a, b) => b.from - a.from)
    .slice(0, 20)
  const around = latest.flatMap(({ device, from }) =>
    hours.filter((hour) => device === 1002 && hour % 6 === 0 && Math.abs(atOf(hour) / 1000 - from) <= 86_400),
  )
  expect(asked.around).toHaveLength(around.length)
  expect(new Map(own('rules', ['rule', 'findings']) as [string, number][])).toEqual(
    new Map([...Map.groupBy(openFindings, ({ rule }) => rule)].map(([rule, list]) => [rule, list.length])),
  )

  expect(own('twice', ['equipment_id', 'telemetry_id', 'event_time', 'otherwise'])).toEqual([[1002, null, atOf(1) / 1000, '{"P":1}']])
  // A download that brings the same settings leaves no snapshot of its own.
  expect(own('settings', ['equipment_id', 'value_before', 'value', 'before_at', 'taken_at'])).toEqual([
    [1002, '10', '12', atOf(0) / 1000, atOf(40) / 1000],
  ])
  expect(own('typed', ['station_id', 'has_coordinates', 'has_verification'])).toEqual([
    [1, null, null],
    [2, 1, 0],
  ])
  // No session says a battery that could end: the fleet's levels are those of the fixture.
  const levels = book.db.prepare<[], number>(
    'SELECT count(*) FROM v_health WHERE telemetry_battery IS NOT NULL OR meter_battery IS NOT NULL',
  )
  expect(asked.batteries).toHaveLength(levels.pluck().get() ?? 0)
})
