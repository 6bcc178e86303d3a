import { pressed } from './shortcuts.ts'
import { useWindowKeys } from './use-keys.ts'

/** Handlers for the keys of a span of time; each answers false where its key means nothing here. */
export interface SpanKeys {
  step: (direction: 1 | -1) => void
  choose: (name: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'all') => boolean
}

/**
 * Handles the keys of spans (shortcuts.ts) anywhere on the screen, while the span's element is seen there. A dialog has
 * keys of its own, and one that was closed may still exist unseen.
 */
export function useSpanKeys(element: () => HTMLElement | null, { step, choose }: SpanKeys): void {
  useWindowKeys((event) => {
    const shown = element()
    if (event.defaultPrevented || !shown?.checkVisibility() || shown.closest('[role=dialog]')) return
    const key = pressed(event, 'spans')
    if (key === null) return
    if (key === 'earlier') step(-1)
    else if (key === 'later') step(1)
    else if (!choose(key)) return
    event.preventDefault()
  })
}
