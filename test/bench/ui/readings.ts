import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atMost, inTurns, median, type BenchOptions, type Row } from '../measure.ts'
import { root } from '../processes.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { openPage, settled, type Page } from './page.ts'

const TURNS = 9
const ARCHIVE = { archiveType: 'hourly', view: 'unified' } as const
/** After a page was opened, until its browser has cleaned up behind it. */
const QUIET_MS = 100

/** The chart as the application shows it: the size and the data that the peer has to draw. */
interface Picture {
  width: number
  height: number
  names: string[]
  units: string[]
  rows: number
  /** Times, then a column a channel: doubles, little endian, base 64. */
  columns: string
}

/**
 * From the click on the way to a station's readings (three years hourly, six channels, all of it shown) to the end of
 * the frame with the lines in it, beside ECharts on a blank page that draws the same arrays, which lie ready in its
 * memory in the shape that it takes fastest, thinned by its own fastest way, in a box of the same size.
 */
export async function openReadings(
  application: Application,
  stationId: number,
  wire: Wire,
  { turns, say }: BenchOptions,
): Promise<Row> {
  const picture = await pictureOf(application, stationId, wire)
  const pairs = await inTurns(
    turns ?? TURNS,
    () => clickToDrawn(application, stationId, wire),
    () => drawnByPeer(wire, picture),
  )
  for (const [ours, peer] of pairs)
    say(`(a) click to drawn ${Math.round(ours)} ms, ECharts alone ${Math.round(peer)} ms`)
  const ratio = median(pairs.map(([ours]) => ours)) / median(pairs.map(([, peer]) => peer))
  return atMost(
    '(a) readings of 3 years hourly × 6 channels, click to drawn, times ECharts on a blank page',
    ratio,
    1.5,
  )
}

async function archiveOf({ client }: Application, stationId: number) {
  const archives = await client.readings.archives({ stationId })
  const archive = archives.find(({ archiveType, view }) => archiveType === ARCHIVE.archiveType && view === ARCHIVE.view)
  if (!archive || archive.firstMs === null || archive.lastMs === null) throw new Error('the archive is not in the book')
  return { ...archive, fromMs: archive.firstMs, toMs: archive.lastMs }
}

/** The address of the readings with all channels and all three years in view. */
async function addressOf(application: Application, stationId: number): Promise<string> {
  const { archiveType, view, channels, fromMs, toMs } = await archiveOf(application, stationId)
  const query = new URLSearchParams({
    archive: archiveType,
    view,
    channels: channels.map(({ channelVarname }) => channelVarname).join(','),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  })
  return `#/stations/${stationId}/readings?${query.toString()}`
}

async function clickToDrawn(application: Application, stationId: number, wire: Wire): Promise<number> {
  const page = await application.window(wire)
  const drawnMs = await opened(page, application, stationId)
  await page.close()
  await wait(QUIET_MS)
  return drawnMs
}

async function opened(page: Page, application: Application, stationId: number): Promise<number> {
  const address = await addressOf(application, stationId)
  await page.goto(`${application.origin}/#/stations/${stationId}/overview`)
  await page.has('h1')
  await settled(page)
  return page.run(async (href) => {
    // A link as on any other screen, with the span in it.
    const link = document.createElement('a')
    link.href = href
    link.textContent = 'Readings'
    document.querySelector('header')?.append(link)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
    const clickedMs = performance.now()
    link.click()
    return new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector('.echart[data-drawn]')) return requestAnimationFrame(look)
        // The canvas is painted when the option is set; this frame shows it at the latest.
        setTimeout(() => resolve(performance.now() - clickedMs))
      }
      requestAnimationFrame(look)
    })
  }, address)
}

async function pictureOf(application: Application, stationId: number, wire: Wire): Promise<Picture> {
  const { archiveType, view, channels, fromMs, toMs } = await archiveOf(application, stationId)
  const answer = await application.client.readings.columns({ stationId, archiveType, view, fromMs, toMs })
  const page = await application.window(wire)
  await opened(page, application, stationId)
  const size = await page.run(() => {
    const box = document.querySelector('.echart')
    return { width: box?.clientWidth ?? 0, height: box?.clientHeight ?? 0 }
  })
  await page.close()
  return {
    ...size,
    names: channels.map(({ channelVarname }) => channelVarname),
    units: channels.map(({ unitName }) => unitName ?? ''),
    rows: answer.rows,
    columns: Buffer.from(await answer.columns.arrayBuffer()).toString('base64'),
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
function drawWithECharts({ width, height, names, units, rows, columns }: Picture): Promise<number> {
  const bytes = Uint8Array.from(atob(columns), (letter) => letter.charCodeAt(0))
  const doubles = new Float64Array(bytes.buffer)
  const axes = [...new Set(units)]
  const series = names.map((name, at) => {
    const data = new Float64Array(rows * 2)
    for (let row = 0; row < rows; row++) {
      data[2 * row] = doubles[row] as number
      data[2 * row + 1] = doubles[(at + 1) * rows + row] as number
    }
    const yAxisIndex = axes.indexOf(units[at] as string)
    return { type: 'line', name, data, dimensions: ['t', 'v'], yAxisIndex, showSymbol: false, sampling: 'lttb' }
  })
  const box = document.getElementById('box') as HTMLElement
  box.style.width = `${width}px`
  box.style.height = `${height}px`
  const { echarts } = globalThis as unknown as {
    echarts: { init(box: HTMLElement): { setOption(option: object): void } }
  }
  const yAxis = axes.map((name, at) => ({ type: 'value', name, scale: true, offset: 60 * (at >> 1) }))
  return new Promise((resolve) => {
    const draw = () => {
      const begunMs = performance.now()
      echarts.init(box).setOption({ animation: false, xAxis: { type: 'time' }, yAxis, series })
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunMs)))
    }
    requestAnimationFrame(() => setTimeout(draw, 50))
  })
}
