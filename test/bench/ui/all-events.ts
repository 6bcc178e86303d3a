import Database from 'better-sqlite3'
import { median, type BenchOptions, type Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { settled, type Page } from './page.ts'

/** How often the bare SQL is asked. */
const SQL_TURNS = 5
const STEPS = ['opened', 'jumped', 'filtered'] as const
type Step = (typeof STEPS)[number]

/**
 * The log of all stations: opened from another screen, jumped into by the strip, filtered by a
 * message of the facets; each from the press to the end of the frame with its rows. The bare SQL of the same rows is
 * told beside, for comparison.
 */
export async function allStationsLog(
  application: Application,
  file: string,
  wire: Wire,
  { size, turns, say }: BenchOptions<'ui'>,
): Promise<Figure<'ui'>[]> {
  const page = await application.window(wire)
  await page.goto(`${application.origin}/#/stations`)
  await rowsOf(page)
  await settled(page)
  say(`(f) the very first time: rows after ${(await shownAfter(page, 'opened')).toFixed(0)} ms`)
  const times: Record<Step, number[]> = { opened: [], jumped: [], filtered: [] }
  for (let turn = 0; turn < (turns ?? size.turns.log); turn++) {
    await page.has('.facets .choice')
    await page.run(() => (location.hash = '#/stations'))
    await page.has('.workbench')
    await rowsOf(page)
    await settled(page)
    for (const step of STEPS) {
      times[step].push(await shownAfter(page, step))
      await settled(page)
      // The filter is measured on the whole log.
      if (step === 'jumped') await page.run(letGo)
      await settled(page)
    }
  }
  await page.close()
  const sqlMs = bareSql(file)
  return STEPS.map((step) => {
    const ms = median(times[step])
    say(`(f) ${step}: ${times[step].map((one) => one.toFixed(0)).join(', ')} ms; bare SQL ${sqlMs[step].toFixed(0)} ms`)
    return { row: `log.${step}`, value: ms } as const
  })
}

/** Lets the chosen stretch of the strip go. Runs in the page. */
function letGo(): void {
  document.querySelector('.density-strip [role=slider]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}

const rowsOf = (page: Page) => page.has('[role=grid][aria-busy=false] [role=gridcell]')

/** Does a step and returns the milliseconds until the frame with its rows is over. */
const shownAfter = (page: Page, step: Step): Promise<number> =>
  page.run(
    (name: Step) =>
      new Promise<number>((resolve) => {
        const grid = () => document.querySelector('[role=grid]')
        const before = grid()?.getAttribute('aria-rowcount')
        const isShown = () =>
          grid()?.getAttribute('aria-busy') === 'false' &&
          grid()?.getAttribute('aria-rowcount') !== before &&
          grid()?.querySelector('[role=gridcell]') != null &&
          grid()?.querySelector('.bone') === null
        const begunMs = performance.now()
        if (name === 'opened') location.hash = '#/events'
        else if (name === 'jumped')
          document
            .querySelector('.density-strip [role=slider]')
            ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
        else document.querySelector<HTMLElement>('.facets .facet:nth-of-type(2) input[type=checkbox]')?.click()
        const look = () => {
          if (!isShown()) requestAnimationFrame(look)
          else {
            const channel = new MessageChannel()
            channel.port1.addEventListener('message', () => resolve(performance.now() - begunMs))
            channel.port1.start()
            // Handled after the frame has been painted.
            requestAnimationFrame(() => channel.port2.postMessage(null))
          }
        }
        requestAnimationFrame(look)
      }),
    step,
  )

const ROWS = `SELECT e.at_ms, s.equipment_id, s.archive_type, c.entries FROM event e INDEXED BY event_by_time
  JOIN series s ON s.id = e.series_id JOIN event_content c ON c.id = e.content_id`

/** What SQLite alone takes for the count and the newest 80 rows of each step, ms. */
function bareSql(file: string): Record<Step, number> {
  const db = new Database(file, { readonly: true })
  const timed = (where: string) => {
    const times = Array.from({ length: SQL_TURNS }, () => {
      const begunMs = performance.now()
      db.prepare(`SELECT count(*) FROM event e INDEXED BY event_by_time ${where}`).get()
      db.prepare(`${ROWS} ${where} ORDER BY e.at_ms DESC LIMIT 80`).all()
      return performance.now() - begunMs
    })
    return median(times)
  }
  try {
    const [from, to] = db.prepare('SELECT min(at_ms), max(at_ms) FROM event').raw().get() as [number, number]
    const text = db.prepare('SELECT text_id FROM event_code GROUP BY text_id ORDER BY sum(events) DESC LIMIT 1').pluck()
    const said = `WHERE e.content_id IN (SELECT id FROM event_content WHERE text_id = ${String(text.get())})`
    return {
      opened: timed(''),
      jumped: timed(`WHERE e.at_ms BETWEEN ${from} AND ${from + (to - from) / 10}`),
      filtered: timed(said),
    }
  } finally {
    db.close()
  }
}
