import path from 'node:path'
import type { Bench, Figure } from '../measure.ts'
import { inFolder, startDemoProcess } from '../processes.ts'
import { logFile } from '../events/logs.ts'
import { allStationsLog } from './all-events.ts'
import { openBrowser, startApplication, type Application } from './application.ts'
import { writeBigBook, writeLists, type BigBook } from './books.ts'
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

type Found = Figure<'ui'>
type Part = (application: Application) => Promise<Found | Found[]>

/**
 * How quickly the window reacts, on the built application in a real Chromium: `--only` names the
 * parts to run.
 */
export const bench: Bench<'ui'> = async (options) => {
  const { size, isWanted } = options
  return inFolder(async (folder) => {
    const file = (name: string) => path.join(folder, `${name}.meterbook`)
    const heldFile = path.join(folder, 'held.txt')
    const rows: Found[] = []
    const browser = await openBrowser()
    const { wire } = browser
    let big: BigBook = { readingsStation: 0, eventsStation: 0, overlaidStations: [] }
    try {
      await onBook('big', () => (big = writeBigBook(file('big'), size.big)), {
        readings: (application) => openReadings(application, big.readingsStation, wire, options),
        carpet: (application) => openCarpet(application, big.readingsStation, wire, options),
        overlay: (application) => openOverlay(application, big.overlaidStations, wire, options),
        panes: (application) => openPanes(application, big.readingsStation, wire, options),
        start: (application) => firstScreen(application, wire, options),
        events: (application) => scrollEvents(application, big.eventsStation, wire, options),
        busy: (application) => searchWhileBusy(application, heldFile, wire, options),
      })
      await onBook('search', () => writeLists(file('search'), size.searched), {
        search: (application) => searchAsTyped(application, wire, options),
        facets: (application) => facetsAtOnce(application, wire, options),
        like: () => Promise.resolve(besideLike(file('search'), TYPED.slice(0, size.typed), options)),
      })
      await onBook('log', () => logFile(file('log'), size.log), {
        log: (application) => allStationsLog(application, file('log'), wire, options),
      })
      if (isWanted('download')) rows.push(await whileDownloading())
    } finally {
      await browser.close()
    }
    return rows

    /** Makes a book and runs its parts, each in an application of its own: what one leaves in memory helps no other. */
    async function onBook(name: string, write: () => unknown, parts: Record<string, Part>): Promise<void> {
      const wanted = Object.entries(parts).filter(([part]) => isWanted(part))
      if (wanted.length === 0) return
      options.say(`making the book '${name}' …`)
      write()
      for (const [part, measured] of wanted) {
        const application = await startApplication({ data: path.join(folder, part), book: file(name), heldFile })
        try {
          rows.push(...[await measured(application)].flat())
        } finally {
          await application.stop()
        }
      }
    }

    async function whileDownloading(): Promise<Found> {
      const demo = await startDemoProcess({ stations: size.demo, nowMs: Date.now() })
      const downloading = await startApplication({ data: path.join(folder, 'download') })
      try {
        return await longestTask(downloading, demo, wire, options)
      } finally {
        await downloading.stop()
        await demo.stop()
      }
    }
  })
}
