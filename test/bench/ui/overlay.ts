import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { inTurns, median, type BenchOptions, type Figure } from '../measure.ts'
import { root } from '../processes.ts'
import type { Application } from './application.ts'
import { NOW_MS } from './books.ts'
import type { Wire } from './devtools.ts'
import { openPage, settled } from './page.ts'
import { openLines } from '../../../renderer/parts/overlay/lines.ts'

const DAYS = 365
/** After a page was opened, until its browser has cleaned up behind it. */
const QUIET_MS = 100

/** The overlay as the peer has to draw it: its size, and each line's times and values one after the other. */
interface Picture {
  width: number
  height: number
  rows: number[]
  /** Doubles, little endian, base 64. */
  columns: string
}

/**
 * From the click on the way to 8 stations over each other (a year hourly each, with the differences below) to the end of
 * the frame with the lines in it, beside ECharts on a blank page that draws the same values and the same differences in
 * two grids of the same box; they lie ready in its memory in the shape that it takes fastest, thinned by its own fastest
 * way.
 */
export async function openOverlay(
  application: Application,
  stationIds: readonly number[],
  wire: Wire,
  { size, turns, say }: BenchOptions<'ui'>,
): Promise<Figure<'ui'>> {
  const day = 24 * HOUR_MS
  const question = {
    stationIds: [...stationIds],
    archiveType: 'hourly',
    view: 'unified',
    quantity: 'standardVolume',
    from: dayAt(NOW_MS - DAYS * day),
    to: dayAt(NOW_MS),
  } as const
  const { stationIds: _, archiveType, ...rest } = question
  const query = new URLSearchParams({ stations: stationIds.join(','), archive: archiveType, ...rest })
  const address = `#/overlay?${query.toString()}`
  const picture = await pictureOf()
  const pairs = await inTurns(
    turns ?? size.turns.drawn,
    async () => (await opened()).drawnMs,
    () => drawnByPeer(wire, picture),
  )
  for (const [ours, peer] of pairs) say(`(f) overlay: click to drawn ${Math.round(ours)} ms, ECharts alone ${Math.round(peer)} ms`)
  const ratio = median(pairs.map(([ours]) => ours)) / median(pairs.map(([, peer]) => peer))
  return { row: 'overlay.drawn', value: ratio }

  async function opened(): Promise<{ drawnMs: number; width: number; height: number }> {
    const page = await application.window(wire)
    await page.goto(`${application.origin}/#/compare?ids=${stationIds.join(',')}`)
    await page.has('h1')
    await settled(page)
    const drawn = await page.run(async (href) => {
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'Overlay'
      document.querySelector('header')?.append(link)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
      const clickedMs = performance.now()
      link.click()
      return new Promise<{ drawnMs: number; width: number; height: number }>((resolve) => {
        const look = () => {
          const chart = document.querySelector('.overlay .echart[data-drawn]')
          if (!chart) return requestAnimationFrame(look)
          const { clientWidth: width, clientHeight: height } = chart
          // The canvas is painted when the option is set; this frame shows it at the latest.
          setTimeout(() => resolve({ drawnMs: performance.now() - clickedMs, width, height }))
        }
        requestAnimationFrame(look)
      })
    }, address)
    await page.close()
    await wait(QUIET_MS)
    return drawn
  }

  async function pictureOf(): Promise<Picture> {
    const { lines, columns } = await application.client.overlay.lines({
      ...question,
      stationIds: [...stationIds],
      timeZone: 'Europe/Moscow',
      contractHour: 10,
    })
    const drawn = lines.filter(({ state }) => state === 'drawn')
    if (drawn.length !== stationIds.length) throw new Error(`${drawn.length} of ${stationIds.length} lines are drawn`)
    const { width, height } = await opened()
    // Columns that lines share are sent once; the peer is given each line's own.
    const own = (await openLines(lines, columns)).flatMap(({ positions, values, base }) => [positions, values, base])
    const bytes = Buffer.from(await new Blob(own as Float64Array<ArrayBuffer>[]).arrayBuffer())
    return { width, height, rows: drawn.map(({ rows }) => rows), columns: bytes.toString('base64') }
  }
}

async function drawnByPeer(wire: Wire, picture: Picture): Promise<number> {
  const page = await openPage(wire)
  const library = await readFile(path.join(root, 'node_modules/echarts/dist/echarts.min.js'), 'utf8')
  await page.run((source) => {
    document.body.innerHTML = '<div id="box"></div>'
    const script = document.createElement('script')
    script.textContent = source
    document.head.append(script)
  }, library)
  const drawnMs = await page.run(drawWithECharts, picture)
  await page.close()
  await wait(QUIET_MS)
  return drawnMs
}

/** Runs on the blank page. */
function drawWithECharts({ width, height, rows, columns }: Picture): Promise<number> {
  const bytes = Uint8Array.from(atob(columns), (letter) => letter.charCodeAt(0))
  const doubles = new Float64Array(bytes.buffer)
  let first = 0
  const series = rows.flatMap((count, line) => {
    const [values, differences] = [new Float64Array(count * 2), new Float64Array(count * 2)]
    for (let row = 0; row < count; row++) {
      const [position, value, base] = [0, 1, 2].map((column) => doubles[first + column * count + row] as number)
      values.set([position as number, value as number], 2 * row)
      differences.set([position as number, (value as number) - (base as number)], 2 * row)
    }
    first += 3 * count
    const common = { type: 'line', dimensions: ['t', 'v'], showSymbol: false, sampling: 'lttb' }
    const upper = { ...common, data: values, xAxisIndex: 0, yAxisIndex: 0 }
    return line === 0 ? [upper] : [upper, { ...common, data: differences, xAxisIndex: 1, yAxisIndex: 1 }]
  })
  const box = document.getElementById('box') as HTMLElement
  box.style.width = `${width}px`
  box.style.height = `${height}px`
  const { echarts } = globalThis as unknown as {
    echarts: { init(box: HTMLElement): { setOption(option: object): void } }
  }
  const axes = [0, 1].map((gridIndex) => ({ gridIndex, scale: true }))
  return new Promise((resolve) => {
    const draw = () => {
      const begunMs = performance.now()
      echarts.init(box).setOption({
        animation: false,
        grid: [{ bottom: '40%' }, { top: '66%' }],
        xAxis: axes.map((axis) => ({ ...axis, type: 'time' })),
        yAxis: axes.map((axis) => ({ ...axis, type: 'value' })),
        series,
      })
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunMs)))
    }
    requestAnimationFrame(() => setTimeout(draw, 50))
  })
}
