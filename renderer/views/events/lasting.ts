import { useI18n } from 'vue-i18n'
import type { LogRow } from '../../../electron/contract/all-events.ts'
import { useFormat } from '../../stores/words/format.ts'

/** The words for an event's situation: how long it lasted, and when it ended or began. */
export function useLasting() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()

  /** The cell: a duration where the event begins a situation, a word where it is another part of one. */
  function lasting({ situation, atMs }: LogRow): string {
    switch (situation?.part) {
      case 'begin':
        return format.duration((situation.otherMs ?? atMs) - atMs)
      case 'open':
        return t('all-events.open')
      case 'end':
        return t('all-events.ended')
      case 'again':
        return t('all-events.again')
      case 'endOnly':
        return t('all-events.endOnly')
      default:
        return ''
    }
  }

  /** Says how long it lasted as a sentence, with the time of the other event of the pair. */
  function lastingWhole(row: LogRow): string {
    const { situation, atMs } = row
    const other = situation?.otherMs ?? null
    if (situation?.part === 'begin' && other !== null)
      return t('all-events.endedAt', { time: format.exact(other), lasted: format.duration(other - atMs) })
    if (situation?.part === 'end' && other !== null)
      return t('all-events.begunAt', { time: format.exact(other), lasted: format.duration(atMs - other) })
    if (situation?.part === 'open') return t('all-events.openHint')
    if (situation?.part === 'again') return t('all-events.againHint')
    if (situation?.part === 'endOnly') return t('all-events.endOnlyHint')
    return ''
  }
  return { lasting, lastingWhole }
}
