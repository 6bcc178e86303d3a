import { useKeyReader, useWindowKeys } from './use-keys.ts'

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
  const isSeen = () => {
    const shown = element()
    return shown?.checkVisibility() === true && !shown.closest('[role=dialog]')
  }
  const spans = ['day', 'week', 'month', 'quarter', 'year', 'all'] as const
  const acts = { earlier: () => step(-1), later: () => step(1), ...Object.fromEntries(spans.map((span) => [span, () => choose(span)])) }
  const pressed = useKeyReader('spans', acts, isSeen)
  useWindowKeys((event) => {
    if (event.defaultPrevented || !isSeen()) return
    const key = pressed(event)
    if (key === null) return
    if (key === 'earlier') step(-1)
    else if (key === 'later') step(1)
    else if (!choose(key)) return
    event.preventDefault()
  })
}
