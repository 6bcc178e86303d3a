import { nextTick } from 'vue'
import { useRouter } from 'vue-router'

/**
 * Moves the focus after a change of address. On a new page it goes to what the page itself focuses (its table, its first
 * field), else to the heading, where a screen reader and the Tab key begin. Within a page it stays where it is; when the
 * focused element is gone, it goes to the link of the tab that is shown.
 * @param placeOf names the page that the current address shows
 */
export function useArrivalFocus(placeOf: () => string): void {
  const router = useRouter()
  let place = placeOf()
  router.afterEach(async () => {
    await nextTick()
    const before = place
    place = placeOf()
    const main = document.querySelector<HTMLElement>('main')
    const focused = document.activeElement
    if (!main || (focused && focused !== document.body && focused.closest('dialog[open], [aria-modal=true]'))) return
    const isLost = focused === null || focused === document.body
    const heading = main.querySelector<HTMLElement>('h1')
    if (place !== before && !main.contains(focused)) arriveAt(heading ?? main)
    else if (isLost) arriveAt(main.querySelector<HTMLElement>('[aria-current=page]') ?? heading ?? main)
  })
}

/** Headings can be focused from here only, not with the Tab key. */
function arriveAt(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
