import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { Span } from '../../../../electron/contract/records.ts'
import { dayAfterKey } from '../../../charts/calendar.ts'

/** The days selected in the calendar of one archive. `anchor` is where the selection began. */
interface Choice {
  key: string
  anchor: string
  head: string
}

/** Selects days by dragging or with Shift and the arrow keys: in one archive at a time, never after today. */
export function useDayChoice(today: () => string): {
  /** The archive of the selected days and of the cursor. */
  key: ComputedRef<string | null>
  span: ComputedRef<Span | null>
  active: ShallowRef<{ key: string; day: string } | null>
  press: (key: string, day: string, extend: boolean) => void
  drag: (key: string, day: string) => void
  /** True when the key was one of the calendar's. */
  onKey: (key: string, day: string, event: KeyboardEvent) => boolean
  clear: () => void
} {
  const choice = shallowRef<Choice | null>(null)
  const active = shallowRef<{ key: string; day: string } | null>(null)
  const past = (day: string) => (day > today() ? today() : day)

  const span = computed(() => {
    const now = choice.value
    if (!now) return null
    return now.anchor <= now.head ? { from: now.anchor, to: now.head } : { from: now.head, to: now.anchor }
  })

  function extendTo(key: string, day: string): void {
    const now = choice.value
    const anchor = now?.key === key ? now.anchor : active.value?.key === key ? active.value.day : day
    choice.value = { key, anchor: past(anchor), head: past(day) }
  }
  function press(key: string, day: string, extend: boolean): void {
    if (day > today()) return
    if (extend) extendTo(key, day)
    else choice.value = { key, anchor: day, head: day }
    active.value = { key, day }
  }
  function drag(key: string, day: string): void {
    if (choice.value?.key === key) choice.value = { ...choice.value, head: past(day) }
  }
  function onKey(key: string, day: string, event: KeyboardEvent): boolean {
    if (event.key === 'Escape') {
      choice.value = null
      return true
    }
    if (event.key === ' ') {
      press(key, day, event.shiftKey)
      return true
    }
    const next = dayAfterKey(day, event.key)
    if (next === null) return false
    if (event.shiftKey) {
      active.value ??= { key, day }
      extendTo(key, next)
    }
    active.value = { key, day: past(next) }
    return true
  }
  const clear = () => (choice.value = null)
  return { key: computed(() => choice.value?.key ?? null), span, active, press, drag, onKey, clear }
}
