import { barFrame, HATCH } from './bar-frame.ts'
import type { ChartOption } from './echarts.ts'
import { limitLine } from './limit-line.ts'
import type { Plot } from './plot.ts'
import type { ChartTheme } from './theme.ts'

/** A period's bar, and the same period of earlier years beside it, the latest first. */
interface ConsumptionBar {
  label: string
  value: number | null
  /** It lacks hours or stations, or is a part of its period. */
  incomplete: boolean
  /** What a contract allows in it; null: nothing was typed in. */
  limit?: number | null
  earlier: readonly { value: number | null; incomplete: boolean }[]
}

interface ConsumptionInput {
  plot: Plot
  bars: readonly ConsumptionBar[]
  unit: string
  /** Colours of the present year, then of the earlier ones. */
  colors: readonly string[]
  theme: ChartTheme
  number: (value: number) => string
  /** The bar that is marked; null for none. */
  at: number | null
}

/** Narrower than this, px, bars of several years cannot be told apart: earlier years become lines. */
const NARROW_PX = 4

/** Bars of the periods with those of earlier years beside them; what has no number has no bar. */
export function consumptionOption({ plot, bars, unit, colors, theme, number, at }: ConsumptionInput): ChartOption {
  const years = Math.max(0, ...bars.map(({ earlier }) => earlier.length))
  const isNarrow = bars.length * (years + 1) * NARROW_PX > plot.width
  const look = (color: string, incomplete: boolean, strength: number) =>
    incomplete ? { color, opacity: 0.6 * strength, decal: { ...HATCH, color: theme.surface } } : { color, opacity: strength }
  const earlier = Array.from({ length: years }, (_, nth) => {
    const color = colors[nth + 1] ?? theme.muted
    const values = bars.map((bar) => bar.earlier[nth])
    return isNarrow
      ? {
          type: 'line' as const,
          name: `earlier-${nth + 1}`,
          silent: true,
          symbol: 'none',
          lineStyle: { color, width: 1.2 },
          itemStyle: { color },
          data: values.map((one) => one?.value ?? '-'),
        }
      : {
          type: 'bar' as const,
          name: `earlier-${nth + 1}`,
          silent: true,
          data: values.map((one) => ({ value: one?.value ?? '-', itemStyle: look(color, one?.incomplete ?? false, 0.75) })),
        }
  })
  const color = colors[0] ?? theme.accent
  return {
    ...barFrame({ plot, labels: bars.map(({ label }) => label), unit, theme, number, keepsEnds: true }),
    series: [
      {
        type: 'bar',
        name: 'now',
        silent: true,
        barCategoryGap: isNarrow ? '10%' : '24%',
        barGap: '0%',
        itemStyle: { color },
        data: bars.map((bar, index) => ({
          value: bar.value ?? '-',
          itemStyle: {
            ...look(color, bar.incomplete, 1),
            ...(index === at && { borderColor: theme.text, borderWidth: 1.5 }),
          },
        })),
      },
      ...earlier,
      ...limitLine(
        bars.map(({ limit }) => limit ?? null),
        theme,
      ),
    ],
  }
}
