import { HOUR_MS } from '../../electron/contract/time/units.ts'
import { init, REPLACE } from './echarts.ts'
import { channelLook } from './palette.ts'
import { panesOf, USUAL } from './panes/arrangement.ts'
import { scaleOf } from './panes/axis.ts'
import { bandOf } from './panes/band.ts'
import { groupsOf } from './panes/groups.ts'
import { layoutOf } from './panes/layout.ts'
import { axesOfPane } from './panes/pane-axes.ts'
import { paneOption } from './panes/pane-option.ts'
import { readTheme } from './theme.ts'
import { thinChannel } from './thin.ts'

const ROWS = 4000
const SIZE = { width: 900, height: 400 }
const CHANNELS = ['м³', '°C'].map((unitName) => ({ channelVarname: unitName, channelName: null, unitName }))
/** Records crowd in all of them: bands. The last ones are lines. */
const SPANS = [ROWS, ROWS / 8].map((rows) => ({ fromMs: (ROWS - rows) * HOUR_MS, toMs: (ROWS - 1) * HOUR_MS }))

/**
 * Draws small panes that nobody sees, with bands and then with lines. The first chart of a session takes several times
 * as long as any other: code is compiled when it first runs, and for its first text a canvas goes through the families
 * of its font. Brings 91 of 227 ms of the first chart (the bench's row (a)) and 35 of 218 ms of an overlay: medians of 5 to
 * 7 alternating turns.
 */
export function rehearse(): void {
  const theme = readTheme(document.documentElement.classList.contains('dark'))
  const times = Float64Array.from({ length: ROWS }, (_, row) => row * HOUR_MS)
  const values = times.map((_, row) => (row % 97 === 0 ? Number.NaN : Math.sin(row / 24) * 40 + (row % 7) / 8))
  const groups = groupsOf(CHANNELS, ['period', 'state'], [0, 1])
  const axes = new Map(panesOf(groups, USUAL).map((pane) => [pane, axesOfPane(pane, () => (1000).toLocaleString())] as const))
  const layout = layoutOf(SIZE, [...axes.keys()], 0, axes)
  const chart = init(document.createElement('div'), null, { ...SIZE, renderer: 'canvas' })
  for (const [at, span] of SPANS.entries()) {
    const data =
      at === 0 ? { band: bandOf(times, values, span, layout.plot.width) } : { points: thinChannel(times, values, span, layout.plot.width) }
    const panes = layout.rows.map((row, place) => {
      const drawn = [{ name: String(place), look: channelLook(place, theme.dark), data }]
      const scale = scaleOf([-41, 41], row.plotHeight, false)
      return { row, axes: (axes.get(row.pane) ?? []).map((axis) => ({ ...axis, scale, drawn })) }
    })
    const [locale, zone, number] = [document.documentElement.lang, 'UTC', (value: number) => value.toLocaleString()]
    chart.setOption(paneOption({ layout, panes, lanes: [], span, theme, locale, zone, number }), REPLACE)
  }
  chart.dispose()
}
