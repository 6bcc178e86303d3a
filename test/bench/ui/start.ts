import { inTurns, median, type BenchOptions, type Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'

/**
 * From the navigation to the first screen that answers, on the big book, beside a page of the same build that is
 * empty: the same document, scripts and styles, loaded, run and painted, with no place for the program to draw in.
 */
export async function firstScreen(application: Application, wire: Wire, options: BenchOptions<'ui'>): Promise<Figure<'ui'>> {
  const pairs = await inTurns(
    options.turns ?? options.size.turns.first,
    () => timed(application, wire, false),
    () => timed(application, wire, true),
  )
  for (const [ours, empty] of pairs) options.say(`(c) first screen ${Math.round(ours)} ms, empty page ${Math.round(empty)} ms`)
  const ratio = median(pairs.map(([ours]) => ours)) / median(pairs.map(([, empty]) => empty))
  return { row: 'start.first', value: ratio }
}

/** Ms from the navigation to the end of the frame that shows what is waited for, and the page free again. */
async function timed(application: Application, wire: Wire, empty: boolean): Promise<number> {
  const page = await application.window(wire)
  await page.beforehand(watchForScreen, empty)
  await page.goto(application.origin)
  await page.until(() => document.documentElement.dataset['ready'] !== undefined)
  const readyMs = await page.run(() => Number(document.documentElement.dataset['ready']))
  await page.close()
  return readyMs
}

/** Runs in the page, before its scripts. */
function watchForScreen(empty: boolean): void {
  let loaded = false
  addEventListener('load', () => (loaded = true))
  const isRun = () => performance.getEntriesByName('application').length > 0
  document.addEventListener('readystatechange', () => {
    if (empty && document.readyState === 'interactive') document.getElementById('app')?.remove()
  })
  const isThere = () => (empty ? loaded && isRun() : document.querySelector('[role=grid][aria-busy=false] [role=gridcell]') !== null)
  const look = () => {
    if (!isThere()) return requestAnimationFrame(look)
    // The frame that begins with this callback shows it; after it the page is free.
    setTimeout(() => (document.documentElement.dataset['ready'] = String(performance.now())))
  }
  requestAnimationFrame(look)
}
