import { useI18n } from 'vue-i18n'
import type { RecordPeriod } from '../../../../electron/contract/archives.ts'
import { gasDayAt, gasDaySpan, gasDaysOf, type GasClock, type TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import { digitsOf } from '../../../charts/numbers.ts'
import type { Sum } from '../../../charts/sums-option.ts'
import { useFormat } from '../../../stores/words/format.ts'

export interface SumsAsked {
  by: 'day' | 'month'
  /** The time that one record of the archive covers; null where it is not known. */
  covers: RecordPeriod | null
  gas: GasClock
  unit: string | null
}

/** The texts of sums: their names, the part of a period, how many records of how many. */
export function useSumsWords(asked: () => SumsAsked) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const clockTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`

  function periodWord(): string {
    const { by, covers } = asked()
    return t(by === 'month' ? 'charts.month' : covers === 'day' ? 'charts.ownDay' : 'charts.gasDay')
  }
  const nameOf = (sum: Sum): string => (asked().by === 'month' ? format.month(sum.day) : format.day(sum.day))

  /** The part of a period that was summed, in days where those are whole; '' for a whole period. */
  function partOf(sum: Sum): string {
    if (!sum.part) return ''
    const { gas } = asked()
    const [first, last] = gasDaysOf(sum, gas)
    const days = gasDaySpan(first, last, gas)
    const whole = days.fromMs === sum.fromMs && days.toMs === sum.toMs
    const span = whole ? format.dayRange(first, last) : format.dateTimeRange(sum.fromMs, sum.toMs)
    return t('charts.part', { span })
  }
  const named = (sum: Sum): string => [nameOf(sum), partOf(sum)].filter(Boolean).join(', ')

  const valueOf = (value: number | null): string =>
    value === null ? t('charts.noNumber') : format.beside(format.number(value, digitsOf(value)), asked().unit)

  function recordsOf({ records, expected }: Sum): string {
    if (expected === null) return format.counted('common.records', records)
    const { by, covers } = asked()
    const key = by === 'month' && covers === 'day' ? 'charts.ofDays' : 'charts.ofRecords'
    return t(key, { n: format.number(records), all: format.number(expected) }, expected)
  }

  /** Says in the heading what is summed: gas days from the contract hour, or the archive's own days or months. */
  function heading(atMs: number): string {
    const { covers, gas } = asked()
    const zone = format.zoneLabel(atMs)
    if (covers === 'day') return t('charts.ownDays', { zone })
    if (covers === 'month') return t('charts.ownMonths', { zone })
    return t('charts.sumsFrom', { hour: clockTime(gas.contractHour), zone })
  }

  /** The span that is totalled: days, and times where it ends inside one. */
  function spanOf(span: TimeSpan): string {
    const { gas } = asked()
    const [first, last] = gasDaysOf(span, gas)
    const days = gasDaySpan(first, last, gas)
    return days.fromMs === span.fromMs && days.toMs === span.toMs
      ? format.days(gasDayAt(span.fromMs, gas), last)
      : t('charts.fromTo', { from: format.dateTime(span.fromMs), to: format.dateTime(span.toMs) })
  }

  return { periodWord, nameOf, partOf, named, valueOf, recordsOf, heading, spanOf }
}
