import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { kindOfCode } from '../../../electron/contract/channels.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { USUAL } from '../../../renderer/charts/panes/arrangement.ts'
import { groupsOf } from '../../../renderer/charts/panes/groups.ts'
import { inTurns, median, type BenchOptions, type Figure } from '../measure.ts'
import { root } from '../processes.ts'
import type { RowKey } from '../rows.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { openPage, settled, type Page } from './page.ts'

const ARCHIVE = { archiveType: 'hourly', view: 'unified' } as const
/** After a page was opened, until its browser has cleaned up behind it. */
const QUIET_MS = 100

/** The chart as the application shows it: the size and the data that the peer has to draw. */
interface Picture {
  width: number
  height: number
  names: string[]
  rows: number
  /** Times, then a column a channel: doubles, little endian, base 64. */
  columns: string
}

/** What is opened: so many of the newest hours of an archive of six channels, and its row. */
export interface Opened {
  row: RowKey<'ui'>
  hours: number
}

export const openReadings = (application: Application, stationId: number, wire: Wire, options: BenchOptions<'ui'>): Promise<Figure<'ui'>> =>
  besideECharts(application, stationId, wire, options, { row: 'readings.drawn', hours: options.size.big.years * 365 * 24 })

/**
 * From the click on the way to a station's readings to the end of the frame with all channels in it, each quantity in
 * its pane and none folded, beside ECharts on a blank page that draws the same arrays in as many grids. They lie ready
 * in its memory in the shape that it takes fastest, thinned by its own fastest way, in a box of the same size.
 */
export async function besideECharts(
  application: Application,
  stationId: number,
  wire: Wire,
  { size, turns, say }: BenchOptions<'ui'>,
  opening: Opened,
): Promise<Figure<'ui'>> {
  const picture = await pictureOf(application, stationId, wire, opening)
  const pairs = await inTurns(
    turns ?? size.turns.drawn,
    () => clickToDrawn(application, stationId, wire, opening),
    () => drawnByPeer(wire, picture),
  )
  for (const [ours, peer] of pairs) say(`${opening.row}: click to drawn ${Math.round(ours)} ms, ECharts alone ${Math.round(peer)} ms`)
  const ratio = median(pairs.map(([ours]) => ours)) / median(pairs.map(([, peer]) => peer))
  return { row: opening.row, value: ratio }
}

async function archiveOf({ client }: Application, stationId: number, { hours }: Opened) {
  const archives = await client.readings.archives({ stationId })
  const archive = archives.find(({ archiveType, view }) => archiveType === ARCHIVE.archiveType && view === ARCHIVE.view)
  if (!archive || archive.firstMs === null || archive.lastMs === null) throw new Error('the archive is not in the book')
  return { ...archive, fromMs: Math.max(archive.firstMs, archive.lastMs - hours * HOUR_MS), toMs: archive.lastMs }
}

/** The address of the readings with all channels and all of the time in view. */
async function addressOf(application: Application, stationId: number, opening: Opened): Promise<string> {
  const { archiveType, view, channels, fromMs, toMs } = await archiveOf(application, stationId, opening)
  const query = new URLSearchParams({
    archive: archiveType,
    view,
    channels: channels.map(({ channelVarname }) => channelVarname).join(','),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  })
  return `#/stations/${stationId}/readings?${query.toString()}`
}

async function clickToDrawn(application: Application, stationId: number, wire: Wire, opening: Opened): Promise<number> {
  const page = await application.window(wire)
  const drawnMs = await opened(page, application, stationId, opening)
  await page.close()
  await wait(QUIET_MS)
  return drawnMs
}

/** The panes with nothing folded, as the window keeps them: the counters are folded at first. */
async function unfolded({ client }: Application, stationId: number): Promise<string> {
  const { equipmentTypeId, channels } = await client.readings.columns({ stationId, ...ARCHIVE, fromMs: 0, toMs: 0 })
  const kinds = channels.map(({ channelVarname }) => kindOfCode(channelVarname) ?? 'state')
  const groups = groupsOf(channels, kinds, [...channels.keys()])
  const folded = Object.fromEntries(groups.map(({ key }) => [key, false]))
  return JSON.stringify({ [String(equipmentTypeId ?? '')]: { ...USUAL, folded } })
}

async function opened(page: Page, application: Application, stationId: number, opening: Opened): Promise<number> {
  const address = await addressOf(application, stationId, opening)
  await page.beforehand((panes) => localStorage.setItem('meterbook.panes', panes), await unfolded(application, stationId))
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

async function pictureOf(application: Application, stationId: number, wire: Wire, opening: Opened): Promise<Picture> {
  const { archiveType, view, channels, fromMs, toMs } = await archiveOf(application, stationId, opening)
  const answer = await application.client.readings.columns({ stationId, archiveType, view, fromMs, toMs })
  const page = await application.window(wire)
  await opened(page, application, stationId, opening)
  const size = await page.run(() => {
    const box = document.querySelector('.echart')
    return { width: box?.clientWidth ?? 0, height: box?.clientHeight ?? 0 }
  })
  await page.close()
  return {
    ...size,
    names: channels.map(({ channelVarname }) => channelVarname),
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
function drawWithECharts({ width, height, names, rows, columns }: Picture): Promise<number> {
  const bytes = Uint8Array.from(atob(columns), (letter) => letter.charCodeAt(0))
  const doubles = new Float64Array(bytes.buffer)
  const series = names.map((name, at) => {
    const data = new Float64Array(rows * 2)
    for (let row = 0; row < rows; row++) {
      data[2 * row] = doubles[row] as number
      data[2 * row + 1] = doubles[(at + 1) * rows + row] as number
    }
    return {
      type: 'line',
      name,
      data,
      dimensions: ['t', 'v'],
      xAxisIndex: at,
      yAxisIndex: at,
      showSymbol: false,
      sampling: 'lttb',
    }
  })
  const box = document.getElementById('box') as HTMLElement
  box.style.width = `${width}px`
  box.style.height = `${height}px`
  const { echarts } = globalThis as unknown as {
    echarts: { init(box: HTMLElement): { setOption(option: object): void } }
  }
  const share = (height - 40) / names.length
  const grid = names.map((_, at) => ({ left: 150, right: 220, top: 10 + at * share, height: share - 14 }))
  const xAxis = names.map((_, gridIndex) => ({
    type: 'time',
    gridIndex,
    axisLabel: { show: gridIndex === names.length - 1 },
  }))
  const yAxis = names.map((_, gridIndex) => ({ type: 'value', gridIndex, scale: true }))
  return new Promise((resolve) => {
    const draw = () => {
      const begunMs = performance.now()
      echarts.init(box).setOption({ animation: false, grid, xAxis, yAxis, series })
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begunMs)))
    }
    requestAnimationFrame(() => setTimeout(draw, 50))
  })
}
