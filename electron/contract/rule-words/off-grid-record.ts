import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Off-grid record',
    definition:
      'An extra record between the hours, or a second one of a gas day: the clock was set, or the device changed its state. It is never taken for a period, and no difference is formed with it; an hour that it cuts is left out unless the counter shows the hour whole. A record at most five minutes off is that of its hour where the hour has no other. Records at the same time on most days of a week are a habit of the device, and one finding from the first to the last.',
    needs: 'An hourly or daily archive that writes at a regular minute.',
  },
  ru: {
    name: 'Запись вне сетки',
    definition:
      'Лишняя запись между часами или вторая запись за газовые сутки: часы перевели или прибор сменил состояние. Такая запись не считается записью за период, и разности с ней не вычисляются; час, который она разрезает, не сравнивают, если счётчик не показывает, что он цел. Запись, отстоящая от конца часа не более чем на пять минут, — запись этого часа, если другой у него нет. Записи в одно и то же время в большинство дней недели — привычка прибора: одно замечание от первой до последней.',
    needs: 'Часовой или суточный архив с постоянной минутой записи.',
  },
}
