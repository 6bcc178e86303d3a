import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Counter against sum',
    definition:
      'What a counter rose by differs from the sum of the volumes meanwhile by more than the threshold: hour by hour, over whole gas days for what is too little to be seen in an hour, and day by day in the daily archive. Nothing is compared across a gap or an extra record, where the counter falls, on the day of a clock setting, or within a day of an exchange.',
    needs: 'A counter and the volume of the same gas in an hourly or daily archive.',
  },
  ru: {
    name: 'Счётчик ≠ сумма',
    definition:
      'Прирост счётчика отличается от суммы объёмов за то же время больше порога: по часам, по полным газовым суткам — для того, что не видно за час, и по суткам в суточном архиве. Ничего не сравнивается через пропуск или лишнюю запись, там, где счётчик уменьшился, в день перевода часов и в пределах суток от замены счётчика.',
    needs: 'Счётчик и объём того же газа в часовом или суточном архиве.',
  },
}
