import { setImmediate as breath } from 'node:timers/promises'
import { MeterbookError } from '../../contract/errors.ts'

/**
 * Hears whether the work is to end: no message arrives while a thread computes.
 * @throws MeterbookError CANCELLED
 */
export async function unlessStopped(signal: AbortSignal | undefined): Promise<void> {
  await breath()
  if (signal?.aborted) throw new MeterbookError('CANCELLED')
}
