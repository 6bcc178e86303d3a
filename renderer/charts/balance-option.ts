import { barFrame, HATCH } from './bar-frame.ts'
import type { ChartOption } from './echarts.ts'
import type { Plot } from './plot.ts'
import type { ChartTheme } from './theme.ts'

/** A period's difference and what the devices explain of it, in the unit that is shown; null where nothing was compared. */
interface BalanceBar {
  label: string
  difference: number | null
  uncertainty: number | null
  isBeyond: boolean
}

interface BalanceInput {
  plot: Plot
  bars: readonly BalanceBar[]
  unit: string
  theme: ChartTheme
  number: (value: number) => string
  /** The bar that is marked; null for none. */
  at: number | null
}

/** Bars of the differences over the band of the uncertainty. */
export function balanceOption({ plot, bars, unit, theme, number, at }: BalanceInput): ChartOption {
  const band = (values: readonly (number | null)[], area: boolean) => ({
    type: 'line' as const,
    stack: 'band',
    // A band from below zero to above it: the parts of one sign alone would be stacked apart.
    stackStrategy: 'all' as const,
    silent: true,
    symbol: 'none',
    step: 'middle' as const,
    lineStyle: { color: theme.muted, width: 1, type: 'dashed' as const },
    ...(area ? { areaStyle: { color: theme.accent, opacity: 0.14 } } : {}),
    data: values.map((value) => value ?? '-'),
  })
  return {
    ...barFrame({ plot, labels: bars.map(({ label }) => label), unit, theme, number, keepsEnds: true }),
    series: [
      band(
        bars.map(({ uncertainty }) => (uncertainty === null ? null : -uncertainty)),
        false,
      ),
      band(
        bars.map(({ uncertainty }) => (uncertainty === null ? null : 2 * uncertainty)),
        true,
      ),
      {
        type: 'bar',
        silent: true,
        barCategoryGap: '24%',
        data: bars.map(({ difference, isBeyond }, index) => ({
          value: difference ?? '-',
          itemStyle: {
            ...(isBeyond ? { color: theme.bad, decal: { ...HATCH, color: theme.surface } } : { color: theme.accent }),
            ...(index === at && { borderColor: theme.text, borderWidth: 1.5 }),
          },
        })),
      },
    ],
  }
}
