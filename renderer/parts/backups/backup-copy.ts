import { useI18n } from 'vue-i18n'
import { client } from '../../client.ts'
import { fetchByBrowser } from '../../stores/exports.ts'
import { useFormat } from '../../stores/words/format.ts'

/** Saves a copy of a backup where the host asks for it. Resolves to how that is worded; null: the user changed their mind. */
export function useBackupCopy() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  return async (asked: Parameters<typeof client.backups.saveCopy>[0]): Promise<(() => string) | null> => {
    const done = await client.backups.saveCopy(asked)
    if (done && done.href !== null) fetchByBrowser(done.href, done.file)
    return done && (() => t('backups.saved', { file: done.file, size: format.bytes(done.bytes) }))
  }
}
