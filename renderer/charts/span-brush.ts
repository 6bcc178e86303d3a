import { ref, type Ref } from 'vue'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'

/** The part of a selection that a press on a strip grips. */
export type Grip = 'from' | 'to' | 'move' | 'draw'

const REACH_PX = 6

/** The grip under the pointer, positions in px. Without a chosen span every press draws a new one. */
export function gripAt(x: number, chosen: { from: number; to: number } | null): Grip {
  if (!chosen) return 'draw'
  const toFrom = Math.abs(x - chosen.from)
  const toTo = Math.abs(x - chosen.to)
  if (Math.min(toFrom, toTo) <= REACH_PX) return toFrom < toTo ? 'from' : 'to'
  return x > chosen.from && x < chosen.to ? 'move' : 'draw'
}

/** The span after a drag from one moment to another with this grip: within the limits, never reversed. */
export function brushed(grip: Grip, pressedMs: number, nowMs: number, before: TimeSpan, limits: TimeSpan): TimeSpan {
  const clamp = (ms: number) => Math.round(Math.min(limits.toMs, Math.max(limits.fromMs, ms)))
  const ordered = (a: number, b: number) => ({ fromMs: clamp(Math.min(a, b)), toMs: clamp(Math.max(a, b)) })
  if (grip === 'from') return ordered(nowMs, before.toMs)
  if (grip === 'to') return ordered(before.fromMs, nowMs)
  if (grip === 'draw') return ordered(pressedMs, nowMs)
  const by = Math.min(limits.toMs - before.toMs, Math.max(limits.fromMs - before.fromMs, nowMs - pressedMs))
  return { fromMs: Math.round(before.fromMs + by), toMs: Math.round(before.toMs + by) }
}

export interface SpanBrush {
  /** The span being dragged; null while the pointer is up. */
  draft: Ref<TimeSpan | null>
  down: (event: PointerEvent) => void
  move: (event: PointerEvent) => void
  up: (event: PointerEvent) => void
  cancel: () => void
}

/** Draws, moves and resizes a span with the pointer on a strip of time. `done` gets the span, or null for a press without a drag. */
export function useSpanBrush(
  strip: Ref<HTMLElement | null>,
  limits: () => TimeSpan,
  chosen: () => TimeSpan | null,
  done: (span: TimeSpan | null, atMs: number) => void,
): SpanBrush {
  const draft = ref<TimeSpan | null>(null)
  let held: { grip: Grip; ms: number; x: number; before: TimeSpan; moved: boolean } | null = null

  function read(event: PointerEvent): { x: number; ms: number; width: number } {
    const box = strip.value?.getBoundingClientRect()
    const width = Math.max(1, box?.width ?? 1)
    const x = event.clientX - (box?.left ?? 0)
    const { fromMs, toMs } = limits()
    return { x, width, ms: fromMs + (x / width) * (toMs - fromMs) }
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return
    strip.value?.setPointerCapture(event.pointerId)
    const { x, ms, width } = read(event)
    const { fromMs, toMs } = limits()
    const place = (at: number) => ((at - fromMs) / (toMs - fromMs)) * width
    const now = chosen()
    const grip = gripAt(x, now && { from: place(now.fromMs), to: place(now.toMs) })
    held = { grip, ms, x, before: now ?? limits(), moved: false }
  }

  function move(event: PointerEvent): void {
    if (!held) return
    const { x, ms } = read(event)
    held.moved ||= Math.abs(x - held.x) > 2
    if (held.moved) draft.value = brushed(held.grip, held.ms, ms, held.before, limits())
  }

  function up(event: PointerEvent): void {
    if (!held) return
    done(held.moved ? draft.value : null, read(event).ms)
    cancel()
  }

  function cancel(): void {
    held = null
    draft.value = null
  }

  return { draft, down, move, up, cancel }
}
