import { computed, ref, watch, type Ref } from 'vue'
import { watchElementSize } from '../../components/element-size.ts'
import { useWorkbench } from '../../stores/workbench.ts'
import { panesBeside, type Pane } from './folding.ts'

/**
 * The panes of the workbench: beside the table where there is room, else folded; a folded pane opens over the table.
 * The wanted panes are remembered, and shown again when the window is wide enough.
 */
export function usePanes(root: Readonly<Ref<HTMLElement | null>>) {
  const workbench = useWorkbench()
  const width = ref(window.innerWidth)
  watchElementSize(root, ({ clientWidth }) => (width.value = clientWidth))

  const beside = computed(() =>
    panesBeside({
      width: width.value,
      wished: { tree: workbench.treeOpen, details: workbench.detailsOpen },
      widths: { tree: workbench.treeWidth, details: workbench.detailsWidth },
    }),
  )
  /** The pane that lies over the table. */
  const over = ref<Pane | null>(null)
  watch(beside, (now) => {
    if (over.value && now[over.value]) over.value = null
  })
  const shown = computed(() => ({
    tree: beside.value.tree || over.value === 'tree',
    details: beside.value.details || over.value === 'details',
  }))

  function wish(pane: Pane, open: boolean): void {
    if (pane === 'tree') workbench.treeOpen = open
    else workbench.detailsOpen = open
  }

  /** Shows or hides a pane; true when it is shown then. */
  function toggle(pane: Pane): boolean {
    if (over.value === pane) over.value = null
    else if (beside.value[pane]) wish(pane, false)
    else {
      wish(pane, true)
      over.value = beside.value[pane] ? null : pane
      return true
    }
    return false
  }
  return { beside, over, shown, toggle }
}
