import type { Change } from '../../electron/contract/program.ts'
import { useProgram } from './program.ts'
import { throttled } from './throttled.ts'

/**
 * Calls `reload` after changes of the given topics until the surrounding scope ends: at once for another book, else at
 * most once each `everyMs`. With `stationId`, changes of other stations are ignored.
 */
export function onBookChange(
  topics: readonly Change['topic'][],
  reload: (isOtherBook: boolean) => void | Promise<void>,
  { everyMs = 1500, stationId }: { everyMs?: number; stationId?: () => number } = {},
): void {
  const refresh = throttled(() => reload(false), everyMs)
  useProgram().onChange(topics, (change) => {
    if (change.topic === 'book') void reload(true)
    else if (change.stationId === null || !stationId || stationId() === change.stationId) refresh()
  })
}
