import { isCancelled, isLaneLost, isOffline, isRateLimited, ServiceError } from '../service/errors.ts'
import type { Lane } from '../service/lane.ts'
import { operations } from '../service/operations.ts'
import type { OpenTask } from './open-task.ts'
import type { Cursor } from './target.ts'

/** A chunk stays without an answer so often, while another question gets one, before it is given up and the rest goes on. */
const MOST_TIMES = 3

/** A pause that the service asks for is not broken by another question where it is longer, ms. */
const SHORT_PAUSE_MS = 120_000

/** Tells a chunk that is never answered from a line that is away. */
export function createUnanswered() {
  const times = new Map<string, number>()
  return {
    /** Whether the service answers another question, now that this one has used up its attempts. Throws where the lane is lost. */
    async isLineSound(lane: Lane, { target }: OpenTask, error: unknown, signal: AbortSignal): Promise<boolean> {
      if (!(error instanceof ServiceError) || Number(error.data['retryAfterMs'] ?? 0) > SHORT_PAUSE_MS) return false
      const other = target.kind === 'equipment_types' ? operations.energies : operations.equipmentTypes
      try {
        await lane.call<unknown>(other({ page: 1 }), { signal, retries: 0 })
        return true
      } catch (caught) {
        if (isLaneLost(caught) || !(caught instanceof ServiceError)) throw caught
        return !isOffline(caught) && !isRateLimited(caught) && !isCancelled(caught)
      }
    },
    /** Counts once more; true when that is enough. */
    isEnough({ id }: OpenTask, { span, page }: Cursor): boolean {
      const key = [id, span?.from, span?.to, page].join(' ')
      const now = (times.get(key) ?? 0) + 1
      times.set(key, now)
      return now >= MOST_TIMES
    },
  }
}
