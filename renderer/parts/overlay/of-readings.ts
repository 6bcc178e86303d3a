import { quantityOf } from '../../../electron/contract/quantities.ts'
import type { ChannelInfo } from '../../../electron/contract/readings.ts'
import type { ReadingView } from '../../../electron/contract/records.ts'
import { addDays } from '../../../electron/contract/time/day.ts'
import { gasDaysOf, type GasClock, type TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { overlayAt } from '../../places/overlay.ts'

/** The overlay that a station's readings lead to: what they show, over the same days of earlier years. */
export function overlayOfReadings({
  stationId,
  archiveType,
  view,
  channel,
  counts,
  span,
  gas,
  daily,
}: {
  stationId: number
  archiveType: string
  view: ReadingView
  /** As it was sent. */
  channel: ChannelInfo
  /** It is a counter, as its values say. */
  counts: boolean
  span: TimeSpan | null
  gas: GasClock
  /** Sums are shown: a point a gas day. */
  daily: boolean
}) {
  const days = span && gasDaysOf(span, gas)
  return overlayAt({
    stations: [stationId],
    archive: archiveType,
    view,
    quantity: quantityOf(channel, counts),
    channel: channel.channelVarname,
    points: daily ? 'day' : 'record',
    ...(days && lastYearOf(days)),
  })
}

/** Spans that repeat every year are no longer than one: the last of what is shown. */
const DAYS_OF_A_YEAR = 365
function lastYearOf([from, to]: [string, string]): { from: string; to: string } {
  const first = addDays(to, 1 - DAYS_OF_A_YEAR)
  return { from: from > first ? from : first, to }
}
