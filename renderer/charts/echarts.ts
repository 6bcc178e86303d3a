import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use, type ECharts, type EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

/** ECharts with nothing but what Meterbook draws. Axes, tooltips, zoom and cursors are Meterbook's own, so their components stay out. */
use([LineChart, BarChart, ScatterChart, GridComponent, LegendComponent, TitleComponent, CanvasRenderer])

export { init, use }
export type { ECharts }
export type ChartOption = EChartsCoreOption

/** Series, axes and titles that the next option no longer names go away; everything else is merged, and the instance stays. */
export const REPLACE = { replaceMerge: ['series', 'yAxis', 'xAxis', 'grid', 'legend', 'title'] }
