import Database from 'better-sqlite3'
import { openBook } from '../../electron/book/index.ts'
import type { Reading } from '../../electron/contract/records.ts'
import { beginningOf, closingHourOf, gasDays } from '../support/gas-days.ts'
import { test, expect } from './fixtures.ts'
import { choose } from './pages/choose.ts'
import { ReadingsPage } from './pages/station.ts'
import { roundedSum, SumsTable, type ExpectedSums } from './pages/sums.ts'
import { askingBeside } from './support/contract.ts'
import { NOW_MS, STATIONS as IN_BOOK } from './support/synced.ts'

/**
 * Sums by day and month, totals and rows of records on screen, in the clock of a station and of its book and in units of
 * choice, beside SQL over `v_reading` and the runtime's calendar alone. The records are the test's own, so that they lie
 * over both changes of the clocks.
 */
const HOUR = 3_600_000
const at = (time: string) => Date.parse(time)
const [FROM, TO] = [at('2026-03-01T00:00Z'), at('2026-11-12T00:00Z')]
const VIEW = 'general'
/** A single hour, a night, two whole days. */
const isMissing = (hour: number) => hour % 211 === 7 || (hour > 640 && hour < 652) || (hour > 5500 && hour < 5550)

const CLOCKS = {
  /** 29 March has 23 hours, 25 October has 25. */
  station: { timeZone: 'Europe/Berlin', contractHour: 5 },
  /** The clocks move by half an hour on 5 April and 4 October. */
  book: { timeZone: 'Australia/Lord_Howe', contractHour: 7 },
} as const
const PERIODS = [
  ['2026-03-20', '2026-04-10'],
  ['2026-09-28', '2026-11-06'],
] as const
const UNITS = {
  volumeUnit: 'thousandM3',
  counterUnit: 'asSent',
  pressureUnit: 'MPa',
  temperatureUnit: 'kelvin',
} as const

interface Passed {
  seconds: number
  volume: number
  hole: number | null
}

/**
 * Hours, days and months of a device: volumes in eighths, so that no sum depends on its order. Gives what passed in every
 * hour: of a hole the counter tells it, but not how much of it on either side of a day's end. `hole`: its first hour.
 */
function fill(file: string, equipmentId: number): Passed[] {
  const book = openBook(file, { mode: 'write', now: () => NOW_MS })
  const hours: Reading[] = []
  const passed: Passed[] = []
  const [days, months]: [Reading[], Reading[]] = [[], []]
  let [counter, day, month] = [250_000, 0, 0]
  for (let hour = 0; FROM + hour * HOUR <= TO; hour++) {
    const atMs = FROM + hour * HOUR
    const volume = 40 + ((hour * 7919) % 401) / 8
    ;[counter, day, month] = [counter + volume, day + volume, month + volume]
    const before = passed.at(-1)?.hole ?? hour
    passed.push({ seconds: atMs / 1000, volume, hole: isMissing(hour) ? before : null })
    const measured = { P: 300 + ((hour * 31) % 997) / 100, T: ((hour * 17) % 6001) / 100 - 30 }
    if (!isMissing(hour)) hours.push({ atMs, values: { Vpriv: volume, VNakpriv: counter, ...measured } })
    if (hour % 24 !== 5) continue
    if (hour % 2000 !== 5) days.push({ atMs, values: { Vpriv: day, VNakpriv: counter, ...measured } })
    day = 0
    if (new Date(atMs).getUTCDate() !== 1) continue
    months.push({ atMs, values: { Vpriv: month, VNakpriv: counter, ...measured } })
    month = 0
  }
  const span = { from: '2026-03-01', to: '2026-11-12' }
  for (const [archiveType, records] of [
    ['hourly', hours],
    ['daily', days],
    ['monthly', months],
  ] as const) {
    book.readings.put({ equipmentId, archiveType, view: VIEW }, records)
    book.coverage.mark({ equipmentId, archiveType, view: VIEW }, span, { fetchedAtMs: NOW_MS, state: 'fetched' })
  }
  book.close()
  return passed
}

type Archive = 'hourly' | 'daily' | 'monthly'
type Channel = 'Vpriv' | 'VNakpriv'
interface Asked {
  archive: Archive
  channel: Channel
  by: 'day' | 'month'
  /** The moments at which the first gas day begins and the last one ends. */
  fromMs: number
  toMs: number
}

/** What SQL says of one clock. */
function truthIn(book: Database.Database, { timeZone, contractHour }: { timeZone: string; contractHour: number }) {
  const stamps = book.prepare<[Archive], number>('SELECT DISTINCT event_time * 1000 FROM plain WHERE archive_type = ?').pluck()
  /** Days and months begin where their own records close, hours at the contract hour. */
  const daysOf = (archive: Archive) => gasDays(timeZone, archive === 'hourly' ? contractHour : closingHourOf(stamps.all(archive), timeZone))
  const sums = (archive: Archive) => {
    const dayOf = daysOf(archive)
    book.function('gas_day', { deterministic: true }, (seconds: unknown) => dayOf(Number(seconds) * 1000))
    return book.prepare<Omit<Asked, 'by'> & { letters: number }, { name: string; volume: number | null; records: number; due: number }>(`
      WITH RECURSIVE due (event_time) AS (
        SELECT CAST(@fromMs / 3600000 AS INTEGER) * 3600 UNION ALL SELECT event_time + 3600 FROM due WHERE event_time + 3600 <= @toMs / 1000
      ), told AS (
        SELECT seconds, volume FROM passed WHERE @archive <> 'hourly' OR hole IS NULL OR hole IN (
          SELECT hole FROM passed GROUP BY hole HAVING count(DISTINCT substr(gas_day(seconds), 1, @letters)) = 1)
      ), step AS (
        SELECT event_time, NULL AS volume, 1 AS records FROM plain WHERE archive_type = @archive AND channel = @channel
        UNION ALL SELECT seconds, volume, 0 FROM told
      ), summed AS (
        SELECT substr(gas_day(event_time), 1, @letters) AS name, sum(volume) AS volume, sum(records) AS records FROM step
        WHERE event_time > @fromMs / 1000.0 AND event_time <= @toMs / 1000.0 GROUP BY 1
      )
      SELECT substr(gas_day(d.event_time), 1, @letters) AS name, s.volume, coalesce(s.records, 0) AS records, count(*) AS due
      FROM due d LEFT JOIN summed s ON s.name = substr(gas_day(d.event_time), 1, @letters)
      WHERE d.event_time > @fromMs / 1000.0 GROUP BY 1 ORDER BY 1`)
  }
  /** The total holds what passed over the end of a day, too. */
  const all = book.prepare<[number, number], number>('SELECT sum(volume) FROM passed WHERE seconds > ? AND seconds <= ?').pluck()
  return {
    daysOf,
    /** As they should stand on screen: volumes in thousands of cubic metres, counters as they were sent. */
    shown(asked: Asked): ExpectedSums {
      const { archive, channel, by, fromMs, toMs } = asked
      const letters = by === 'day' ? 10 : 7
      const found = sums(archive).all({ archive, channel, fromMs, toMs, letters })
      const [unit, steps] = channel === 'Vpriv' ? ['thousand m³', 1000] : ['m³', 1]
      const valueOf = (volume: number | null) => roundedSum(volume === null ? null : volume / steps)
      const lines = found.map(({ name, volume, records, due }) => ({
        name: by === 'day' ? english.day.format(at(`${name}T00:00Z`)) : english.month.format(at(`${name}-01T00:00Z`)),
        part: '',
        value: valueOf(volume),
        ...(volume === null ? {} : { unit }),
        records: recordsText(archive, by, records, due),
      }))
      return { lines, total: valueOf(all.get(fromMs / 1000, toMs / 1000) ?? null) }
    },
  }
}
/** `due`: the hours of the period. */
function recordsText(archive: Archive, by: 'day' | 'month', records: number, due: number): string {
  if (archive === 'hourly') return `${records} of ${due} records`
  return archive === 'daily' && by === 'month' ? `${records} of ${Math.round(due / 24)} days` : `${records} of 1 record`
}
const english = {
  day: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
  month: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
}
const precise = (value: number) => Number(value.toFixed(9))

test('sums, totals and records in a clock of the station and of the book, in units of choice, are what SQL and the calendar say', async ({
  page,
  app,
  book: file,
  synced,
}) => {
  const station = [...synced.world.stations()].find(
    ({ id, equipment_type_varname: type }) => type === 'ultra_flow' && !Object.values<number>(IN_BOOK).includes(id),
  )
  const equipmentId = station?.equipment_id
  if (!station || !equipmentId) throw new Error('the demo service has no meter with three archives in kPa')
  const passed = fill(file, equipmentId)
  const book = new Database(file, { readonly: true })
  // The view unfolds every record: once is enough for all questions.
  book
    .prepare(`CREATE TEMP TABLE plain AS SELECT event_time, archive_type, channel, value FROM v_reading
    WHERE equipment_id = ${equipmentId} AND "view" = '${VIEW}'`)
    .run()
  book.exec('CREATE TEMP TABLE passed (seconds INTEGER, volume REAL, hole INTEGER)')
  const pass = book.prepare<[number, number, number | null]>('INSERT INTO passed VALUES (?, ?, ?)')
  for (const { seconds, volume, hole } of passed) pass.run(seconds, volume, hole)
  await app.start({ book: file })
  await expect(page.getByRole('contentinfo')).toContainText('Europe/Moscow')
  const readings = new ReadingsPage(page)
  const table = new SumsTable(page)
  await askingBeside(page, async (client) => {
    await client.program.setPreferences({ ...UNITS, numberFormat: 'plain' })
    await client.clocks.setBook(CLOCKS.book)
    await client.clocks.setStations({ stationIds: [station.id], ...CLOCKS.station })
  })
  await expect(page.getByRole('contentinfo')).toContainText('Australia/Lord_Howe')
  const rows = book.prepare<[number, number], Record<'event_time' | 'P' | 'T' | 'Vpriv' | 'VNakpriv', number>>(`
    SELECT event_time, max(value) FILTER (WHERE channel = 'P') AS P, max(value) FILTER (WHERE channel = 'T') AS T,
      max(value) FILTER (WHERE channel = 'Vpriv') AS Vpriv, max(value) FILTER (WHERE channel = 'VNakpriv') AS VNakpriv
    FROM plain WHERE archive_type = 'hourly'
      AND event_time > ? AND event_time <= ? GROUP BY event_time ORDER BY event_time DESC`)
  async function show(archive: Archive, as: 'day' | 'month' | 'table', fromMs: number, toMs: number) {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString())
    const query = new URLSearchParams({ archive, view: VIEW, from: from ?? '', to: to ?? '', show: as })
    await app.go(`/stations/${station?.id}/readings?${query.toString()}`)
  }

  for (const [owner, clock] of [
    ['station', CLOCKS.station],
    ['book', CLOCKS.book],
  ] as const) {
    const { timeZone } = clock
    const truth = truthIn(book, clock)
    /** Both named days are in the span. */
    const spanOf = (archive: Archive, first: string, next: string) => {
      const dayOf = truth.daysOf(archive)
      return { fromMs: beginningOf(first, dayOf), toMs: beginningOf(next, dayOf) }
    }
    const expectSums = async (archive: Archive, channel: Channel, by: 'day' | 'month', first: string, next: string) => {
      const span = spanOf(archive, first, next)
      await show(archive, by, span.fromMs, span.toMs)
      await choose(page, 'Channel', channel === 'Vpriv' ? /^Standard volume of the period/ : /^Standard volume index/)
      const what = `${owner}: ${archive} ${channel} by ${by} from ${first}`
      await table.expectShown(truth.shown({ archive, channel, by, ...span }), what)
    }
    for (const [first, next] of PERIODS) {
      await expectSums('hourly', 'Vpriv', 'day', first, next)
      await expectSums('hourly', 'VNakpriv', 'day', first, next)
      await expectSums('daily', 'Vpriv', 'day', first, next)
    }
    await expectSums('hourly', 'Vpriv', 'month', '2026-04-01', '2026-11-01')
    await expectSums('daily', 'Vpriv', 'month', '2026-04-01', '2026-11-01')
    await expectSums('monthly', 'Vpriv', 'month', '2026-04-01', '2026-11-01')

    // The records around the change of the clocks, each channel in its unit of choice.
    const [fromMs, toMs] =
      owner === 'station' ? [at('2026-03-28T20:00Z'), at('2026-03-29T10:00Z')] : [at('2026-10-03T08:00Z'), at('2026-10-03T22:00Z')]
    await show('hourly', 'table', fromMs, toMs)
    await readings.onlyRecords()
    const stamp = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    const records = rows.all(fromMs / 1000, toMs / 1000)
    await readings.table.expectTotal(records.length)
    const shown = async () => {
      const codes = await readings.table.codes()
      const cell = (cells: readonly string[], code: string) => Number(cells[codes.indexOf(code)])
      return (await readings.table.visible()).map((cells) => [
        cells[0],
        ...['P', 'T', 'Vpriv', 'VNakpriv'].map((code) => precise(cell(cells, code))),
      ])
    }
    const expected = records.map(({ event_time, P, T, Vpriv, VNakpriv }) => [
      stamp.format(event_time * 1000),
      ...[P / 1000, T + 273.15, Vpriv / 1000, VNakpriv].map(precise),
    ])
    await expect.poll(shown, { message: `${owner}: records` }).toEqual(expected)
    for (const unit of ['MPa (conv.)', 'K (conv.)', 'thousand m³ (conv.)', 'm³'])
      await expect(
        readings.table.root.getByRole('columnheader', { name: new RegExp(`, ${unit.replaceAll(/[().]/g, String.raw`\$&`)}$`) }),
      ).toHaveCount(1)

    if (owner === 'station') {
      await askingBeside(page, (client) => client.clocks.setStations({ stationIds: [station.id], timeZone: null, contractHour: null }))
    }
  }
  book.close()
})
