import type { ReadingView } from '../../../../electron/contract/records.ts'
import { gasDaysOf, recordsOf, type GasClock, type TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import type { ReadingsMode } from '../../../places/readings.ts'

/** What the readings tab shows. */
export interface ShownReadings {
  stationId: number
  archiveType: string
  archiveTypeName: string | null
  view: ReadingView
  span: TimeSpan
  /** How the archive's days are counted. */
  gas: GasClock
  mode: ReadingsMode
  /** Codes of the channels that are shown, in their order. */
  channels: readonly string[]
  /** One of the devices that the station had; null: all. */
  device: number | null
  /** The newest first. */
  desc: boolean
  /** Code of the channel that is summed; null where none can be. */
  summed: string | null
}

/** The records of a file 'as shown', for whomever it is: these channels of this device in this span and order. */
export function recordsAsShown(now: ShownReadings) {
  const { stationId, archiveType, view, span, channels, device, desc } = now
  return {
    stationIds: [stationId],
    archiveTypes: [archiveType],
    view,
    ...(channels.length > 0 && { channels: [...channels] }),
    ...(device !== null && { equipmentId: device }),
    desc,
    ...daysOf(now),
    ...recordsOf(span),
  }
}

/** The gas days that are shown, for the file's name. */
export function daysOf({ span, gas }: ShownReadings): { from: string; to: string } {
  const [from, to] = gasDaysOf(span, gas)
  return { from, to }
}
