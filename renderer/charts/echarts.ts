import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use, type ECharts, type EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

/** Only the parts of ECharts that are drawn with: tooltips, zoom and cursors are Meterbook's own, so their components stay out of the bundle. */
use([LineChart, BarChart, CustomChart, ScatterChart, GridComponent, LegendComponent, TitleComponent, CanvasRenderer])

export { init, use }
export type { ECharts }
export type ChartOption = EChartsCoreOption

/** Merge options under which series, axes and titles that the next option does not name are removed. */
export const REPLACE = { replaceMerge: ['series', 'yAxis', 'xAxis', 'grid', 'legend', 'title'] }
