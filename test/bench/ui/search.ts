import { setTimeout as wait } from 'node:timers/promises'
import { median, type BenchOptions, type Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { RowKey } from '../rows.ts'
import type { Wire } from './devtools.ts'
import { settled, type Page } from './page.ts'

/** What people type: names in any case, numbers, serial numbers, exchange codes, brands, consumers, a typing error. */
export const TYPED = [
  'котельная',
  'ГРП-12',
  'щербинки',
  'UG-0123',
  'Кстово',
  'boiler house 7',
  'Мира, 114',
  'искра',
  'счётчик кв. 10',
  'ООО',
  'timber',
  '№14',
  'ШРП-77 (заречная',
  '23014',
  'ктельная',
] as const

const PAUSE_MS = 80

/**
 * From a keystroke to the end of the frame with the rows that it finds, in the station table and in Ctrl+K, both
 * on all stations. The same is typed in every turn: of each keystroke its median over the turns counts, so that what
 * is slow by itself remains and what the machine did meanwhile does not; of these the 99th percentile.
 */
export async function searchAsTyped(application: Application, wire: Wire, options: BenchOptions<'ui'>): Promise<Figure<'ui'>[]> {
  const page = await application.window(wire)
  await page.goto(application.origin)
  await page.has('[role=grid][aria-busy=false] [role=gridcell]')
  await settled(page)
  const texts = TYPED.slice(0, options.size.typed)
  const inTable: number[][] = []
  const inPalette: number[][] = []
  for (let turn = 0; turn < (options.turns ?? options.size.turns.typing); turn++) {
    inTable.push(await keystrokes(page, 'input[aria-label="Search stations"]', '[role=grid]', texts))
    await page.press('k', 'Control')
    await page.has('[role=combobox][aria-label="Find anything"]')
    inPalette.push(await keystrokes(page, '[role=combobox][aria-label="Find anything"]', '#palette-list', texts))
    await page.press('Escape')
  }
  await page.close()
  return [keystrokeRow('search.table', inTable, options), keystrokeRow('search.palette', inPalette, options)]
}

/** Of what each keystroke took in each turn. */
export function keystrokeRow(row: RowKey<'ui'>, turns: readonly number[][], { say }: BenchOptions<'ui'>): Figure<'ui'> {
  for (const times of turns) {
    say(`${row}: ${times.length} keystrokes, median ${median(times).toFixed(0)} ms, p99 ${p99(times).toFixed(0)} ms`)
  }
  const keystrokes = (turns[0] ?? []).map((_, at) => median(turns.map((times) => times[at] ?? Number.NaN)))
  return { row, value: p99(keystrokes) }
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}

/** Kept in the page while it is typed. */
interface Clock {
  waiting: number[]
  taken: number[]
  stop(): void
}
type WithClock = typeof globalThis & { clock: Clock }

/** Types everything, a text after the other, and returns what each keystroke took, in ms. */
export async function keystrokes(page: Page, input: string, list: string, texts: readonly string[]): Promise<number[]> {
  await page.run(startClock, list)
  for (const text of texts) {
    await page.run((selector) => {
      const field = document.querySelector<HTMLInputElement>(selector)
      if (!field) return
      field.focus()
      field.value = ''
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }, input)
    await wait(PAUSE_MS)
    await page.type(text, PAUSE_MS)
  }
  // However long a busy machine takes: an answer that never comes ends the bench.
  await page.until(() => (globalThis as WithClock).clock.waiting.length === 0)
  await settled(page)
  return page.run(() => {
    const { clock } = globalThis as WithClock
    clock.stop()
    return clock.taken
  })
}

/** Runs in the page. The list says by aria-busy whether its rows are those of the text. */
function startClock(list: string): void {
  const rows = document.querySelector(list)
  if (!rows) throw new Error(`there is no ${list}`)
  const waiting: number[] = []
  const taken: number[] = []
  const onInput = (event: Event) => {
    if (event.target instanceof HTMLInputElement && event.target.value !== '') waiting.push(event.timeStamp)
  }
  document.addEventListener('input', onInput, true)
  const observer = new MutationObserver(() => {
    if (rows.getAttribute('aria-busy') !== 'false') return
    // Keystrokes that were overtaken by the next one are answered by its rows.
    const answered = waiting.splice(0)
    const painted = () => taken.push(...answered.map((typedMs) => performance.now() - typedMs))
    requestAnimationFrame(() => setTimeout(painted))
  })
  observer.observe(rows, { attributes: true, attributeFilter: ['aria-busy'] })
  const stop = () => {
    document.removeEventListener('input', onInput, true)
    observer.disconnect()
  }
  Object.assign(globalThis, { clock: { waiting, taken, stop } satisfies Clock })
}
