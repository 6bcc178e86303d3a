import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ExportDone } from '../../electron/contract/exports.ts'
import type { FileFormat, FileReader } from '../../electron/contract/files.ts'
import { toFailure } from '../client.ts'
import { fileName } from './file-name.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'

/** The formats of a table's export. `plainCsv`: the CSV for programs. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'plainCsv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
const FILES: Readonly<Record<ExportFormat, { format: FileFormat; reader: FileReader }>> = {
  csv: { format: 'csv', reader: 'people' },
  xlsx: { format: 'xlsx', reader: 'people' },
  json: { format: 'json', reader: 'programs' },
  plainCsv: { format: 'csv', reader: 'programs' },
}

/** Exports: a file dialog on the desktop, a download in the browser, and a notice when the file is written. */
export const useExports = defineStore('exports', () => {
  const running = ref(0)
  const busy = computed(() => running.value > 0)
  const notices = useNotices()
  const program = useProgram()

  /** The options that every export takes from the window: its language and time zone. */
  const how = (form: ExportFormat) => ({ ...FILES[form], timeZone: program.timeZone, language: program.language })

  /** Runs one export; true when a file was written, false when the user cancelled or it failed (shown in a notice). */
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

  return { busy, how, run }
})

/** Saves a file that the browser host made, under its name. */
export function fetchByBrowser(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName(name)
  link.click()
}
