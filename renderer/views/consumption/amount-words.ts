import { useI18n } from 'vue-i18n'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import { hoursIn, hoursTold } from '../../../electron/contract/known-hours.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { useGasWords } from '../../parts/amounts/use-gas-words.ts'
import { useFormat } from '../../stores/words/format.ts'

/** Something is missing from the number: hours, stations, or all of it. */
export const isIncomplete = ({ m3, unknown, stations, stationsAll }: ConsumptionAmount): boolean =>
  m3 === null || unknown > 0 || stations < stationsAll

/** Hours of the period are in no number: it is not over, or the archive of a station begins within it. */
export const isShort = (amount: ConsumptionAmount): boolean =>
  amount.part || hoursIn(amount) < Math.round((amount.toMs - amount.fromMs) / HOUR_MS) * amount.stationsAll

/** How much of an earlier period is known, where that is not all of it; '' otherwise. */
export function useEarlierWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  return ({ m3, complete, part }: ConsumptionAmount['earlier'][number]): string => {
    if (m3 === null) return ''
    const said = [
      ...(complete === null || complete >= 1 ? [] : [t('consumption.ofHours', { share: format.share(complete, 1) })]),
      ...(part ? [t('consumption.begunIn')] : []),
    ]
    return said.join(', ')
  }
}

/** Consumption in words: numbers in the unit of choice, and how complete each is. */
export function useAmountWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const gas = useGasWords()

  /** `98.6 % of 720 hours, 10 unknown, 12 by the counter`: how much of a number is known, and from what. */
  function completeness(amount: ConsumptionAmount): string {
    const { byCounter, byDaily, unknown, abnormalHours, substituteHours, stations, stationsAll } = amount
    const said = [
      hoursIn(amount) > 0
        ? t('consumption.ofDue', { share: format.share(hoursTold(amount), hoursIn(amount)), n: format.number(hoursIn(amount)) })
        : '',
      unknown > 0 ? t('consumption.unknown', { n: format.number(unknown) }) : '',
      byCounter > 0 ? t('consumption.byCounter', { n: format.number(byCounter) }) : '',
      byDaily > 0 ? t('consumption.byDaily', { n: format.number(byDaily) }) : '',
      abnormalHours > 0 ? t('consumption.abnormal', { n: format.number(abnormalHours, 1) }) : '',
      substituteHours !== null && substituteHours > 0 ? t('consumption.substituted', { n: format.number(substituteHours, 1) }) : '',
      stations < stationsAll
        ? t('consumption.ofStations', { n: format.number(stations), all: format.number(stationsAll) }, stationsAll)
        : '',
    ].filter(Boolean)
    return said.length > 0 ? said.join(', ') : '—'
  }
  /** One word for it; '' for a whole number. */
  function state(amount: ConsumptionAmount): string {
    if (amount.m3 === null) return t('consumption.state.none')
    if (isIncomplete(amount)) return t('consumption.state.incomplete')
    return amount.part ? t('consumption.state.part') : ''
  }
  const toneOf = (amount: ConsumptionAmount): string => (isIncomplete(amount) ? 'tone-warn' : 'muted')

  return { ...gas, completeness, state, toneOf }
}
