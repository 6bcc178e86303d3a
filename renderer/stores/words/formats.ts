import { useI18n } from 'vue-i18n'
import { FORMATS } from '../../../electron/contract/files.ts'
import { formOf, type ExportName } from '../exports.ts'

/** What the window calls the formats of files: by their names, and the plain ones by what they are for. */
export function useFormatNames() {
  const { t } = useI18n({ useScope: 'global' })
  return {
    formatName(name: ExportName): string {
      const { format } = formOf(name)
      return name === format ? FORMATS[format].label : t('export.plain', { format: FORMATS[format].label })
    },
  }
}
