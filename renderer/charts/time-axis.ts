import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import type { ChartTheme } from './theme.ts'
import { tickLabel, timeTicks } from './ticks.ts'

/** Room that a time label needs, px. */
const TICK_ROOM = 84

interface TimeAxisInput {
  span: TimeSpan
  width: number
  theme: ChartTheme
  locale: string
  zone: string
}

/** The time axis of a grid with ticks by the zone's clock; without labels where another grid below has them. */
export function timeAxis({ span, width, theme, locale, zone }: TimeAxisInput, labelled = true) {
  const ticks = timeTicks(span.fromMs, span.toMs, zone, Math.max(2, Math.floor(width / TICK_ROOM)))
  const levels = new Map(ticks.map((tick) => [tick.atMs, tick]))
  const customValues = ticks.map((tick) => tick.atMs)
  return {
    type: 'value',
    silent: true,
    animation: false,
    min: span.fromMs,
    max: span.toMs,
    axisLine: { lineStyle: { color: labelled ? theme.line : theme.grid }, onZero: false },
    axisTick: { show: labelled, customValues, lineStyle: { color: theme.line } },
    axisLabel: {
      show: labelled,
      customValues,
      color: theme.muted,
      hideOverlap: true,
      formatter: (atMs: number) => {
        const tick = levels.get(atMs)
        return tick ? tickLabel(tick, locale, zone) : ''
      },
    },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  }
}
