import { useI18n } from 'vue-i18n'
import { useDirectory } from '../directory.ts'

/** Names of archives: ours for the codes that we know, else the directory's, else the code itself. */
export function useArchiveNames() {
  const { t, te } = useI18n({ useScope: 'global' })
  const directory = useDirectory()
  return {
    archiveName: (code: string, directoryName: string | null = null) =>
      te(`archive.${code}`) ? t(`archive.${code}`) : (directoryName ?? directory.names.get(code) ?? code),
    viewName: (view: string) => (te(`view.${view}`) ? t(`view.${view}`) : view),
  }
}
