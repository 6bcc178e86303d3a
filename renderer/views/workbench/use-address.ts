import { onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useLeaving } from '../../address/leaving.ts'
import { useWorkbench } from '../../stores/workbench.ts'
import { isAboutTable, queryOf, stateIn } from '../../places/workbench.ts'

/** The address follows the typing after a pause: a change of it costs more than a keystroke may. */
const PAUSE_MS = 400

/** Keeps what the station table shows in the address, and shows what an address says that leads here. */
export function useTableAddress(isSort: (by: string) => boolean): void {
  const route = useRoute()
  const router = useRouter()
  const workbench = useWorkbench()
  const leaving = useLeaving()
  let pause: ReturnType<typeof setTimeout> | undefined
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  /** The state as its address would be read again. */
  const asQuery = () => router.resolve({ name: 'workbench', query: queryOf(workbench.state) }).query
  const written = () => stateIn(route.query, isSort)

  watch(
    () => route.query,
    (query) => {
      if (route.name === 'workbench' && isAboutTable(query) && !isSame(written(), stateIn(asQuery(), isSort))) workbench.show(written())
    },
    { immediate: true },
  )

  function write(): void {
    if (route.name !== 'workbench' || leaving() || isSame(written(), stateIn(asQuery(), isSort))) return
    void router.replace({ query: queryOf(workbench.state, route.query) })
  }
  watch(
    () => workbench.state,
    () => {
      clearTimeout(pause)
      pause = setTimeout(write, PAUSE_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(pause))
}
