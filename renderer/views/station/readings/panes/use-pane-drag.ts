import { onScopeDispose, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { PaneRow } from '../../../../charts/panes/layout.ts'

/** A dragged pane lands above or below another one, or in it. */
export interface PaneDrop {
  key: string
  how: 'before' | 'after' | 'into'
}

const MOVED_PX = 5
/** Part of a row, at its top and at its bottom, in which a pane lands beside it. */
const EDGE_SHARE = 0.3

/** The landing of a drop at this height; null on the dragged pane itself. */
export function dropAt(rows: readonly PaneRow[], dragged: string, y: number): PaneDrop | null {
  const row = rows.find(({ top, height }) => y < top + height) ?? rows.at(-1)
  if (!row || row.pane.key === dragged) return null
  const share = (y - row.top) / row.height
  return { key: row.pane.key, how: share < EDGE_SHARE ? 'before' : share > 1 - EDGE_SHARE ? 'after' : 'into' }
}

/** Drags panes by their names with the pointer; Escape leaves all as it was. */
export function usePaneDrag(
  root: Readonly<Ref<HTMLElement | null>>,
  rows: () => readonly PaneRow[],
  done: (dragged: string, drop: PaneDrop) => void,
): {
  dragged: ShallowRef<string | null>
  drop: ShallowRef<PaneDrop | null>
  down: (key: string, event: PointerEvent) => void
} {
  const dragged = shallowRef<string | null>(null)
  const drop = shallowRef<PaneDrop | null>(null)
  let stop = new AbortController()

  function end(): void {
    stop.abort()
    dragged.value = null
    drop.value = null
  }

  function down(key: string, event: PointerEvent): void {
    if (event.button !== 0) return
    end()
    const { signal } = (stop = new AbortController())
    const startY = event.clientY
    window.addEventListener(
      'pointermove',
      (move) => {
        if (dragged.value === null && Math.abs(move.clientY - startY) < MOVED_PX) return
        dragged.value = key
        drop.value = dropAt(rows(), key, move.clientY - (root.value?.getBoundingClientRect().top ?? 0))
      },
      { signal },
    )
    window.addEventListener(
      'pointerup',
      () => {
        // The click that follows a drag must not open the menu of the name.
        if (dragged.value !== null) window.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
        const target = drop.value
        end()
        if (target) done(key, target)
      },
      { signal },
    )
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && end(), { signal })
  }
  const swallow = (event: Event) => event.stopPropagation()

  onScopeDispose(end)
  return { dragged, drop, down }
}
