import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Verification overdue',
    definition:
      'The day until which the device is verified has passed, or passes within the days of warning. It is the next verification in the settings, else the last one and the interval; of several instruments the first that is due.',
    needs: 'The date of the next verification in the settings, or the date of the last one and the interval.',
  },
  ru: {
    name: 'Просрочена поверка',
    definition:
      'Срок поверки истёк или истекает в пределах дней предупреждения. Берётся дата следующей поверки из настроек, а если её нет — дата последней и межповерочный интервал; из нескольких приборов — ближайший срок.',
    needs: 'Дата следующей поверки в настройках либо дата последней и межповерочный интервал.',
  },
}
