import { computed, type ComputedRef } from 'vue'
import type { TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import type { ChartOption } from '../../../../charts/echarts.ts'
import type { Lane } from '../../../../charts/lanes.ts'
import { channelLook } from '../../../../charts/palette.ts'
import { bandOf, isCrowded } from '../../../../charts/panes/band.ts'
import type { PaneLayout } from '../../../../charts/panes/layout.ts'
import { paneOption, type DrawnChannel } from '../../../../charts/panes/pane-option.ts'
import { useChartTheme } from '../../../../charts/theme.ts'
import { thinChannel } from '../../../../charts/thin.ts'
import { useFormat } from '../../../../stores/words/format.ts'
import type { Series } from '../use-series.ts'
import type { PlacedPane } from './use-pane-layout.ts'

/** The drawing of the panes as an option of ECharts; null until the chart has a size. */
export function usePaneOption(
  // A getter each: marks that come must not thin the records anew.
  shown: { series: () => Series; span: () => TimeSpan; lanes: () => readonly (readonly Lane[])[] },
  layout: () => PaneLayout | null,
  placed: () => readonly PlacedPane[],
): ComputedRef<ChartOption | null> {
  const format = useFormat()
  const theme = useChartTheme()
  const width = computed(() => layout()?.plot.width ?? 0)
  /** As one text: a change of the folds or of heights alone needs no thinning. */
  const places = computed(() =>
    placed()
      .flatMap(({ axes }) => axes.flatMap(({ channels }) => channels))
      .join(' '),
  )
  const thinned = computed(() => {
    const [series, span] = [shown.series(), shown.span()]
    const { times, values } = series.broken
    if (width.value === 0 || places.value === '') return new Map<number, DrawnChannel['data']>()
    const crowded = isCrowded(series.columns.times, span, width.value)
    const pixels = Math.ceil(width.value * window.devicePixelRatio)
    return new Map(
      places.value.split(' ').map((text) => {
        const column = values[Number(text)] ?? new Float64Array(times.length).fill(NaN)
        const data = crowded ? { band: bandOf(times, column, span, width.value) } : { points: thinChannel(times, column, span, pixels) }
        return [Number(text), data]
      }),
    )
  })
  function drawn(channels: readonly number[]): DrawnChannel[] {
    return channels.flatMap((place) => {
      const data = thinned.value.get(place)
      const name = shown.series().channels[place]?.channelVarname
      return data && name !== undefined ? { name, look: channelLook(place, theme.value.dark), data } : []
    })
  }
  return computed(() => {
    const area = layout()
    if (!area) return null
    return paneOption({
      layout: area,
      panes: placed().map(({ row, axes }) => ({
        row,
        axes: axes.map((axis) => ({ ...axis, drawn: drawn(axis.channels) })),
      })),
      lanes: shown.lanes(),
      span: shown.span(),
      theme: theme.value,
      locale: format.locale.value,
      zone: format.zone.value,
      number: (value) => format.number(value, 8),
    })
  })
}
