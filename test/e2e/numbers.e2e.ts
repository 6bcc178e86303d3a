import path from 'node:path'
import Database from 'better-sqlite3'
import { test, expect, type App } from './fixtures.ts'
import { ReadingsPage } from './pages/station.ts'
import { roundedSum, SumsTable } from './pages/sums.ts'
import { askingBeside } from './support/contract.ts'
import { startDemo } from './support/demo.ts'
import { NOW_MS, STATIONS as IN_BOOK } from './support/synced.ts'

/**
 * The numbers on screen beside SQL over the public views, in a zone whose clocks change in between: Berlin on 25 October
 * 2026 at 01:00 UTC, gas days from 06:00. Nothing of the program computes what is expected. Every run looks at the units
 * of the shared book, a long one (`METERBOOK_LONG=1`) at 20 stations.
 */
const STATIONS = process.env['METERBOOK_LONG'] === '1' ? 20 : 0
/** 06:00 in Berlin is 04:00 UTC before the change, 05:00 after it. */
const AT_SIX = {
  '1 Oct': '2026-10-01T04:00Z',
  '13 Oct': '2026-10-13T04:00Z',
  '1 Nov': '2026-11-01T05:00Z',
  '6 Nov': '2026-11-06T05:00Z',
} as const
/** The meters close their days at 07:00 UTC, whatever the contract hour is. */
const CLOSED = { '1 Oct': '2026-10-01T07:00Z', '13 Oct': '2026-10-13T07:00Z' } as const
const VIEWS = [
  { view: 'unified', channel: 'gas_consume' },
  { view: 'general', channel: 'Vpriv' },
] as const
type View = (typeof VIEWS)[number]

/** Downloads the readings of the stations into a new book. */
async function download(app: App, file: string, stations: { id: number }[]): Promise<void> {
  const demo = await startDemo({ nowMs: NOW_MS })
  try {
    const args = ['sync', '--url', demo.url, '--email', demo.email, '--book', file, '--archives', 'hourly,daily']
    const span = ['--from', '2026-09-25', '--to', '2026-11-07', '--lanes', '2']
    const { code, stderr } = await app.cli(...args, ...span, '--stations', stations.map(({ id }) => id).join(','))
    expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  } finally {
    await demo.stop()
  }
}

test('sums, spans of 31 days and parts of months over a change of the clocks are what SQL says, in both views', async ({
  page,
  app,
  book: copy,
  synced,
}) => {
  const file = STATIONS === 0 ? copy : path.join(app.data, 'october.meterbook')
  const stations = [...synced.world.stations()]
    .flatMap(({ id, equipment_id: device, equipment_type_varname: type }) =>
      device !== null && type !== 'dozor_grp' ? [{ id, device }] : [],
    )
    .filter(({ id }, at) => (STATIONS === 0 ? Object.values<number>(IN_BOOK).includes(id) : at < STATIONS))
  expect(stations.length).toBeGreaterThan(1)
  if (STATIONS > 0) await download(app, file, stations)
  const book = new Database(file, { readonly: true })
  const sums = book.prepare<[number, string, string, string, string, string], { day: string; volume: number; records: number }>(`
    SELECT date(event_time - 1 - 6 * 3600 + iif(event_time <= unixepoch('2026-10-25 01:00'), 7200, 3600), 'unixepoch') AS day,
      sum(value) AS volume, count(value) AS records
    FROM v_reading WHERE equipment_id = ? AND archive_type = ? AND view = ? AND channel = ?
      AND event_time > unixepoch(?) AND event_time <= unixepoch(?)
    GROUP BY day ORDER BY day`)
  const daysOf = (device: number, { view, channel }: View, archive: string, from: string, to: string) =>
    sums.all(device, archive, view, channel, from, to)
  /** What `consumption` says of a span, for days of which records are missing: the counter may tell what passed meanwhile. */
  async function amounts(id: number, by: 'day' | 'month', from: string, to: string, contractHour = 6) {
    const { stdout } = await app.cli(
      ...['consumption', '--book', file, '--stations', String(id), '--by', by, '--from', from, '--to', to],
      ...['--time-zone', 'Europe/Berlin', '--contract-hour', String(contractHour), '--json'],
    )
    const { amounts: told, total } = JSON.parse(stdout) as {
      amounts: { period: string; m3: number | null }[]
      total: { m3: number | null }
    }
    return { told: told.map(({ m3 }) => roundedSum(m3)), total: roundedSum(total.m3) }
  }
  const countOf = (days: readonly { records: number }[]) => days.reduce((sum, { records }) => sum + records, 0)

  await app.start({ book: file })
  await expect(page.getByRole('contentinfo')).toContainText('Europe/Moscow')
  await askingBeside(page, (client) => client.program.setPreferences({ timeZone: 'Europe/Berlin', contractHour: 6, numberFormat: 'plain' }))
  await expect(page.getByRole('contentinfo')).toContainText('Europe/Berlin')
  const table = new SumsTable(page)
  async function show(id: number, archive: string, view: string, by: 'day' | 'month', from: string, to: string) {
    const query = new URLSearchParams({ archive, view, from, to, show: by })
    await app.go(`/stations/${id}/readings?${query.toString()}`)
  }
  const OCTOBER = Array.from({ length: 31 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`)
  for (const { id, device } of stations) {
    for (const shown of VIEWS) {
      const found = daysOf(device, shown, 'hourly', AT_SIX['1 Oct'], AT_SIX['1 Nov'])
      const byDay = new Map(found.map((day) => [day.day, day]))
      const days = await amounts(id, 'day', '2026-10-01', '2026-10-31')
      const isWhole = (day: string) => byDay.get(day)?.records === (day === '2026-10-24' ? 25 : 24)
      await show(id, 'hourly', shown.view, 'day', AT_SIX['1 Oct'], AT_SIX['1 Nov'])
      await table.expectShown(
        {
          lines: OCTOBER.map((day, at) => ({
            name: `${day.slice(8)}/10/2026`,
            part: '',
            value: isWhole(day) ? roundedSum(byDay.get(day)?.volume ?? null) : (days.told[at] ?? null),
            records: `${byDay.get(day)?.records ?? 0} of ${day === '2026-10-24' ? 25 : 24} records`,
          })),
          total: days.total,
        },
        `station ${id}, ${shown.view}, 31 days`,
      )

      const october = daysOf(device, shown, 'hourly', AT_SIX['13 Oct'], AT_SIX['1 Nov'])
      const parts = await amounts(id, 'month', '2026-10-13', '2026-11-05')
      const november = daysOf(device, shown, 'hourly', AT_SIX['1 Nov'], AT_SIX['6 Nov'])
      await show(id, 'hourly', shown.view, 'month', AT_SIX['13 Oct'], AT_SIX['6 Nov'])
      await table.expectShown(
        {
          lines: [
            {
              name: 'October 2026',
              part: 'part: 13–31 October',
              value: parts.told[0] ?? null,
              records: `${countOf(october)} of 457 records`,
            },
            {
              name: 'November 2026',
              part: 'part: 1–5 November',
              value: parts.told[1] ?? null,
              records: `${countOf(november)} of 120 records`,
            },
          ],
          total: parts.total,
        },
        `station ${id}, ${shown.view}, parts of months`,
      )
    }
    const own = daysOf(device, VIEWS[0], 'daily', CLOSED['1 Oct'], CLOSED['13 Oct'])
    const twelve = await amounts(id, 'day', '2026-10-01', '2026-10-12', 9)
    await show(id, 'daily', 'unified', 'month', CLOSED['1 Oct'], CLOSED['13 Oct'])
    await table.expectShown(
      {
        lines: [{ name: 'October 2026', part: 'part: 1–12 October', value: twelve.total, records: `${countOf(own)} of 12 days` }],
        total: twelve.total,
      },
      `station ${id}, daily archive, part of a month`,
    )
  }

  // The calendar's days are gas days. The table has the records of the same span; a day of the daily archive has one.
  const [first] = stations
  if (!first) throw new Error('no station has volumes')
  const readings = new ReadingsPage(page)
  await app.go(`/stations/${first.id}/readings?archive=daily&view=unified&show=day`)
  await expect(page.getByText(/The device’s own daily records, Europe\/Berlin/)).toBeVisible()
  await readings.chooseDays('01/10/2026', '31/10/2026')
  const days = daysOf(first.device, VIEWS[0], 'daily', CLOSED['1 Oct'], '2026-11-01T08:00Z')
  const count = countOf(days)
  // The days that were shown before are as many: all is read at once, until it is October's.
  const shownNow = async () => {
    const { lines, total } = await table.read()
    return { days: lines.length, told: lines.filter(({ records }) => records === '1 of 1 record').length, total }
  }
  const october = await amounts(first.id, 'day', '2026-10-01', '2026-10-31', 9)
  await expect.poll(shownNow).toEqual({ days: 31, told: count, total: october.total })
  await readings.showAs('Table')
  await readings.onlyRecords()
  await readings.table.expectTotal(count)
  book.close()
})
