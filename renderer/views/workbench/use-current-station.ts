import { nextTick, onScopeDispose, ref, watch } from 'vue'
import type { StationRow } from '../../../electron/contract/stations.ts'
import type { RowSource } from '../../components/grid/rows.ts'
import { useWorkbench } from '../../stores/workbench.ts'

/** Typing pauses so long before another station is shown beside the table. */
const PAUSE_MS = 250

/**
 * Which station of the table is the current one, whose details stand beside it.
 * @param goTo scrolls the table to a row
 * @returns what a move of the table's cursor calls
 */
export function useCurrentStation(source: RowSource<StationRow>, goTo: (row: number) => void) {
  const workbench = useWorkbench()

  // The first station is the current one at the start, so that the details show something; later its row is kept up to date.
  watch(source.version, () => {
    const row = source.at(workbench.row)
    if (row && row.id === workbench.current?.id) workbench.current = row
    else workbench.current ??= source.at(0) ?? null
  })
  // Coming back to the table scrolls to the row where it was left.
  const returnTo = workbench.row
  watch(source.version, () => void (returnTo > 0 && nextTick(() => goTo(returnTo))), { once: true })

  // With another filter or order the first row becomes the current one, once the typing pauses and its rows have come.
  let pause: ReturnType<typeof setTimeout> | undefined
  const isFirstDue = ref(false)
  watch(source.resets, () => {
    workbench.row = 0
    isFirstDue.value = false
    clearTimeout(pause)
    pause = setTimeout(() => (isFirstDue.value = true), PAUSE_MS)
  })
  watch([isFirstDue, source.busy], ([due, busy]) => {
    if (!due || busy) return
    isFirstDue.value = false
    if (workbench.row === 0) workbench.current = source.at(0) ?? workbench.current
  })
  onScopeDispose(() => clearTimeout(pause))

  return (row: StationRow, index: number): void => {
    workbench.current = row
    workbench.row = index
  }
}
