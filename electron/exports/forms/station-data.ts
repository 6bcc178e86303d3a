import type { StationData } from '../../analysis/kernel/data.ts'
import { sharedGround } from '../../analysis/station/load/ground.ts'
import { loadLife } from '../../analysis/station/load/load.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import type { FormSource } from './content.ts'
import { unlessStopped } from './stopped.ts'

/**
 * A station as the rules see it, with the devices that it had before.
 * @param range readings of this time alone; events and settings are read whole in any case
 * @throws MeterbookError CANCELLED, NO_SUCH_STATION
 */
export async function stationData({ book, usual, nowMs, signal }: FormSource, stationId: number, range?: TimeSpan): Promise<StationData> {
  await unlessStopped(signal)
  const data = loadLife(book, stationId, nowMs, { usual, ground: sharedGround(book, usual), ...(range && { range }) })
  if (!data) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
  return data
}
