import { useI18n } from 'vue-i18n'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import { converted, withoutNoise } from '../../../electron/contract/units.ts'
import { wordsOf } from '../../../electron/words/index.ts'
import { digitsOf } from '../../charts/numbers.ts'
import { useProgram } from '../../stores/program.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useUnits } from '../../stores/words/units.ts'

/** From here on a number is shown without decimals; what it is made of stands in the tooltip. */
const WHOLE_FROM = 1000
/** Decimals of m³, and of thousands of them, in a column. */
export const COLUMN_DECIMALS = 2
const CONVERTED_DECIMALS = 5

/**
 * Amounts of gas in words, in the unit of choice, and the names of periods.
 * @param how.decimals the most that an amount is shown with
 */
export function useGasWords({ decimals = Infinity } = {}) {
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
    return value === null
      ? t('consumption.noNumber')
      : format.number(value, Math.abs(value) >= WHOLE_FROM ? 0 : Math.min(decimals, digitsOf(value)))
  }
  /** A number of a column, in which all have the same decimals: those of a dial in m³, as many litres in a larger unit. */
  function inColumn(m3: number | null): string {
    const value = inUnit(m3)
    return value === null ? bare(null) : format.fixed(value, shown().converted ? CONVERTED_DECIMALS : COLUMN_DECIMALS)
  }
  const value = (m3: number | null): string => (m3 === null ? bare(null) : format.beside(bare(m3), unit()))
  /** The m³ behind a converted number. */
  const sent = (m3: number | null): string | undefined =>
    m3 === null || !shown().converted ? undefined : sentTitle(withoutNoise(m3), shown())

  function periodName(period: { day: string; fromMs: number }, by: ConsumptionStep): string {
    if (by === 'hour') return format.dateTime(period.fromMs)
    if (by === 'day') return format.day(period.day)
    return by === 'month' ? format.month(period.day) : period.day.slice(0, 4)
  }
  return { unit, inUnit, bare, inColumn, value, sent, periodName }
}
