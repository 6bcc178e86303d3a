import { median, type BenchOptions, type Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { settled, type Page } from './page.ts'
import { drag, jump, pageDown, toTop, wheel } from './scroll.ts'

const STROLLS = [wheel, pageDown, drag, jump]

/**
 * Scrolls a station's long event log in four ways and takes the longest time for which the screen showed a blank row
 * or lagged, that is, showed rows of a position that the list had already left. Of each way the median over turns
 * counts, and of the ways the worst.
 */
export async function scrollEvents(
  application: Application,
  stationId: number,
  wire: Wire,
  { size, turns, say }: BenchOptions<'ui'>,
): Promise<Figure<'ui'>> {
  const page = await application.window(wire)
  await page.goto(`${application.origin}/#/stations/${stationId}/events`)
  await page.has('[role=grid][aria-busy=false] [role=gridcell]')
  await settled(page)
  const longest = new Map(STROLLS.map(({ name }) => [name, [] as number[]]))
  for (let turn = 0; turn < (turns ?? size.turns.scroll); turn++) {
    for (const stroll of STROLLS) {
      await toTop(page)
      const { blankMs, behindMs } = await watched(page, () => stroll.go(page))
      longest.get(stroll.name)?.push(Math.max(blankMs, behindMs))
      say(`(e) ${stroll.name}: blank for ${blankMs.toFixed(0)} ms at most, behind by ${behindMs.toFixed(0)} ms at most`)
    }
  }
  await page.close()
  const worst = Math.max(...[...longest.values()].map(median))
  return { row: 'events.scrolled', value: worst }
}

/** Kept in the page while it is scrolled. */
interface Watch {
  blankMs: number
  behindMs: number
  calm: boolean
  over: boolean
}
type WithWatch = typeof globalThis & { watch: Watch }

async function watched(page: Page, work: () => Promise<void>): Promise<Watch> {
  await page.run(startWatch)
  await work()
  // Rows that have not come yet count for as long as they are missing.
  await page.until(() => (globalThis as WithWatch).watch.calm)
  return page.run(() => {
    const { watch } = globalThis as WithWatch
    watch.over = true
    return watch
  })
}

/** Runs in the page: compares in every frame what is shown with what should be. */
function startWatch(): void {
  const grid = document.querySelector('[role=grid]')
  if (!grid) throw new Error('there is no grid')
  const watch: Watch = { blankMs: 0, behindMs: 0, calm: true, over: false }
  const path: { first: number; sinceMs: number }[] = []
  let blankSince: number | null = null

  function look(nowMs: number): void {
    if (watch.over || !grid) return
    const rows = [...grid.querySelectorAll('[role=row]')].filter((row) => row.querySelector('[role=gridcell]'))
    const shownFirst = Math.min(...rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 2))
    const all = Number(grid.getAttribute('aria-rowcount')) - 1
    const room = grid.scrollHeight - grid.clientHeight
    const first = room > 0 ? (grid.scrollTop / room) * (all - rows.length + 2) : 0
    if (path.at(-1)?.first !== first) path.push({ first, sinceMs: nowMs })

    // The last position on the way whose rows are on screen; it was left when the next one was reached.
    const at = path.findLastIndex((place) => Math.abs(place.first - shownFirst) <= rows.length)
    const left = path[at + 1]
    const behindMs = at < 0 ? nowMs - (path[0]?.sinceMs ?? nowMs) : left ? nowMs - left.sinceMs : 0
    path.splice(0, Math.max(0, at))

    const isBlank = rows.length < 3 || grid.querySelector('.bone') !== null
    if (isBlank) blankSince ??= nowMs
    const blankMs = blankSince === null ? 0 : nowMs - blankSince
    if (!isBlank) blankSince = null
    watch.blankMs = Math.max(watch.blankMs, blankMs)
    watch.behindMs = Math.max(watch.behindMs, behindMs)
    watch.calm = !isBlank && behindMs === 0
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  Object.assign(globalThis, { watch })
}
