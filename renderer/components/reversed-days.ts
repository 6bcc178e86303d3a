import { ref, type Ref } from 'vue'

/**
 * The date range picker silently drops a typed span that ends before it begins. Pass the `input` events of the
 * surrounding element to `look`: `reversed` is true from when such a span was typed until another one is.
 */
export function useReversedDays(): { reversed: Ref<boolean>; look: (event: Event) => void; forget: () => void } {
  const reversed = ref(false)
  return {
    reversed,
    look: (event) => {
      if (!(event.currentTarget instanceof HTMLElement)) return
      const typed = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.el-range-input')]
      const [from, to] = typed.map((input) => dayTyped(input.value))
      reversed.value = Boolean(from && to && from > to)
    },
    forget: () => (reversed.value = false),
  }
}

/** Turns a day as the two languages write it (`31/12/2026`, `31.12.2026`) into `yyyy-mm-dd`; null while it is incomplete. */
function dayTyped(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\D(\d\d)\D(\d{4})$/.exec(text.trim()) ?? []
  return day && month && year ? `${year}-${month}-${day}` : null
}
