import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Device clock',
    definition:
      "The device's clock was set by more than the tolerance, its hourly records lie beside the usual minute for several hours in a row, or the time in its settings differs from that of the session. Single records between the hours are no finding.",
    needs: "The log of changes, the hourly archive, or the device's time in the settings.",
  },
  ru: {
    name: 'Часы прибора',
    definition:
      'Часы прибора переведены больше чем на допуск, часовые записи несколько часов подряд сдвинуты относительно обычной минуты, либо время в настройках расходится со временем сеанса. Единичные записи между часами замечанием не считаются.',
    needs: 'Журнал изменений, часовой архив или время прибора в настройках.',
  },
}
