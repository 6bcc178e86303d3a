import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch, type Ref } from 'vue'
import { watchElementSize } from '../../components/element-size.ts'
import { pressed } from '../../components/keys/shortcuts.ts'
import { isBoolean, isNumber, kept } from '../../stores/kept.ts'

/** Narrower, the facets lie over the list, and only while they are used. */
const FACETS_BESIDE_PX = 860
/** What the list and the details need beside each other. */
const DETAILS_BESIDE_PX = 780
const WIDTH_PX = 250

/** A pane beside the list where there is room, else over it when it is asked for. */
function usePane(name: string, beside: Readonly<Ref<boolean>>, first = true) {
  const wanted = kept(name, first, isBoolean)
  const isOver = ref(false)
  const shown = computed(() => (beside.value ? wanted.value : isOver.value))
  watch(beside, () => (isOver.value = false))
  const turn = () => {
    if (beside.value) wanted.value = !wanted.value
    else isOver.value = !isOver.value
  }
  return { beside, shown, isOver, turn }
}

export interface ListPlace {
  /** The screen's name, under which its panes are remembered. */
  name: string
  /** Whose keys fold the panes. */
  keys: 'events' | 'findings' | 'fleet'
  /** The details are folded until somebody asks for them. */
  detailsFolded?: boolean
}

/** The facets (`[`) and the details of the current row (`]`), folded as the panes of the workbench are. */
export function useSidePanes(root: Readonly<Ref<HTMLElement | null>>, { name, keys, detailsFolded = false }: Readonly<ListPlace>) {
  const width = kept(`${name}.facets-width`, WIDTH_PX, isNumber)
  const roomPx = shallowRef(FACETS_BESIDE_PX)
  watchElementSize(root, ({ clientWidth }) => (roomPx.value = clientWidth))
  const facets = usePane(
    `${name}.facets`,
    computed(() => roomPx.value >= FACETS_BESIDE_PX),
  )
  const takenPx = computed(() => (facets.beside.value && facets.shown.value ? width.value : 0))
  const details = usePane(
    `${name}.details`,
    computed(() => roomPx.value - takenPx.value >= DETAILS_BESIDE_PX),
    !detailsFolded,
  )

  function onKeydown(event: KeyboardEvent): void {
    const key = pressed(event, keys)
    const over = [facets, details].find(({ isOver }) => isOver.value)
    if (key === 'facets') facets.turn()
    else if (key === 'details') details.turn()
    else if (event.key === 'Escape' && over && !event.defaultPrevented) over.isOver.value = false
    else return
    event.preventDefault()
  }
  onMounted(() => window.addEventListener('keydown', onKeydown))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown))
  return { width, facets, details }
}
