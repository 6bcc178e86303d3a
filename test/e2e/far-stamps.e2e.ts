import { openBook } from '../../electron/book/index.ts'
import type { ReadingView } from '../../electron/contract/records.ts'
import { expect, test } from './fixtures.ts'
import { CarpetPage } from './pages/carpet.ts'
import { EventsPage, ReadingsPage, StationPage } from './pages/station.ts'
import { STATIONS } from './support/synced.ts'

/** Records, sessions and notes of impossible times, as an older version took them from a device whose clock was lost. */

const FAR = ['1970-01-01T00:00:00Z', '1970-06-01T01:00:00Z', '5000-06-01T10:00:00Z', '9999-12-31T23:00:00Z'].map((time) => Date.parse(time))
/** No calendar has these. */
const NEVER = [1e17, -1e17]

/** Adds such records to a station of a book; answers how many. */
function plant(file: string, stationId: number): number {
  const book = openBook(file, { mode: 'write', now: Date.now })
  try {
    const { equipmentId, telemetryId } = book.stations.get(stationId) ?? {}
    const series = book.db.prepare<[number], { archiveType: string; view: ReadingView; hasReadings: number }>(
      `SELECT archive_type AS archiveType, "view", EXISTS (SELECT 1 FROM reading WHERE series_id = s.id) AS hasReadings
       FROM series s WHERE equipment_id = ? AND records > 0`,
    )
    let planted = 0
    for (const { archiveType, view, hasReadings } of series.all(equipmentId ?? NaN)) {
      const key = { equipmentId: equipmentId ?? NaN, archiveType }
      if (hasReadings)
        book.readings.put(
          { ...key, view },
          FAR.map((atMs) => ({ atMs, values: { P: 1, gas_consume: 7 } })),
        )
      else
        book.events.add(
          key,
          FAR.map((atMs) => ({ atMs, entries: { Code: '17', CodeDescription: 'far away' } })),
        )
      planted += FAR.length
    }
    const known = {
      evtid: null,
      trycnt: 1,
      tryfl: null,
      state: 1,
      btm: 50,
      rssi: -71,
      bsg: null,
      gettime: false,
      nextSessionMs: FAR.at(-1) ?? 0,
      referenceparameterSeanceStatusId: 2,
      durationSession: 1.5,
      sessionTraffic: null,
      millisecond: null,
    }
    book.sessions.put(FAR.map((atMs, at) => ({ ...known, id: 99_000_000 + at, telemetryId: telemetryId ?? NaN, atMs })))
    const note = book.db.prepare(
      `INSERT INTO note (id, station_id, from_ms, to_ms, kind, author, text, folded, written_at_ms)
       VALUES (?, ?, ?, NULL, 'remark', 'x', ?, 'far', ?)`,
    )
    for (const atMs of [...FAR, ...NEVER]) note.run(`note ${atMs}`, stationId, atMs, `far ${atMs}`, Date.now())
    return planted + FAR.length
  } finally {
    book.close()
  }
}

test('every screen of a station with records of impossible times is there, and says how many are left out', async ({
  page,
  lent,
  book,
}) => {
  const planted = plant(book, STATIONS.main)
  await lent.start()
  const [station, readings, carpet, events] = [new StationPage(page), new ReadingsPage(page), new CarpetPage(page), new EventsPage(page)]
  const at = (tab: string) => lent.go(`/stations/${STATIONS.main}/${tab}`)

  await at('overview')
  await expect(page.getByRole('navigation', { name: 'Parts of the station page' })).toBeVisible()
  await at('readings')
  await readings.expectDrawn()
  // All there is: the axis goes over the years that no record has.
  await readings.span.getByRole('button', { name: 'All', exact: true }).click()
  await readings.expectDrawn()
  await readings.showAs('Table')
  await expect(readings.table.rows.first()).toBeVisible()
  await readings.showAs('Carpet')
  await carpet.expectDrawn()
  await readings.showAs('Monthly sums')
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()

  await at('events')
  await expect(events.log.rows.first()).toBeVisible()
  for (const tab of ['Settings', 'Sessions', 'Coverage', 'Findings', 'Notes'] as const) {
    await station.tab(tab)
    await expect(page.locator('main').getByRole('progressbar')).toHaveCount(0)
    if (tab === 'Sessions') await expect(page.locator('main')).toContainText(/Newest session\s*\d\d\/\d\d\/2026/)
  }
  for (const atMs of NEVER) await expect(page.getByText(`far ${atMs}`).first()).toBeVisible()

  await lent.go('/events')
  await expect(page.getByRole('grid').first()).toBeVisible()
  await lent.go(`/overlay?stations=${STATIONS.main},${STATIONS.valve}`)
  await expect(page.getByRole('img').first()).toBeVisible()
  await lent.go('/fleet')
  await expect(page.getByRole('grid').first()).toBeVisible()

  await lent.go('/preferences')
  await expect(page.locator('.counts > div', { hasText: 'Impossible times' })).toContainText(String(planted))
})
