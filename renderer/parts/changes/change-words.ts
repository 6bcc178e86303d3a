import { useI18n } from 'vue-i18n'
import type { ChangeRow } from '../../../electron/contract/findings.ts'
import { useFormat } from '../../stores/words/format.ts'

/** A change in words: what it is about, its values, who says so. */
export function useChangeWords() {
  const { t, te } = useI18n({ useScope: 'global' })
  const format = useFormat()
  /** The role of a setting where it is known; else what the device calls it. */
  const roleName = (role: string): string => (te(`changes.role.${role}`) ? t(`changes.role.${role}`) : role)
  const quantityName = (quantity: string): string => (te(`panes.quantity.${quantity}`) ? t(`panes.quantity.${quantity}`) : quantity)

  const isKnown = (role: string | null): role is string => role !== null && te(`changes.role.${role}`)
  const what = ({ role, quantity, name }: ChangeRow): string =>
    isKnown(role) ? [roleName(role), quantity && quantityName(quantity)].filter(Boolean).join(' · ') : name
  const value = (row: ChangeRow, text: string | null): string => (!text ? t('changes.unknownValue') : format.withUnit(text, row.unit))
  const arrow = (before: string, after: string) => `${before} → ${after}`
  function values(row: ChangeRow): string {
    if (!row.before && !row.after) return row.conversion ? '' : t('changes.noValues')
    return arrow(value(row, row.before), value(row, row.after))
  }
  const conversion = ({ conversion: step }: ChangeRow): string =>
    step ? t('changes.conversion', { values: arrow(format.number(step.before, 4), format.number(step.after, 4)) }) : ''
  /** Two that say the same confirm each other; one alone proves nothing. */
  const isConfirmed = ({ saidBy }: ChangeRow): boolean => saidBy.length >= 2
  const saidBy = (row: ChangeRow): string => row.saidBy.map((who) => t(`changes.by.${who}`)).join(' + ')
  const standing = (row: ChangeRow): string => t(isConfirmed(row) ? 'changes.confirmed' : 'changes.alone')
  const when = ({ fromMs, toMs }: ChangeRow): string =>
    fromMs === toMs ? format.dateTime(fromMs) : t('changes.between', { from: format.date(fromMs), to: format.date(toMs) })

  return { isKnown, roleName, what, values, conversion, isConfirmed, saidBy, standing, when }
}
