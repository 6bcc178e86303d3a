import type { ChartTheme } from './theme.ts'

/**
 * A step over the bars for which a contract allows so much; nothing where it allows anything.
 * @param limits of each bar, in the unit of the axis; null: nothing was typed in
 */
export function limitLine(limits: readonly (number | null)[], theme: ChartTheme) {
  if (limits.every((limit) => limit === null)) return []
  return [
    {
      type: 'line' as const,
      name: 'limit',
      silent: true,
      step: 'middle' as const,
      symbol: limits.length === 1 ? 'rect' : 'none',
      symbolSize: [40, 2],
      lineStyle: { color: theme.bad, width: 1.5, type: 'dashed' as const },
      itemStyle: { color: theme.bad },
      data: limits.map((limit) => limit ?? '-'),
    },
  ]
}
