import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Below Qmin',
    definition:
      'Gas flows, but less than Qmin, below which the meter is not accurate; hours in a row are one finding. The mean flow of an hour is its working volume, else what the working counter rose by, which a step of it may be off. No flow is no finding, and neither is an hour that an extra record cuts. A Qmin of the settings wins over yours; without a unit it is in m³/h.',
    needs: 'Working flow, working volume or a working counter in the hourly archive, and Qmin in the settings or of your own.',
  },
  ru: {
    name: 'Ниже Qmin',
    definition:
      'Газ идёт, но расход меньше Qmin, ниже которого счётчик неточен; часы подряд — одно замечание. Средний расход часа — его рабочий объём, а без него — прирост рабочего счётчика с точностью до его шага. Отсутствие расхода — не замечание, как и час, разбитый лишней записью. Qmin из настроек важнее заданного вами; без единицы он считается в м³/ч.',
    needs: 'Рабочий расход, рабочий объём или рабочий счётчик в часовом архиве и Qmin из настроек или заданный вами.',
  },
}
