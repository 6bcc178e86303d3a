import type { StationData } from '../../analysis/kernel/data.ts'
import { inSlices } from '../../analysis/judge/slices.ts'
import { sharedGround } from '../../analysis/station/load/ground.ts'
import { loading } from '../../analysis/station/load/load.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import type { FormSource } from './content.ts'

/**
 * A station as the rules see it, read some milliseconds at a time.
 * @param range readings of this time alone; events and settings are read whole in any case
 * @throws MeterbookError CANCELLED, NO_SUCH_STATION
 */
export async function stationData({ book, usual, nowMs, signal }: FormSource, stationId: number, range?: TimeSpan): Promise<StationData> {
  const steps = loading(book, stationId, nowMs, { usual, ground: sharedGround(book, usual), ...(range && { range }) })
  const data = await inSlices(steps, { goesOn: () => signal?.aborted !== true })
  if (signal?.aborted) throw new MeterbookError('CANCELLED')
  if (!data) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
  return data
}
