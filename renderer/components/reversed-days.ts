import { ref, type Ref } from 'vue'

/**
 * A date range picker drops a typed span that ends before it begins without a word. Give `look` the `input` events of
 * the element around the picker: `reversed` is true while, and after, such a span was typed, until another is.
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

/** `31/12/2026` or `31.12.2026`, as both languages write days, as `yyyy-mm-dd`; null while it is not whole. */
function dayTyped(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\D(\d\d)\D(\d{4})$/.exec(text.trim()) ?? []
  return day && month && year ? `${year}-${month}-${day}` : null
}
