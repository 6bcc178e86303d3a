import type { Book, StationRow } from '../../../book/index.ts'
import type { ChartedLimits } from '../../../contract/limits.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { toldBy } from '../../station/load/consumption.ts'
import { sharedGround } from '../../station/load/ground.ts'

/**
 * What the charts of a station draw of its own limits, and the channels of which they speak: those that its consumption is
 * counted from. Those of its consumer are about all of its stations, and no chart shows them together. Reads no records, but
 * where only values tell what a channel is.
 */
export function limitsOnCharts(book: Book, station: StationRow, usual: GasClock): ChartedLimits {
  const ground = sharedGround(book, usual)
  const { zone, contractHour } = ground.gasOf(station.id)
  return {
    timeZone: zone,
    contractHour,
    limits: book.limits.of('station', station.id).map(({ period, fromDay, toDay, m3 }) => ({ period, fromDay, toDay, m3 })),
    told: toldBy(book, station, ground),
  }
}
