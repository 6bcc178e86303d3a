import { wordsOf } from '../../../electron/words/index.ts'
import { useI18n } from 'vue-i18n'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import { hoursIn, hoursTold } from '../../../electron/contract/known-hours.ts'
import { converted, withoutNoise } from '../../../electron/contract/units.ts'
import { digitsOf } from '../../charts/numbers.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useUnits } from '../../stores/words/units.ts'
import { useProgram } from '../../stores/program.ts'

/** Something is missing from the number: hours, stations, or all of it. */
export const isIncomplete = ({ m3, unknown, stations, stationsAll }: ConsumptionAmount): boolean =>
  m3 === null || unknown > 0 || stations < stationsAll

/** From here on a number is shown without decimals; what it is made of stands in the tooltip. */
const WHOLE_FROM = 1000

/** Consumption in words: numbers in the unit of choice, and how complete each is. */
export function useAmountWords() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const format = useFormat()
  const { shownNamed, sentTitle } = useUnits()
  const shown = () => shownNamed('gas_consume', null, wordsOf(program.language).units.m3)
  /** The unit in the window's language. */
  const unit = (): string => shown().unitText

  const inUnit = (m3: number | null): number | null => {
    const how = shown()
    return m3 !== null && how.converted ? converted(m3, how) : m3
  }
  /** A number without its unit. */
  function bare(m3: number | null): string {
    const value = inUnit(m3)
    return value === null ? t('consumption.noNumber') : format.number(value, Math.abs(value) >= WHOLE_FROM ? 0 : digitsOf(value))
  }
  const value = (m3: number | null): string => (m3 === null ? bare(null) : format.beside(bare(m3), unit()))
  /** The m³ behind a converted number. */
  const sent = (m3: number | null): string | undefined =>
    m3 === null || !shown().converted ? undefined : sentTitle(withoutNoise(m3), shown())

  /** `98.6 % of hours, 10 unknown, 12 by the counter`: how much of a number is known, and from what. */
  function completeness(amount: ConsumptionAmount): string {
    const { byCounter, byDaily, unknown, abnormalHours, substituteHours, stations, stationsAll } = amount
    const said = [
      hoursIn(amount) > 0 ? t('consumption.ofHours', { share: format.share(hoursTold(amount), hoursIn(amount)) }) : '',
      unknown > 0 ? t('consumption.unknown', { n: format.number(unknown) }) : '',
      byCounter > 0 ? t('consumption.byCounter', { n: format.number(byCounter) }) : '',
      byDaily > 0 ? t('consumption.byDaily', { n: format.number(byDaily) }) : '',
      abnormalHours > 0 ? t('consumption.abnormal', { n: format.number(abnormalHours, 1) }) : '',
      substituteHours !== null && substituteHours > 0 ? t('consumption.substituted', { n: format.number(substituteHours, 1) }) : '',
      stations < stationsAll ? t('consumption.ofStations', { n: format.number(stations), all: format.number(stationsAll) }) : '',
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

  function periodName(amount: { day: string; fromMs: number }, by: ConsumptionStep): string {
    if (by === 'hour') return format.dateTime(amount.fromMs)
    if (by === 'day') return format.day(amount.day)
    return by === 'month' ? format.month(amount.day) : amount.day.slice(0, 4)
  }

  return { unit, inUnit, bare, value, sent, completeness, state, toneOf, periodName }
}
