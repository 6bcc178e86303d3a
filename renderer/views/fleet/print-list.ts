import { nextTick, onScopeDispose, shallowRef } from 'vue'
import type { VisitRow } from '../../../electron/contract/fleet.ts'

/** What is on its way to paper; null while nothing is printed. */
export interface Printed {
  rows: readonly VisitRow[]
  printedAtMs: number
}

/** Prints a visit list: the sheet is made, the host's dialog opens, and the sheet goes when the dialog is closed. */
export function usePrinting() {
  const sheet = shallowRef<Printed | null>(null)
  const clear = () => (sheet.value = null)
  window.addEventListener('afterprint', clear)
  onScopeDispose(() => window.removeEventListener('afterprint', clear))
  return {
    sheet,
    async print(rows: readonly VisitRow[]): Promise<void> {
      sheet.value = { rows, printedAtMs: Date.now() }
      await nextTick()
      window.print()
    },
  }
}
