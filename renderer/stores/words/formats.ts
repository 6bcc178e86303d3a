import { useI18n } from 'vue-i18n'
import { FORMATS } from '../../../electron/contract/files.ts'
import { formOf, type ExportName } from '../exports.ts'

/** The window calls formats of files by their names, and the plain ones by their purpose. */
export function useFormatNames() {
  const { t } = useI18n({ useScope: 'global' })
  return {
    formatName(name: ExportName): string {
      const { format } = formOf(name)
      return name === format ? FORMATS[format].label : t('export.plain', { format: FORMATS[format].label })
    },
  }
}
