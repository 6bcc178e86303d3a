import path from 'node:path'
import ensureBuilt from '../../support/built.ts'
import type { Bench, Row } from '../measure.ts'
import { inFolder, startDemoProcess } from '../processes.ts'
import { logFile, STATIONS } from '../events/logs.ts'
import { allStationsLog } from './all-events.ts'
import { openBrowser, startApplication } from './application.ts'
import { writeBigBook, writeLists } from './books.ts'
import { searchWhileBusy } from './busy.ts'
import { openCarpet } from './carpet.ts'
import { scrollEvents } from './events.ts'
import { facetsAtOnce } from './facets.ts'
import { besideLike } from './like.ts'
import { openOverlay } from './overlay.ts'
import { openPanes } from './panes.ts'
import { openReadings } from './readings.ts'
import { searchAsTyped, TYPED } from './search.ts'
import { firstScreen } from './start.ts'
import { longestTask } from './tasks.ts'

const BIG = { stations: 5_000, readings: 10_000_000, events: 1_000_000 }
const SEARCHED_STATIONS = 50_000
const DEMO_STATIONS = 2_000

/** How quickly the window reacts, on the built application in a real Chromium: rows (a) to (g). */
export const bench: Bench = async (options) => {
  await ensureBuilt()
  return inFolder(async (folder) => {
    const file = (name: string) => path.join(folder, `${name}.meterbook`)
    const data = (name: string) => path.join(folder, name)
    options.say('making the books: 10 million readings, a million events, 50,000 stations …')
    const { readingsStation, eventsStation, overlaidStations } = writeBigBook(file('big'), BIG)
    writeLists(file('search'), SEARCHED_STATIONS)
    const rows: Row[] = []
    const browser = await openBrowser()
    const { wire } = browser
    try {
      const big = await startApplication({ data: data('big'), book: file('big') })
      try {
        rows.push(await openReadings(big, readingsStation, wire, options))
        rows.push(...(await openCarpet(big, readingsStation, wire, options)))
        rows.push(await openOverlay(big, overlaidStations, wire, options))
        rows.push(await openPanes(big, readingsStation, wire, options))
        rows.push(await firstScreen(big, wire, options))
        rows.push(await scrollEvents(big, eventsStation, wire, options))
      } finally {
        await big.stop()
      }
      const heldFile = path.join(folder, 'held.txt')
      const busy = await startApplication({ data: data('busy'), book: file('big'), heldFile })
      try {
        rows.push(...(await searchWhileBusy(busy, heldFile, wire, options)))
      } finally {
        await busy.stop()
      }
      const searched = await startApplication({ data: data('search'), book: file('search') })
      try {
        rows.push(...(await searchAsTyped(searched, wire, options)))
        rows.push(await facetsAtOnce(searched, wire, options))
      } finally {
        await searched.stop()
      }
      logFile(file('log'), STATIONS)
      const logged = await startApplication({ data: data('log'), book: file('log') })
      try {
        rows.push(...(await allStationsLog(logged, file('log'), wire, options)))
      } finally {
        await logged.stop()
      }
      rows.push(...besideLike(file('search'), TYPED, options))
      rows.push(await whileDownloading())
    } finally {
      await browser.close()
    }
    return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))

    async function whileDownloading(): Promise<Row> {
      const demo = await startDemoProcess({ stations: DEMO_STATIONS, nowMs: Date.now() })
      const downloading = await startApplication({ data: data('download') })
      try {
        return await longestTask(downloading, demo, wire, options)
      } finally {
        await downloading.stop()
        await demo.stop()
      }
    }
  })
}
