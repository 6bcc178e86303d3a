import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Wrong contract hour',
    definition:
      "On so many days the daily records do not fit the sums of their hours at the contract hour in use, and fit at exactly one other hour. Days with a missing hour, an exchange or a clock change are left out; where several hours would fit, nothing is said. In use is the hour of the device's settings where the zone of the station is set, else the hour that you set, else that of the records' own stamps; what nobody has set is held against no device. A device whose clock follows no summer time is no finding.",
    needs: 'A volume or a counter of the same gas in the hourly and the daily archive, for as many days as the threshold says.',
  },
  ru: {
    name: 'Неверный контрактный час',
    definition:
      'Столько суток записи суточного архива не сходятся с суммой своих часов при действующем контрактном часе и сходятся ровно при одном другом. Сутки с пропуском часа, заменой счётчика или переводом часов не учитываются; если подходит несколько часов, замечания нет. Действующим считается час из настроек прибора, если часовой пояс узла задан; иначе час, заданный вами; иначе час меток самих записей: чего никто не задавал, то прибору в вину не ставится. Прибор, часы которого не переводят на летнее время, — не замечание.',
    needs: 'Объём или счётчик одного и того же газа в часовом и суточном архивах за столько суток, сколько задано порогом.',
  },
}
