import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'
import type { Work } from '../../electron/contract/works.ts'
import { client, follow, isAbort, toFailure } from '../client.ts'
import { useNotices } from './notices.ts'

/** Work that is over within this time is never shown, ms: it would only flicker. */
const SHOWN_AFTER_MS = 500

/** Long work that makes files: what is going on, in any window of this program, and an end to it. */
export const useWorks = defineStore('works', () => {
  const all = shallowRef<readonly Work[]>([])
  /** Ids of work that has lasted long enough to be shown. */
  const lasting = ref<ReadonlySet<number>>(new Set())
  const shown = computed(() => all.value.filter(({ id }) => lasting.value.has(id)))

  follow(
    (signal) => client.works.running(undefined, { signal }),
    (next) => {
      const known = new Set(all.value.map(({ id }) => id))
      all.value = next
      for (const { id } of next) if (!known.has(id)) setTimeout(() => (lasting.value = new Set([...lasting.value, id])), SHOWN_AFTER_MS)
      const running = new Set(next.map(({ id }) => id))
      if ([...lasting.value].some((id) => !running.has(id))) lasting.value = new Set([...lasting.value].filter((id) => running.has(id)))
    },
  )

  async function cancel(id: number): Promise<void> {
    await client.works.cancel({ id })
  }

  return { all, shown, cancel }
})

/** How far work is; done to the whole only when it is over. Undefined: nobody knows of how much. */
export const farOf = ({ done, total }: Pick<Work, 'done' | 'total'>): number | undefined =>
  total !== null && total > 0 ? Math.min(0.99, done / total) : undefined

/** A failure that is the user's own wish is said as such. */
export function sayFailure(failure: Failure): void {
  const notices = useNotices()
  if (failure.code === 'CANCELLED') notices.add({ kind: 'done', key: 'works.cancelled' })
  else notices.add({ kind: 'failure', failure })
}

/**
 * What a part of a screen says itself of long work that failed; null: who asked has given up, or the work was ended where all
 * long work is shown, and that is said there.
 */
export function ownFailure(error: unknown): Failure | null {
  if (isAbort(error)) return null
  const failure = toFailure(error)
  if (failure.code !== 'CANCELLED') return failure
  sayFailure(failure)
  return null
}
