import type { BenchOptions, Row } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { besideECharts, type Opened } from './readings.ts'

/** A year of hours: bands, as nine records fall on a pixel. */
const YEAR: Opened = { row: '(f) panes of a year hourly × 6 channels', hours: 365 * 24 }

/** As row (a), with a year in view. */
export const openPanes = (application: Application, stationId: number, wire: Wire, options: BenchOptions): Promise<Row> =>
  besideECharts(application, stationId, wire, options, YEAR)
