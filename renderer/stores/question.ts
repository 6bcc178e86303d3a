import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'
import type { Change } from '../../electron/contract/program.ts'
import { askAgain, isAbort, toFailure } from '../client.ts'
import { onBookChange } from './book-changes.ts'

/** An answer of the contract that a view shows; it stays on screen while a newer one is fetched. */
export interface Question<T> {
  data: ShallowRef<T | null>
  failure: Ref<Failure | null>
  /** True until the first answer, and while another is awaited. */
  busy: Ref<boolean>
  /** True while the answer on screen belongs to another question than the one being asked. */
  outdated: Ref<boolean>
  reload: () => Promise<void>
}

/**
 * Asks when `sources` change, and again when one of `topics` changes in the book (of the station, when `stationId` is
 * given). A question that is asked again is cancelled; the last answer stays until the next one.
 */
export function useQuestion<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  options: {
    topics?: readonly Change['topic'][]
    stationId?: () => number
    sources?: () => unknown
    /** The shortest time between two refreshes, ms. */ everyMs?: number
  } = {},
): Question<T> {
  const data = shallowRef<T | null>(null)
  const failure = ref<Failure | null>(null)
  const busy = ref(true)
  let asking: AbortController | null = null
  const outdated = ref(false)

  async function reload(): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    busy.value = true
    try {
      const answer = await askAgain(() => ask(mine.signal))
      if (mine.signal.aborted) return
      data.value = answer
      outdated.value = false
      failure.value = null
    } catch (error) {
      if (mine.signal.aborted || isAbort(error)) return
      if (outdated.value) data.value = null
      failure.value = toFailure(error)
    } finally {
      if (asking === mine) busy.value = false
    }
  }

  watch(
    () => options.sources?.(),
    () => {
      outdated.value = true
      void reload()
    },
    { immediate: true, deep: true },
  )
  if (options.topics) {
    const { everyMs = 1000, stationId } = options
    const again = (isOtherBook: boolean) => {
      outdated.value ||= isOtherBook
      return reload()
    }
    onBookChange(options.topics, again, stationId ? { everyMs, stationId } : { everyMs })
  }
  onScopeDispose(() => asking?.abort())
  return { data, failure, busy, outdated, reload }
}
