import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Flow while shut',
    definition:
      'Gas is counted in records that lie wholly between the moment the valve shut and the moment it opened. A record in which the valve moved is no finding.',
    needs: 'Events of the valve; a volume or a counter in the hourly archive, else in the daily one.',
  },
  ru: {
    name: 'Расход при закрытом клапане',
    definition:
      'Прибор насчитал газ в записях, которые целиком лежат между закрытием и открытием клапана. Запись, во время которой клапан переключился, замечанием не считается.',
    needs: 'События клапана; объём или счётчик в часовом архиве, а если его нет — в суточном.',
  },
}
