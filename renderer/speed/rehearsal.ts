import { HOUR_MS } from '../../electron/contract/time/units.ts'
import { init } from '../charts/echarts.ts'
import { lineOption } from '../charts/line-option.ts'
import { channelLook } from '../charts/palette.ts'
import { axesOf, plotOf } from '../charts/plot.ts'
import { readTheme } from '../charts/theme.ts'
import { thinChannel } from '../charts/thin.ts'

const ROWS = 2000
const SIZE = { width: 900, height: 400 }
const CHANNELS = ['м³', '°C'].map((unitName) => ({ channelVarname: unitName, channelName: null, unitName }))

/**
 * Draws a small chart that nobody sees. The first chart of a session takes several times as long as any other: code is
 * compiled when it first runs, and for its first text a canvas goes through the families of its font. Brings about
 * 380 ms of the first chart: measured by the bench's row (a), the median of 9 alternating turns on a busy machine.
 */
export function rehearse(): void {
  const theme = readTheme(document.documentElement.classList.contains('dark'))
  const times = Float64Array.from({ length: ROWS }, (_, row) => row * HOUR_MS)
  const span = { fromMs: 0, toMs: (ROWS - 1) * HOUR_MS }
  const axes = axesOf(CHANNELS, () => '1,000.00')
  const plot = plotOf(SIZE, axes)
  const channels = CHANNELS.map((channel, index) => {
    const values = times.map((_, row) => (row % 97 === 0 ? Number.NaN : Math.sin(row / 24) * 40 + (row % 7) / 8))
    const look = channelLook(index, theme.dark)
    return { channel, look, points: thinChannel(times, values, span, plot.width) }
  })
  const chart = init(document.createElement('div'), null, { ...SIZE, renderer: 'canvas' })
  chart.setOption(
    lineOption({
      plot,
      axes,
      channels,
      span,
      theme,
      locale: document.documentElement.lang,
      zone: 'UTC',
      number: (value) => value.toLocaleString(),
    }),
  )
  chart.dispose()
}
