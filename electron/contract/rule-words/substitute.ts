import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Substitute in use',
    definition:
      'Pressure or temperature equals the substitute value of the settings for longer than chance explains, or a situation is open in which the device counts with a substitute. A single record that happens to equal the value is no finding.',
    needs: 'A substitute value in the settings, or situations that tell of one.',
  },
  ru: {
    name: 'Подстановка',
    definition:
      'Давление или температура равны подстановочному значению из настроек дольше, чем это объяснимо случайностью, либо открыта нештатная ситуация, при которой прибор считает по подстановке. Единичное случайное совпадение замечанием не считается.',
    needs: 'Подстановочное значение в настройках или нештатные ситуации, которые о нём сообщают.',
  },
}
