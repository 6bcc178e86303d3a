import { nextTick } from 'vue'
import { useRouter } from 'vue-router'

/**
 * Where the keyboard is after a change of address. A new page takes it along: to what the page itself puts it on (its
 * table, its first field), else to its heading, where reading and the Tab key begin. Within a page it stays where it
 * is; when what had it is gone, it goes to the link of the part that is shown.
 * @param placeOf names the page that an address shows
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

/** Headings take the focus from here only, not from the Tab key. */
function arriveAt(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
