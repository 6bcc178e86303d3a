import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inTurns, median, type BenchOptions, type Figure } from '../measure.ts'
import { root } from '../processes.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { openPage, settled, type Page } from './page.ts'

const YEAR_MS = 366 * 24 * 3_600_000
/** After a page was opened, until its browser has cleaned up behind it. */
const QUIET_MS = 100
const MOVES = 60
const DRAWN = '.carpet-canvas canvas[data-drawn]'

/** The cells as the peer draws them: an hour of the day by days, on a box of the application's size. */
interface Heat {
  width: number
  height: number
  days: number
  /** Column, row and value of each cell. */
  cells: [number, number, number][]
}

/**
 * From the click on the way to a year of hours as a carpet to the end of the frame with the picture in it, beside ECharts
 * on a blank page that draws the same cells as a heatmap, which lie ready in its memory, in a box of the same size. Then
 * what a move of the pointer to another cell takes: script, style and layout. Of each turn's moves 19 in 20 are faster.
 */
export async function openCarpet(
  application: Application,
  stationId: number,
  wire: Wire,
  { size: world, turns, say }: BenchOptions<'ui'>,
): Promise<Figure<'ui'>[]> {
  const { address, cells, days } = await yearOf(application, stationId)
  const hovers: number[] = []
  let size = { width: 1300, height: 600 }
  async function ours(): Promise<number> {
    const page = await application.window(wire)
    const drawnMs = await clickToDrawn(page, application, stationId, address)
    size = await page.run(() => {
      const box = document.querySelector('.carpet-canvas')
      return { width: box?.clientWidth ?? 0, height: box?.clientHeight ?? 0 }
    })
    hovers.push(await page.run(slowMove, MOVES))
    await page.close()
    await wait(QUIET_MS)
    return drawnMs
  }
  const pairs = await inTurns(turns ?? world.turns.drawn, ours, () => drawnByPeer(wire, { ...size, days, cells }))
  for (const [own, peer] of pairs) say(`(f) carpet, click to drawn ${Math.round(own)} ms, ECharts heatmap alone ${Math.round(peer)} ms`)
  say(`(f) slow moves of the pointer ${hovers.map((ms) => ms.toFixed(1)).join(', ')} ms`)
  const ratio = median(pairs.map(([own]) => own)) / median(pairs.map(([, peer]) => peer))
  return [
    { row: 'carpet.drawn', value: ratio },
    { row: 'carpet.pointer', value: median(hovers) },
  ]
}

/** The address of the last year of hours as a carpet, and its values by day and hour. */
async function yearOf({ client }: Application, stationId: number) {
  const archive = { stationId, archiveType: 'hourly', view: 'unified' } as const
  const found = (await client.readings.archives({ stationId })).find(
    ({ archiveType, view }) => archiveType === archive.archiveType && view === archive.view,
  )
  if (!found || found.lastMs === null) throw new Error('the archive is not in the book')
  const span = { fromMs: found.lastMs - YEAR_MS, toMs: found.lastMs }
  const [channel] = found.channels
  if (!channel) throw new Error('the archive has no channel')
  const query = new URLSearchParams({
    archive: archive.archiveType,
    view: archive.view,
    show: 'carpet',
    channel: channel.channelVarname,
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
  })
  const answer = await client.readings.columns({ ...archive, ...span })
  const doubles = new Float64Array(await answer.columns.arrayBuffer())
  const cells = Array.from({ length: answer.rows }, (_, row): [number, number, number] => [
    Math.floor(row / 24),
    row % 24,
    doubles[answer.rows + row] ?? 0,
  ])
  return { address: `#/stations/${stationId}/readings?${query.toString()}`, cells, days: Math.ceil(answer.rows / 24) }
}

async function clickToDrawn(page: Page, application: Application, stationId: number, address: string): Promise<number> {
  await page.goto(`${application.origin}/#/stations/${stationId}/overview`)
  await page.has('h1')
  await settled(page)
  return page.run(
    async (href, drawn) => {
      // A link as on any other screen, with the span in it.
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'Carpet'
      document.querySelector('header')?.append(link)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
      const clickedMs = performance.now()
      link.click()
      return new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(drawn)) return requestAnimationFrame(look)
          // The canvas is painted already; this frame shows it at the latest.
          setTimeout(() => resolve(performance.now() - clickedMs))
        }
        requestAnimationFrame(look)
      })
    },
    address,
    DRAWN,
  )
}

/** Runs in the page: moves the pointer over the carpet, each time to another cell, and waits for what follows. */
async function slowMove(moves: number): Promise<number> {
  const surface = document.querySelector('.carpet-canvas [role=application]')
  const readout = document.querySelector('.carpet-readout')
  const box = surface?.getBoundingClientRect()
  if (!surface || !readout || !box) throw new Error('there is no carpet')
  const times: number[] = []
  let before = ''
  for (let move = 0; move < moves; move++) {
    const clientX = box.left + box.width * (0.1 + (0.8 * move) / moves)
    const clientY = box.top + box.height * (0.3 + 0.4 * ((move * 7) % 10) * 0.1)
    const begunMs = performance.now()
    surface.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }))
    // The window updates in a microtask; measuring the readout makes the browser lay it out.
    await Promise.resolve()
    readout.getBoundingClientRect()
    times.push(performance.now() - begunMs)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = readout.textContent ?? ''
    if (now === before) throw new Error('the readout did not follow the pointer')
    before = now
  }
  return times.sort((a, b) => a - b)[Math.floor(moves * 0.95)] ?? Number.NaN
}

async function drawnByPeer(wire: Wire, heat: Heat): Promise<number> {
  const page = await openPage(wire)
  const library = await readFile(path.join(root, 'node_modules/echarts/dist/echarts.min.js'), 'utf8')
  await page.run((source) => {
    document.body.innerHTML = '<div id="box"></div>'
    const script = document.createElement('script')
    script.textContent = source
    document.head.append(script)
  }, library)
  const drawnMs = await page.run(drawHeatmap, heat)
  await page.close()
  await wait(QUIET_MS)
  return drawnMs
}

/** Runs on the blank page. */
function drawHeatmap({ width, height, days, cells }: Heat): Promise<number> {
  const box = document.getElementById('box') as HTMLElement
  box.style.width = `${width}px`
  box.style.height = `${height}px`
  const { echarts } = globalThis as unknown as {
    echarts: { init(box: HTMLElement): { setOption(option: object): void } }
  }
  const values = cells.map(([, , value]) => value)
  const option = {
    animation: false,
    grid: { left: 56, right: 18, top: 18, bottom: 60 },
    xAxis: { type: 'category', data: Array.from({ length: days }, (_, day) => String(day)) },
    yAxis: { type: 'category', data: Array.from({ length: 24 }, (_, hour) => `${hour}:00`), inverse: true },
    visualMap: {
      min: Math.min(...values),
      max: Math.max(...values),
      orient: 'horizontal',
      left: 14,
      bottom: 0,
      inRange: { color: ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'] },
    },
    // All cells in the first frame, as the application draws them.
    series: [{ type: 'heatmap', data: cells, progressive: 0, silent: true }],
  }
  return new Promise((resolve) => {
    const draw = () => {
      const begunMs = performance.now()
      echarts.init(box).setOption(option)
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunMs)))
    }
    requestAnimationFrame(() => setTimeout(draw, 50))
  })
}
