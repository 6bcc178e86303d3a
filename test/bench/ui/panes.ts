import type { BenchOptions, Figure } from '../measure.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { besideECharts, type Opened } from './readings.ts'

/** A year of hours: bands, as nine records fall on a pixel. */
const YEAR: Opened = { row: 'panes.drawn', hours: 365 * 24 }

/** As readings.ts, with a year in view. */
export const openPanes = (application: Application, stationId: number, wire: Wire, options: BenchOptions<'ui'>): Promise<Figure<'ui'>> =>
  besideECharts(application, stationId, wire, options, YEAR)
