import type { Device } from './device.ts'
import { FORMER_BASE } from './keys.ts'
import { fromArray, type Listing } from './listing.ts'
import type { DeviceExchange } from './stories.ts'

/** The device that a station had before its exchange. */

/** What its counter showed more than the new one's. */
const COUNTED_M3 = 41_208

export const formerId = ({ index }: DeviceExchange): number => FORMER_BASE + index
export const formerSerial = ({ index }: DeviceExchange): string => String(70_000_000 + index * 6_841).padStart(8, '0')

/** The device that was there before, of the same type. */
export const formerOf = (device: Device, exchange: DeviceExchange): Device => ({
  ...device,
  equipmentId: formerId(exchange),
  firstIndexM3: device.firstIndexM3 + COUNTED_M3,
})

/** The records of a list that are later than a moment. */
export function after<T extends { event_time: number }>(list: Listing<T>, atMs: number): Listing<T> {
  return fromArray([...list].filter(({ event_time: time }) => time * 1000 > atMs))
}
