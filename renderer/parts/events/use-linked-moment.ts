import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { momentOf } from '../../views/station/events/address.ts'

/**
 * Other screens link to a log with a time (`at`): the log goes to it, once. New events must not take the reader back.
 * @param busy whether the log's rows are on their way; undefined while there is no log
 */
export function useLinkedMoment(busy: () => boolean | undefined, goTo: (atMs: number) => Promise<void>): void {
  const route = useRoute()
  let wentTo: unknown
  watch(
    () => [route.query['at'], busy()],
    ([at, isBusy]) => {
      if (at === wentTo || isBusy !== false) return
      wentTo = at
      const atMs = momentOf(typeof at === 'string' ? at : null)
      if (atMs !== null) void goTo(atMs)
    },
    { immediate: true },
  )
}
