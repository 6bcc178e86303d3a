import { onBeforeUnmount, onMounted, shallowReactive } from 'vue'
import { SHORTCUTS, type IdsOf, type Shortcut, type ShortcutPlace } from './shortcuts.ts'

/**
 * Which keys work now, and what each does: whoever listens to the keys of a place says so here. The list of keys (`?`)
 * shows these places first, and the palette offers what they do. A part listens by `useKeys` or `useKeyReader`
 * (use-keys.ts), which both say it; so no key can work and be left out of the list.
 */
export type Acts<Place extends ShortcutPlace> = Partial<Record<IdsOf<Place>, (event: KeyboardEvent) => unknown>>

interface Bound {
  place: ShortcutPlace
  acts: Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>
  seen: () => boolean
}
const bound = shallowReactive(new Set<Bound>())

/**
 * Says that the keys of a place work while this component is on screen.
 * @param acts what the keys do that need no row or cell to stand on: the palette offers these
 * @param seen false while the keys do nothing, because what they move is hidden
 */
export function useKeyPlace<Place extends ShortcutPlace>(place: Place, acts: Acts<Place> = {}, seen: () => boolean = () => true): void {
  const entry: Bound = { place, acts, seen }
  onMounted(() => bound.add(entry))
  onBeforeUnmount(() => bound.delete(entry))
}

/** The places whose keys work now, in the order of SHORTCUTS. */
export function placesNow(): ShortcutPlace[] {
  const now = new Set([...bound].filter(({ seen }) => seen()).map(({ place }) => place))
  return Object.keys(SHORTCUTS).filter((place): place is ShortcutPlace => now.has(place as ShortcutPlace))
}

/** What a key of the screen would do now. */
export interface KeyAction {
  place: ShortcutPlace
  shortcut: Shortcut
  run: () => unknown
}

/** What the keys of the screen do now, each once: of two parts with the same key the one that came last has it. */
export function actionsNow(): KeyAction[] {
  const found = new Map<string, KeyAction>()
  for (const { place, acts, seen } of bound) {
    if (!seen()) continue
    const list: readonly Shortcut[] = SHORTCUTS[place]
    for (const shortcut of list) {
      const act = acts[shortcut.id]
      if (act) found.set(`${place}.${shortcut.id}`, { place, shortcut, run: () => act(new KeyboardEvent('keydown')) })
    }
  }
  return [...found.values()]
}
