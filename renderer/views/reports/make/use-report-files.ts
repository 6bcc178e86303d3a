import { computed } from 'vue'
import type { FormChoice } from '../../../../electron/contract/forms.ts'
import type { ReportFiles, ReportFormat } from '../../../../electron/contract/form-words.ts'
import { client } from '../../../client.ts'
import { useExports } from '../../../stores/exports.ts'
import { useNotices } from '../../../stores/notices.ts'

/** Saves a report as PDF, as a spreadsheet or as evidence. @param whole the choice; null while it cannot be made */
export function useReportFiles(whole: () => FormChoice | null, files: () => ReportFiles) {
  const exports_ = useExports()
  const notices = useNotices()
  const canSave = computed(() => whole() !== null && !exports_.busy)

  function save(as: ReportFormat): void {
    const choice = whole()
    if (choice && canSave.value) void exports_.run(() => client.forms.save({ ...choice, format: as, files: files() }))
  }
  /** The first signature makes the key. */
  function saveEvidence(sign: boolean): void {
    const choice = whole()
    if (!choice || !canSave.value) return
    void exports_.run(async () => {
      if (sign && (await client.evidence.keys()).publicKey === null) {
        const { remembered } = await client.evidence.makeKey()
        notices.add({ kind: 'done', key: remembered ? 'reports.keyMade' : 'reports.keyMadeForNow' })
      }
      return client.evidence.save({ ...choice, sign })
    })
  }
  return { canSave, save, saveEvidence }
}
