import { useI18n } from 'vue-i18n'
import { MESSAGE_ROLES, SETTING_ROLES, type MessageRole, type SettingRole } from '../../../../electron/contract/meaning.ts'
import type { MeaningRow } from '../../../../electron/contract/meanings.ts'

const isSettingRole = (role: string): role is SettingRole => (SETTING_ROLES as readonly string[]).includes(role)
const isMessageRole = (role: string): role is MessageRole => (MESSAGE_ROLES as readonly string[]).includes(role)

/** Recognised by a row of the table or by the user: also where no rule asks for it. */
export const isRecognised = ({ pattern, corrected }: MeaningRow): boolean => pattern !== null || corrected

/** Words for a meaning. */
export function useMeaningWords() {
  const { t } = useI18n({ useScope: 'global' })

  function meaningWords(row: MeaningRow): string {
    const { meant, meaning } = row
    const { role, quantity, basis } = meaning
    if (!isRecognised(row)) return t('meanings.unknown')
    if (meant === 'channel') {
      if (quantity === null || quantity === 'other') return t('meanings.notAsked')
      const name = t(`panes.quantity.${quantity}`)
      return basis === null ? name : `${name} (${t(`meanings.basisOf.${basis}`).toLowerCase()})`
    }
    if (role === null || role === 'none') return t('meanings.notAsked')
    const isSetting = meant === 'setting' && isSettingRole(role)
    const name = isSetting ? t(`meanings.settingRole.${role}`) : isMessageRole(role) ? t(`meanings.messageRole.${role}`) : ''
    return quantity === null ? name : `${name}: ${t(`panes.quantity.${quantity}`).toLowerCase()}`
  }
  return { meaningWords }
}
