import { watch } from 'vue'
import { useAddressWords } from '../../address/use-address-state.ts'
import { AT } from '../../places/log.ts'

/**
 * Other screens link to a log with a time (`at`): the log goes to it, once. New events must not take the reader back.
 * @param busy whether the log's rows are on their way; undefined while there is no log
 */
export function useLinkedMoment(busy: () => boolean | undefined, goTo: (atMs: number) => Promise<void>): void {
  const said = useAddressWords(AT)
  let wentTo: number | null = null
  watch(
    () => [said.value.at, busy()] as const,
    ([at, isBusy]) => {
      if (at === wentTo || isBusy !== false) return
      wentTo = at
      if (at !== null) void goTo(at)
    },
    { immediate: true },
  )
}
