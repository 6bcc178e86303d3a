import { computed, ref, watch, type Ref } from 'vue'
import { watchElementSize } from '../../components/element-size.ts'
import { useKeys, useWindowKeys } from '../../components/keys/use-keys.ts'
import { isBoolean, isNumber, kept } from '../../stores/kept.ts'
import { panesBeside, USUAL_ROOM, type Pane, type Room } from './panes-beside.ts'

const USUAL_WIDTHS = { facets: 250, details: 320 }

export interface ListPlace {
  /** The screen's name, under which its panes are remembered. */
  name: string
  /** The place in the list of keys whose keys fold the panes. */
  keys: 'workbench' | 'events' | 'findings' | 'fleet' | 'digest' | 'questions'
  /** The details are folded until somebody asks for them. */
  detailsFolded?: boolean
  /** The widths that the panes have at first, px. */
  widths?: Readonly<Record<Pane, number>>
  room?: Room
}

/**
 * The facets (`[`) and the details of the current row (`]`): beside the table where there is room, else folded; a folded
 * pane opens over the table. The panes that are wanted are remembered, and shown again when the window is wide enough.
 * @param turned told of each pane that somebody shows or hides
 */
export function useSidePanes(
  root: Readonly<Ref<HTMLElement | null>>,
  { name, keys, detailsFolded = false, widths: first = USUAL_WIDTHS, room = USUAL_ROOM }: Readonly<ListPlace>,
  turned: (pane: Pane, shown: boolean) => void,
) {
  const widths = {
    facets: kept(`${name}.facets-width`, first.facets, isNumber),
    details: kept(`${name}.details-width`, first.details, isNumber),
  }
  const wanted = {
    facets: kept(`${name}.facets`, true, isBoolean),
    details: kept(`${name}.details`, !detailsFolded, isBoolean),
  }
  const width = ref(window.innerWidth)
  watchElementSize(root, ({ clientWidth }) => (width.value = clientWidth))
  const beside = computed(() =>
    panesBeside({
      width: width.value,
      wished: { facets: wanted.facets.value, details: wanted.details.value },
      widths: { facets: widths.facets.value, details: widths.details.value },
      room,
    }),
  )
  /** The pane that lies over the table. */
  const over = ref<Pane | null>(null)
  watch(beside, (now) => {
    if (over.value && now[over.value]) over.value = null
  })
  const shown = computed(() => ({
    facets: beside.value.facets || over.value === 'facets',
    details: beside.value.details || over.value === 'details',
  }))

  function turn(pane: Pane): void {
    const show = !shown.value[pane]
    if (over.value === pane) over.value = null
    else {
      wanted[pane].value = show
      if (show) over.value = beside.value[pane] ? null : pane
    }
    turned(pane, show)
  }
  function close(): void {
    if (over.value) turn(over.value)
  }
  /** The details follow the table's row, and stay when it is pressed. */
  function onPress({ target }: PointerEvent): void {
    if (over.value === 'facets' && target instanceof Element && !target.closest('.facets, .panes-button')) close()
  }
  useKeys(keys, { facets: () => turn('facets'), details: () => turn('details') })
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || !over.value || event.defaultPrevented) return
    close()
    event.preventDefault()
  })
  return { widths, beside, shown, turn, onPress }
}
