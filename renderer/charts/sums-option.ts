import { barFrame, HATCH } from './bar-frame.ts'
import type { ChartOption } from './echarts.ts'
import { limitLine } from './limit-line.ts'
import type { Plot } from './plot.ts'
import type { ChartTheme } from './theme.ts'

/** One bar: consumption of a gas day or month. `expected` is null where the archive does not say how often it writes. */
export interface Sum {
  fromMs: number
  toMs: number
  /** The gas day that the whole period begins with, `yyyy-mm-dd`. */
  day: string
  /** The span on screen holds only a part of it. */
  part: boolean
  value: number | null
  records: number
  expected: number | null
  /** Records missing from those of its gas days that are over. */
  lacking: number
}

const incomplete = (sum: Sum): boolean => sum.expected !== null && sum.records < sum.expected

/** The index of the bar, of `count`, at a px of the plot. */
export const sumAt = (x: number, width: number, count: number): number | null =>
  count === 0 ? null : Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)))

export interface SumsInput {
  plot: Plot
  sums: readonly Sum[]
  /** What a contract allows in each of them, in the unit of the axis; null: nothing was typed in. */
  limits: readonly (number | null)[]
  unit: string
  color: string
  theme: ChartTheme
  label: (sum: Sum) => string
  number: (value: number) => string
}

/** One bar per day or month; a period without a number has none. */
export function sumsOption({ plot, sums, limits, unit, color, theme, label, number }: SumsInput): ChartOption {
  return {
    ...barFrame({ plot, labels: sums.map(label), unit, theme, number }),
    series: [
      {
        type: 'bar',
        name: 'sum',
        silent: true,
        animation: false,
        barCategoryGap: sums.length > plot.width / 6 ? '10%' : '28%',
        itemStyle: { color },
        data: sums.map((sum) => ({
          value: sum.value ?? '-',
          itemStyle: incomplete(sum) || sum.part ? { color, opacity: 0.6, decal: { ...HATCH, color: theme.surface } } : { color },
        })),
      },
      ...limitLine(limits, theme),
    ],
  }
}
