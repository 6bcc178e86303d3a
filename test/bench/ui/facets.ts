import { median, type BenchOptions, type Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { settled, type Page } from './page.ts'

const PANE = '.facet-pane'
/** The first value of each facet in turn is asked for, which leaves fewer stations each time; then all are let go. */
const PRESSED = 5

/**
 * From a click on a value of a facet to the end of the frame with the counts of all facets that follow from it, on all
 * stations: of each click its median over the turns, and of these the worst.
 */
export async function facetsAtOnce(application: Application, wire: Wire, options: BenchOptions<'ui'>): Promise<Figure<'ui'>> {
  const page = await application.window(wire)
  await page.goto(application.origin)
  await page.run(() => localStorage.setItem('meterbook.workbench.sidePane', '"facets"'))
  await page.goto(`${application.origin}/?facets`)
  await page.has(`${PANE}[aria-busy=false] .facet`)
  await settled(page)
  const clicks: number[][] = []
  for (let turn = 0; turn < (options.turns ?? options.size.turns.facets); turn++) {
    const times: number[] = []
    for (let nth = 0; nth < PRESSED; nth++) times.push(await pressed(page, nth))
    clicks.push(times)
    await page.run(() => document.querySelector<HTMLElement>('.chips > .link')?.click())
    await page.until(() => document.querySelector('.chips') === null)
    await page.has(`${PANE}[aria-busy=false]`)
    await settled(page)
    options.say(`facets: ${times.map((time) => `${time.toFixed(0)} ms`).join(', ')}`)
  }
  await page.close()
  const each = Array.from({ length: PRESSED }, (_, nth) => median(clicks.map((times) => times[nth] ?? Number.NaN)))
  return { row: 'facets.counted', value: Math.max(...each) }
}

/** Presses the first value of the nth facet, and returns what its counts took, in ms. */
async function pressed(page: Page, nth: number): Promise<number> {
  const taken = await page.run(
    (pane, at) =>
      new Promise<number>((resolve, reject) => {
        const root = document.querySelector(pane)
        const pick = root?.querySelectorAll('.facet')[at]?.querySelector<HTMLElement>('.choice input')
        if (!root || !pick) {
          reject(new Error(`there is no facet ${at}`))
          return
        }
        let begunMs = 0
        const observer = new MutationObserver(() => {
          if (root.getAttribute('aria-busy') !== 'false') return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunMs)))
        })
        observer.observe(root, { attributes: true, attributeFilter: ['aria-busy'] })
        begunMs = performance.now()
        pick.click()
      }),
    PANE,
    nth,
  )
  await page.has('[role=grid][aria-busy=false]')
  await settled(page)
  return taken
}
