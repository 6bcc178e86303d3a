import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { useAddressState } from '../../address/use-address-state.ts'
import { isStationSort } from '../../parts/stations/station-sorts.ts'
import { isAboutTable, tableAddress } from '../../places/workbench.ts'
import { useWorkbench } from '../../stores/workbench.ts'

/** The address follows the typing after a pause: a change of it costs more than a keystroke may. */
const PAUSE_MS = 400

/**
 * Keeps what the station table shows in the address, and shows what an address says that leads here. The store keeps it
 * while other screens are shown, too: an address that says nothing of the table leaves it as it is.
 */
export function useTableAddress(): void {
  const route = useRoute()
  const workbench = useWorkbench()
  const address = useAddressState(tableAddress(isStationSort), { quietMs: PAUSE_MS, followed: show })
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

  function show(): void {
    const { value } = address.state
    if (isAboutTable(route.query) && !isSame(value, workbench.state)) workbench.show(value)
  }
  show()
  watch(
    () => workbench.state,
    (state) => {
      if (!isSame(state, address.state.value)) address.change(state)
    },
    { immediate: true },
  )
}
