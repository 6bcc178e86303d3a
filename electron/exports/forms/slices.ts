import { inSlices } from '../../analysis/judge/slices.ts'
import { MeterbookError } from '../../contract/errors.ts'

/**
 * Does work some milliseconds at a time, and no more of it once it is stopped.
 * @throws MeterbookError CANCELLED
 */
export async function untilStopped<T>(steps: Generator<unknown, T>, signal: AbortSignal | undefined): Promise<T> {
  const result = await inSlices(steps, { goesOn: () => signal?.aborted !== true })
  if (signal?.aborted) throw new MeterbookError('CANCELLED')
  return result as T
}
