import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch, type Ref } from 'vue'
import { watchElementSize } from '../../components/element-size.ts'
import { pressed } from '../../components/keys/shortcuts.ts'
import { isBoolean, isNumber, kept } from '../../stores/kept.ts'

/** Narrower, the facets lie over the log, and only while they are used. */
const BESIDE_PX = 860
const WIDTH_PX = 250

/** The pane with the facets: beside the log where there is room, and folded with `[` as the workbench's tree is. */
export function useFacetPane(root: Readonly<Ref<HTMLElement | null>>) {
  const width = kept('all-events.facets-width', WIDTH_PX, isNumber)
  const wanted = kept('all-events.facets', true, isBoolean)
  const isOver = ref(false)
  const roomPx = shallowRef(BESIDE_PX)
  const beside = computed(() => roomPx.value >= BESIDE_PX)
  const shown = computed(() => (beside.value ? wanted.value : isOver.value))
  watchElementSize(root, ({ clientWidth }) => (roomPx.value = clientWidth))
  watch(beside, () => (isOver.value = false))

  function turn(): void {
    if (beside.value) wanted.value = !wanted.value
    else isOver.value = !isOver.value
  }
  function onKeydown(event: KeyboardEvent): void {
    if (pressed(event, 'events') === 'facets') turn()
    else if (event.key === 'Escape' && isOver.value && !event.defaultPrevented) isOver.value = false
    else return
    event.preventDefault()
  }
  onMounted(() => window.addEventListener('keydown', onKeydown))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown))
  return { width, beside, shown, turn }
}
