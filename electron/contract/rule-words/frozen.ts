import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Frozen',
    definition:
      'Pressure or temperature moves by one digit at most while gas flows, for hours in a row. A gap or a substitute ends such a stretch, and hours without flow do not count. A channel that often stands still, such as one in whole degrees, must do so for far longer than it usually does.',
    needs: 'Pressure or temperature, and a volume or a flow, in the hourly archive.',
  },
  ru: {
    name: 'Зависание',
    definition:
      'Давление или температура меняются не более чем на единицу младшего разряда, хотя газ идёт, несколько часов подряд. Пропуск и подстановка прерывают такой отрезок, часы без расхода не считаются. Канал, который и так часто стоит на месте (целые градусы), должен стоять гораздо дольше обычного.',
    needs: 'Давление или температура, а также объём или расход в часовом архиве.',
  },
}
