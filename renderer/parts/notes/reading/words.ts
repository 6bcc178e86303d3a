import { useI18n } from 'vue-i18n'
import { meterUnit, type MeterQuantity, type MeterReading } from '../../../../electron/contract/meter-reading.ts'
import type { ComparedQuantity } from '../../../../electron/contract/meter-readings.ts'
import { wordsOf } from '../../../../electron/words/index.ts'
import { useProgram } from '../../../stores/program.ts'
import { useFormat } from '../../../stores/words/format.ts'

/** Words for a reading at the meter and for what telemetry says beside it. */
export function useReadingWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const program = useProgram()
  function unitOf(quantity: MeterQuantity, reading: Pick<MeterReading, 'pressureUnit'>): string {
    const unit = meterUnit(quantity, reading)
    return unit === null ? '' : wordsOf(program.language).units[unit]
  }
  /** With the digits of the dial, no fewer and no more. */
  const number = (value: number, { decimals }: Pick<ComparedQuantity, 'decimals'>) => format.quantity(value.toFixed(decimals))
  return {
    unitOf,
    number,
    nameOf: (quantity: MeterQuantity) => t(`panes.quantity.${quantity}`),
    /** What telemetry says, or why it says nothing. */
    toldOf: (compared: ComparedQuantity): string =>
      compared.telemetry?.value == null
        ? compared.why
          ? t(`meter.why.${compared.why}`)
          : '—'
        : number(compared.telemetry.value, compared),
    /** The two records that it lies between. */
    recordsOf({ telemetry }: ComparedQuantity): string | undefined {
      const said = (record: { atMs: number; value: number } | null | undefined) =>
        record ? t('meter.record', { time: format.dateTime(record.atMs), value: format.number(record.value, 6) }) : null
      const [before, after] = [said(telemetry?.before), said(telemetry?.after)]
      return before && after && before !== after ? t('meter.between', { before, after }) : (before ?? after ?? undefined)
    },
    signed: (value: number, compared: ComparedQuantity) => `${value > 0 ? '+' : ''}${number(value, compared)}`,
    toneOf: ({ verdict }: ComparedQuantity) => (verdict === 'within' ? 'tone-good' : verdict === 'far' ? 'tone-bad' : 'tone-warn'),
  }
}
