import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, LineChart, GridComponent, SVGRenderer])

/** A chart as an SVG, without a screen. Its letters are those of the paper. */
export function chartSvg(option: EChartsCoreOption, { width, height }: { width: number; height: number }): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'Roboto' }, ...option })
    return chart.renderToSVGString()
  } finally {
    // Without it Node never ends.
    chart.dispose()
  }
}
