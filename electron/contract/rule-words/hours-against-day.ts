import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Hours against the day',
    definition:
      'The sum of the hours of a gas day differs from the daily record that closes it by more than the threshold; days in a row are one finding. A day is not compared when an hour of it is missing, when an extra record cuts one, or when the meter was exchanged or the clock was set on it. Where the hours of a device are rounded one by one, four deviations of their rounding are allowed. Days that fit another contract hour belong to that finding.',
    needs: 'A volume or a counter of the same gas in the hourly and the daily archive.',
  },
  ru: {
    name: 'Часы ≠ сутки',
    definition:
      'Сумма часов газовых суток отличается от закрывающей их суточной записи больше порога; сутки подряд — одно замечание. Сутки не сравниваются, если в них нет хотя бы одного часа, час разбит лишней записью, в эти сутки меняли счётчик или переводили часы. Если прибор округляет каждый час отдельно, допускаются четыре отклонения от округления. Сутки, которые сходятся при другом контрактном часе, относятся к тому замечанию.',
    needs: 'Объём или счётчик одного и того же газа в часовом и суточном архивах.',
  },
}
