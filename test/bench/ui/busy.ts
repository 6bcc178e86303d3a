import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { median, type BenchOptions, type Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { keystrokeRow, keystrokes, TYPED } from './search.ts'
import { settled } from './page.ts'

/**
 * The same typing as in search.ts, in the big book, while the analyst
 * judges all of its stations and a work writes all of its events to a file; and for how long the desk's thread is held
 * meanwhile.
 * @param heldFile where held.mjs tells it
 */
export async function searchWhileBusy(
  { origin, client, window }: Application,
  heldFile: string,
  wire: Wire,
  options: BenchOptions<'ui'>,
): Promise<Figure<'ui'>[]> {
  const page = await window(wire)
  await page.goto(origin)
  await page.has('[role=grid][aria-busy=false] [role=gridcell]')
  await settled(page)
  const texts = TYPED.slice(0, options.size.typed)
  const inTable: number[][] = []
  const inPalette: number[][] = []
  const stop = new AbortController()
  const [judging, exporting] = [judgeOnAndOn(), exportOnAndOn()]
  const begunMs = Date.now()
  for (let turn = 0; turn < (options.turns ?? options.size.turns.typing); turn++) {
    inTable.push(await keystrokes(page, 'input[aria-label="Search stations"]', '[role=grid]', texts))
    await page.press('k', 'Control')
    await page.has('[role=combobox][aria-label="Find anything"]')
    inPalette.push(await keystrokes(page, '[role=combobox][aria-label="Find anything"]', '#palette-list', texts))
    await page.press('Escape')
  }
  const endedMs = Date.now()
  stop.abort()
  const [rounds, files] = await Promise.all([judging, exporting])
  await page.close()
  const held = readFileSync(heldFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .flatMap(([atMs = 0, ms = 0]) => (atMs > begunMs && atMs <= endedMs ? [ms] : []))
  const most = Math.max(...held)
  options.say(
    `(g) judging all stations was begun ${rounds} times, writing all events ${files} times; the desk was held for ${most.toFixed(0)} ms at most, ${median(held).toFixed(0)} ms in the median tenth of a second`,
  )
  return [keystrokeRow('busy.table', inTable, options), keystrokeRow('busy.palette', inPalette, options), { row: 'busy.held', value: most }]

  /** Begins anew as soon as all are judged. */
  async function judgeOnAndOn(): Promise<number> {
    let begun = 0
    while (!stop.signal.aborted) {
      const { stale, running } = await client.findings.analysis()
      if (stale === 0 && !running) {
        begun++
        await client.findings.judge({ all: true })
      }
      await wait(200)
    }
    return begun
  }
  async function exportOnAndOn(): Promise<number> {
    let begun = 0
    while (!stop.signal.aborted) {
      begun++
      const asked = { format: 'csv', timeZone: 'UTC', language: 'en', filter: {} } as const
      await client.exports.events(asked, { signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      })
    }
    return begun
  }
}
