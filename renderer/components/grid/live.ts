import { watch } from 'vue'
import type { RowSource } from './rows.ts'

/**
 * Calls `changed` when rows came that the user has not asked for: not after another filter or order, which begin anew.
 * @param order what the rows are ordered by, for lists that order themselves
 */
export function onLiveRows<Row>(source: RowSource<Row>, order: () => unknown, changed: () => void): void {
  /** The rows of another filter are on their way: they are no change of those on screen. */
  let isAwaiting = false
  watch([source.version, source.resets, order] as const, ([version, resets, by], [oldVersion, oldResets, oldBy]) => {
    const isOther = resets !== oldResets || by !== oldBy
    const hasCome = version !== oldVersion
    if (isOther) isAwaiting = !hasCome
    else if (isAwaiting) isAwaiting = false
    else changed()
  })
}
