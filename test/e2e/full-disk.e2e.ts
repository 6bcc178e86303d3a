import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test, expect } from './fixtures.ts'
import { DownloadsPage, TripDialog } from './pages/downloads.ts'
import { ReadingsPage } from './pages/station.ts'
import { judgedBeside } from './support/contract.ts'
import { prepare } from './support/prepare.ts'

const year = new Date().getUTCFullYear() - 1
const SPAN = { from: `${year}-01-01`, to: `${year}-12-31` }
const DEVICE = 300_002
/** Room for the list of stations, which is read first, and for some of the records. */
const SPARE_BYTES = 900_000
const inShell = (line: string) => spawnSync('sh', ['-c', line]).status === 0
const shown = new Intl.NumberFormat('en-GB')

test.use({ demoWishes: { stations: 12 } })

test('a disk that fills up during a download is reported; what is stored is kept, and the download goes on once there is room', async ({
  page,
  app,
  demo,
}) => {
  const books = path.join(app.data, 'books')
  mkdirSync(books)
  const mounted = inShell(`mount -t tmpfs -o size=16m tmpfs '${books}'`)
  test.skip(!mounted, 'a small disk can be mounted by root on Linux only')
  try {
    await prepare(page, app, demo)
    // What the rules say of the lists is written first: the spare room is for records.
    await judgedBeside(page)
    const [trip, downloads] = [new TripDialog(page), new DownloadsPage(page)]
    const holiday = path.join(books, 'holiday.mp4')
    const disk = statfsSync(books)
    writeFileSync(holiday, Buffer.alloc(disk.bavail * disk.bsize - SPARE_BYTES))

    await trip.open()
    await trip.paste('ПРГ-1')
    await expect(trip.chosen).toHaveText('1 station chosen')
    await trip.choose('Hourly')
    await trip.span(SPAN.from, SPAN.to)
    await trip.go()
    await downloads.expectState('Paused')
    await expect(downloads.run).toContainText('The disk is full. Everything stored so far is kept')
    await expect.poll(() => downloads.figure('Records')).not.toBe('0')
    // What was stored before the disk filled up can be viewed.
    await app.go('/stations/10002/readings')
    await new ReadingsPage(page).expectDrawn()

    await app.go('/downloads')
    await expect(downloads.run).toContainText('The disk is full')
    rmSync(holiday)
    await downloads.resume.click()
    await downloads.expectState('Done')
    await expect(downloads.run).not.toContainText('The disk is full')
    const { from, to } = SPAN
    const records = (['general', 'unified'] as const).flatMap((view) => [...demo.world.readings(DEVICE, 'hourly', view, from, to)])
    const listed = [...demo.world.stations()].length
    await expect.poll(() => downloads.figure('Records')).toBe(shown.format(records.length + listed))
    await app.go('/preferences')
    const section = page.getByRole('region', { name: 'Book', exact: true })
    await expect(section).toContainText(shown.format(records.length))
    await section.getByRole('button', { name: 'Check' }).click()
    await expect(section.getByRole('status')).toHaveText('The book is sound: no problem was found.')
  } finally {
    await app.stop()
    inShell(`umount '${books}'`)
  }
})
