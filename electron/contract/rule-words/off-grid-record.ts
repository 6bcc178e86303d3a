import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Off-grid record',
    definition:
      'An extra record between the hours, or a second one of a gas day: the clock was set, or the device changed its state. It is never taken for a period, and no difference is formed with it.',
    needs: 'An hourly or daily archive that writes at a regular minute.',
  },
  ru: {
    name: 'Запись вне сетки',
    definition:
      'Лишняя запись между часами или вторая запись за газовые сутки: часы перевели или прибор сменил состояние. Такая запись не считается записью за период, и разности с ней не вычисляются.',
    needs: 'Часовой или суточный архив с постоянной минутой записи.',
  },
}
