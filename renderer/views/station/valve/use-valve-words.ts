import { useI18n } from 'vue-i18n'
import type { ValveSpan } from '../../../../electron/contract/valve.ts'
import { useFormat } from '../../../stores/words/format.ts'

/** Words for a time in which a valve was shut or open. */
export function useValveWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const state = (span: ValveSpan): string => t(`valve.${span.state}`)
  /** '6 days 2 h'; of what has not ended as long as is known. Empty where nothing is. */
  function lasting({ fromMs, toMs, knownToMs }: ValveSpan): string {
    if (knownToMs <= fromMs) return ''
    const length = format.duration(knownToMs - fromMs)
    return toMs === null ? t('valve.atLeast', { length }) : length
  }
  const until = ({ toMs }: ValveSpan): string => (toMs === null ? t('valve.still') : format.dateTimeSeconds(toMs))
  const sentence = (span: ValveSpan): string =>
    [`${state(span)}: ${t('charts.fromTo', { from: format.dateTime(span.fromMs), to: until(span) })}`, lasting(span)]
      .filter(Boolean)
      .join(', ')
  return { state, lasting, until, sentence }
}
