import { describe, expect, test } from 'vitest'
import { fleetOf } from '../../../../../electron/analysis/answers/fleet/fleet.ts'
import { chosenVisits } from '../../../../../electron/analysis/answers/fleet/visits.ts'
import { amountsOf } from '../../../../../electron/analysis/answers/consumption/amounts.ts'
import { judgeBook } from '../../../../../electron/analysis/judge/book.ts'
import { healthRow } from '../../../../../electron/analysis/answers/health/health-row.ts'
import { healthOfAll } from '../../../../../electron/analysis/answers/health/keep.ts'
import { leastTimeFirst } from '../../../../../electron/analysis/answers/health/urgency.ts'
import type { Book } from '../../../../../electron/book/index.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import type { StoredFinding } from '../../../../../electron/book/findings/finding-rows.ts'
import { consumer, finding, session, station, tempBook } from '../../../book/fixtures.ts'

const usual = { zone: 'UTC', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1)
const NOW = FROM + 200 * DAY_MS
const DAYS = 195

/** Stations of one type that report every six hours; their telemetry's batteries fall, and the first one's was replaced. */
function world(ids: readonly number[]): Book {
  const book = tempBook()
  book.providers.put([{ id: 1, name: 'Холдинг', children: [{ id: 2, name: 'Филиал', children: [] }] }])
  book.consumers.put([consumer(5, 'Пекарня')], { energyId: 2 })
  book.stations.put(
    ids.map((id) => station({ id, customerId: 5 })),
    FROM,
  )
  for (const id of ids) {
    book.sessions.put(
      Array.from({ length: DAYS * 4 }, (_, at) => {
        const day = Math.floor(at / 4)
        const btm = id === 1 && day >= 90 ? 95 : 60 - Math.floor(day / 5)
        return session({ id: id * 10_000 + at, telemetryId: 2_000 + id, atMs: FROM + at * 6 * HOUR_MS, btm, trycnt: id === 2 ? 6 : 1 })
      }),
    )
    const daily = { equipmentId: 1_000 + id, archiveType: 'daily', view: 'unified' } as const
    book.readings.put(
      daily,
      Array.from({ length: DAYS }, (_, day) => ({
        atMs: FROM + (day + 1) * DAY_MS,
        values: { gas_consume: id * 100 },
      })),
    )
    const last = new Date(FROM + DAYS * DAY_MS).toISOString().slice(0, 10)
    book.coverage.mark(daily, { from: '2026-01-01', to: last }, { state: 'fetched', fetchedAtMs: FROM + DAYS * DAY_MS })
  }
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: null,
      archiveTypeVarname: 'daily',
      telemetryTypeName: null,
      channelName: null,
      channelVarname: 'gas_consume',
      unitName: 'м3',
    },
  ])
  return book
}

test('the usual day is the one that consumption has: of the hours where both archives tell it', async () => {
  const book = world([1])
  const hours = DAYS * 24
  book.readings.put(
    { equipmentId: 1_001, archiveType: 'hourly', view: 'unified' },
    Array.from({ length: hours }, (_, at) => ({ atMs: FROM + (at + 1) * HOUR_MS, values: { gas_consume: 5 } })),
  )
  const gas = { zone: 'UTC', contractHour: 10 }
  const [from, to] = ['2026-06-20', '2026-06-30']
  const asked = { stationIds: [1], by: 'day', from, to, earlierYears: 0, gas, usual, nowMs: NOW } as const
  const { amounts } = await amountsOf(book, asked)
  expect(amounts.map(({ m3 }) => m3)).toEqual(Array.from({ length: 11 }, () => 120))
  expect((await healthOfAll(book, { usual, nowMs: NOW })).get(1)?.health.usualM3ADay).toBe(120)
})

test('health is kept, the view has the same numbers, and only what changed is computed again', async () => {
  const book = world([1, 2, 3, 4, 5, 6])
  const known = await healthOfAll(book, { usual, nowMs: NOW })
  const second = known.get(2)
  if (!second) throw new Error('station 2 has no health')
  const row = healthRow({ id: 2, name: null }, second, NOW)
  expect(row).toMatchObject({ rhythmHours: 6, usualM3ADay: 200, retries: { median: 6, times: 6 } })
  expect(row.silenceTimes).toBeCloseTo((5 * 24 + 6) / 6, 6)
  // Station 1's battery was replaced at 43: the others, at 22 by now, are below where it ended.
  expect(row.telemetryBattery).toMatchObject({ noForecast: 'ended', endLevel: 43 })
  expect(known.get(1)?.health.telemetryBattery.endLevels).toHaveLength(1)
  const shown = book.db.prepare('SELECT * FROM v_health WHERE station_id = 2').get()
  expect(shown).toMatchObject({
    rhythm_hours: row.rhythmHours,
    last_session_time: (row.lastSessionMs ?? 0) / 1000,
    telemetry_battery: row.telemetryBattery.median,
    telemetry_battery_slope_a_day: row.telemetryBattery.slopeADay,
    telemetry_battery_ends_at: (row.telemetryBattery.endsAtMs ?? 0) / 1000,
    telemetry_battery_no_forecast: 'ended',
    meter_battery_no_forecast: 'none_sent',
    retries_times: row.retries.times,
    usual_m3_a_day: row.usualM3ADay,
    open_situations: 0,
  })

  const before = book.health.stamps()
  book.coverage.mark(
    { telemetryId: 2_003, archiveType: 'sessions' },
    { from: '2026-07-18', to: '2026-07-18' },
    { state: 'fetched', fetchedAtMs: NOW },
  )
  await healthOfAll(book, { usual, nowMs: NOW + 1 })
  const changed = book.health.stamps().filter((one, at) => one.judgedAtMs !== before[at]?.judgedAtMs)
  expect(changed.map(({ stationId }) => stationId)).toEqual([3])
})

test.each(['readings', 'sessions'] as const)(
  'a correction of %s that adds no record, within the hour of the fetch, is computed again; what changes nothing is not',
  async (what) => {
    const book = world([1, 2, 3])
    const daily = { equipmentId: 1_002, archiveType: 'daily', view: 'unified' } as const
    const correct = (value: number) =>
      what === 'readings'
        ? book.readings.put(
            daily,
            Array.from({ length: 44 }, (_, day) => ({ atMs: FROM + (day + 152) * DAY_MS, values: { gas_consume: value } })),
          )
        : book.sessions.put(
            Array.from({ length: 120 }, (_, at) =>
              session({ id: 20_660 + at, telemetryId: 2_002, atMs: FROM + (660 + at) * 6 * HOUR_MS, btm: value }),
            ),
          )
    const shown = async () => {
      const { health } = (await healthOfAll(book, { usual, nowMs: NOW })).get(2) ?? {}
      return what === 'readings' ? health?.usualM3ADay : health?.telemetryBattery.median
    }
    await shown()
    correct(7)
    expect(await shown()).toBe(7)
    const before = book.health.stamps()
    correct(7)
    await healthOfAll(book, { usual, nowMs: NOW + 1 })
    expect(book.health.stamps()).toEqual(before)
    correct(8)
    expect(await shown()).toBe(8)
  },
)

test('days that were asked for in the hour of another fetch make health be computed again', async () => {
  const book = world([1, 2, 3])
  await healthOfAll(book, { usual, nowMs: NOW })
  const before = book.health.stamps()
  const daily = { equipmentId: 1_002, archiveType: 'daily', view: 'unified' } as const
  book.coverage.mark(daily, { from: '2026-07-16', to: '2026-07-18' }, { state: 'empty', fetchedAtMs: FROM + DAYS * DAY_MS })
  await healthOfAll(book, { usual, nowMs: NOW + 1 })
  const changed = book.health.stamps().filter((one, at) => one.judgedAtMs !== before[at]?.judgedAtMs)
  expect(changed.map(({ stationId }) => stationId)).toEqual([2])
})

test('who needs a visit: ranked, filtered, counted; a visit is noted', async () => {
  const book = world([1, 2, 3, 4, 5, 6])
  await judgeBook(book, { usual, nowMs: NOW })
  const fleet = await fleetOf(book, { usual, nowMs: NOW })
  const all = chosenVisits(fleet, {})
  // All have been silent for more than three rhythms: the class is the same, and m³ decide.
  expect(all.rows.map(({ stationId, visitClass }) => [stationId, visitClass])).toEqual([6, 5, 4, 3, 2, 1].map((id) => [id, 'B']))
  expect(all.rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6])
  expect(all.classes).toEqual([{ visitClass: 'B', stations: 6 }])
  expect(all.rules.find(({ rule }) => rule === 'silent')).toEqual({ rule: 'silent', stations: 6 })
  expect(all.consumers).toMatchObject([{ id: 5, name: 'Пекарня', stations: 6 }])
  expect(all.providers.map(({ id, stations }) => [id, stations]).sort()).toEqual([
    [1, 6],
    [2, 6],
  ])
  expect(all.rows[4]?.reasons[0]).toMatchObject({ reason: 'silent', rule: 'silent' })
  expect(chosenVisits(fleet, { providerIds: [1], stationIds: [2, 3] }).rows.map(({ stationId }) => stationId)).toEqual([3, 2])
  expect(chosenVisits(fleet, { classes: ['A'] })).toMatchObject({ rows: [], classes: [{ visitClass: 'B', stations: 6 }] })
  expect(chosenVisits(fleet, { consumerIds: [6] }).rows).toEqual([])

  book.notes.add(2, { fromMs: NOW, toMs: null, kind: 'visit', author: 'Ольга', text: '' }, [], NOW)
  const again = await fleetOf(book, { usual, nowMs: NOW })
  expect(again.visits.find(({ stationId }) => stationId === 2)?.visitedAtMs).toBe(NOW)
})

const OLD = FROM + 30 * DAY_MS
/** Kept as judging keeps them: the station's findings are these alone. */
function keepFindings(book: Book, stationId: number, judgedAtMs: number, list: readonly Partial<StoredFinding>[]): void {
  const basis = book.findings.run(stationId)
  book.findings.replace({
    stationId,
    judgedAtMs,
    basis: basis?.basis ?? '{}',
    verdicts: basis?.verdicts ?? '{}',
    findings: list.map((one, at) =>
      finding(`${stationId}-${at}`, {
        stationId,
        equipmentId: 1000 + stationId,
        archiveType: 'daily',
        view: 'unified',
        fromMs: OLD,
        toMs: OLD + DAY_MS,
        ...one,
      }),
    ),
    seen: [],
  })
}

describe('findings in the list of visits', () => {
  const lastMs = FROM + DAYS * DAY_MS
  const rulesOf = async (book: Book, stationId: number) => {
    const { visits } = await fleetOf(book, { usual, nowMs: NOW })
    return visits.find((row) => row.stationId === stationId)?.findings.map(({ rule }) => rule) ?? []
  }

  test('stay until they are explained, or over: no month takes them away', async () => {
    const book = world([1, 2, 3])
    keepFindings(book, 2, NOW, [{ rule: 'unexplained_change' }, { rule: 'frozen' }, { rule: 'spike' }])
    // A fact of 170 days ago waits for its explanation; a sensor that has moved again since needs nobody.
    expect(await rulesOf(book, 2)).toEqual(['unexplained_change'])
    // With no newer record nobody knows of an end.
    keepFindings(book, 3, NOW, [
      { rule: 'frozen', toMs: lastMs },
      { rule: 'range', toMs: NOW - 20 * DAY_MS },
    ])
    expect(await rulesOf(book, 3)).toEqual(['range', 'frozen'])
    const { visits } = await fleetOf(book, { usual, nowMs: NOW + 90 * DAY_MS })
    expect(visits.find((row) => row.stationId === 3)?.findings.map(({ rule }) => rule)).toEqual(['frozen'])

    book.findings.mark(['2-0'], 'explained', { author: '', nowMs: NOW }, () => null)
    expect(await rulesOf(book, 2)).toEqual([])
    const gone = chosenVisits(await fleetOf(book, { usual, nowMs: NOW }), {})
    expect(gone.rules.find(({ rule }) => rule === 'unexplained_change')).toBeUndefined()
    // What is undone is there again, in the list and in the counts.
    book.findings.mark(['2-0'], null, { author: '', nowMs: NOW }, () => null)
    expect(await rulesOf(book, 2)).toEqual(['unexplained_change'])
  })

  test('a silence that is explained is no reason, and the station needs nobody for it', async () => {
    const book = world([1, 2, 3])
    keepFindings(book, 2, NOW, [{ rule: 'silent', archiveType: null, view: null, fromMs: lastMs - 6 * HOUR_MS, toMs: null }])
    const reasons = async () =>
      (await fleetOf(book, { usual, nowMs: NOW })).visits.find(({ stationId }) => stationId === 2)?.reasons.map(({ reason }) => reason)
    expect(await reasons()).toContain('silent')
    book.findings.mark(['2-0'], 'explained', { author: '', nowMs: NOW }, () => null)
    expect((await reasons()) ?? []).not.toContain('silent')
  })

  test('have their m³, their channel and their longest time; judged is when they were judged', async () => {
    const book = world([1, 2, 3])
    expect((await fleetOf(book, { usual, nowMs: NOW })).judgedAtMs).toBeNull()
    keepFindings(book, 2, NOW - 3 * HOUR_MS, [
      { rule: 'missing_record', channelVarname: 'gas_consume', m3: 12, toMs: OLD + 2 * DAY_MS },
      { rule: 'missing_record', channelVarname: 'gas_consume', m3: 30, fromMs: OLD + 4 * DAY_MS, toMs: OLD + 5 * DAY_MS },
    ])
    const fleet = await fleetOf(book, { usual, nowMs: NOW })
    expect(fleet.judgedAtMs).toBe(NOW - 3 * HOUR_MS)
    const reasons = fleet.visits.find(({ stationId }) => stationId === 2)?.reasons ?? []
    expect(reasons.find(({ reason }) => reason === 'finding')).toMatchObject({
      sinceMs: OLD,
      endedMs: OLD + 5 * DAY_MS,
      m3: 42,
      numbers: { findings: 2, days: 2 },
      texts: { channel: 'gas_consume' },
    })
  })
})

test('devices that soonest write over what was never fetched are downloaded first, where a depth is known', async () => {
  const book = world([1, 2, 3])
  const stations = [1, 2, 3].map((id) => ({ id }))
  expect(leastTimeFirst(stations, book)).toEqual(stations)
  const set = (scopeId: number, value: number) =>
    book.thresholds.set([{ scope: 'device', scopeId, rule: 'archive_at_risk', key: 'dailyDepth', value }])
  set(1002, 40)
  set(1003, 30)
  await healthOfAll(book, { usual, nowMs: NOW })
  expect(leastTimeFirst(stations, book).map(({ id }) => id)).toEqual([3, 2, 1])
})

test('what a silence costs is one number: in its finding, in the visit, in its rank, and in no other reason again', async () => {
  const book = world([1, 2, 3])
  // Asked for until today, and nothing came for five days.
  for (const id of [1, 2, 3]) {
    const daily = { equipmentId: 1_000 + id, archiveType: 'daily', view: 'unified' } as const
    book.coverage.mark(daily, { from: '2026-07-15', to: '2026-07-19' }, { state: 'empty', fetchedAtMs: NOW })
  }
  await judgeBook(book, { usual, nowMs: NOW })
  const { visits } = await fleetOf(book, { usual, nowMs: NOW })
  for (const stationId of [1, 2, 3]) {
    const found = book.findings.ofStation(stationId)
    // Since the last record, though the last days of it are not due yet.
    const m3 = 5 * 100 * stationId
    expect(found.find(({ rule }) => rule === 'silent')?.m3).toBeCloseTo(m3, 6)
    expect(found.find(({ rule }) => rule === 'missing_record')).toMatchObject({
      measure: 3,
      m3: expect.closeTo(3 * 100 * stationId, 6) as number,
    })
    const visit = visits.find((one) => one.stationId === stationId)
    expect(visit?.reasons.find(({ reason }) => reason === 'silent')?.m3).toBeCloseTo(m3, 6)
    expect(visit?.score).toBeCloseTo((visit?.probability ?? NaN) * m3, 6)
    for (const { rule, m3: told } of visit?.reasons ?? []) if (rule !== 'silent') expect(told, String(rule)).toBeNull()
  }
  // Where somebody has explained the silence, nothing but the missing records tell it.
  const silent = book.findings.ofStation(3).find(({ rule }) => rule === 'silent')
  book.findings.mark([silent?.id ?? ''], 'explained', { author: '', nowMs: NOW }, () => null)
  const [explained] = chosenVisits(await fleetOf(book, { usual, nowMs: NOW + DAY_MS / 24 }), { stationIds: [3] }).rows
  expect(explained?.reasons.find(({ rule }) => rule === 'missing_record')?.m3).toBe(
    book.findings.ofStation(3).find(({ rule }) => rule === 'missing_record')?.m3 ?? NaN,
  )
})
