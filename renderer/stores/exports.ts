import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ExportDone } from '../../electron/contract/exports.ts'
import { toFailure } from '../client.ts'
import { useNotices } from './notices.ts'

/** What a table can be exported as. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Files made from the book: the host's dialog on the desktop, a download in the browser, and a quiet word when done. */
export const useExports = defineStore('exports', () => {
  const running = ref(0)
  const busy = computed(() => running.value > 0)
  const notices = useNotices()

  /** Runs one export; true when a file was made, false when the user changed their mind or it failed (said in a notice). */
  async function run(make: () => Promise<ExportDone>): Promise<boolean> {
    running.value++
    try {
      const done = await make()
      if (!done) return false
      if (done.href !== null) fetchByBrowser(done.href, done.file)
      notices.add({ kind: 'exported', file: done.file, rows: done.rows, bytes: done.bytes, local: done.href === null })
      return true
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
      return false
    } finally {
      running.value--
    }
  }

  return { busy, run }
})

/** Saves a file that the browser host made, under its name. */
export function fetchByBrowser(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name.split(/[\\/]/).at(-1) ?? name
  link.click()
}
