import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unusual day',
    definition:
      'A gas day uses less or more than so many times the median of 28 days around it, of the days before it and of those after it alike; where weekends differ, of the same kind of day. A new level or a season is no finding, and neither is a day without use, with missing hours, with a stop, an exchange or a clock setting, or at a station whose days differ much anyway. A day is judged once three later ones are there.',
    needs: 'A volume in the daily archive, else in the hourly one, for two weeks.',
  },
  ru: {
    name: 'Нетипичные сутки',
    definition:
      'За газовые сутки израсходовано меньше или больше, чем столько медиан за 28 дней вокруг, причём и предыдущих, и следующих; если выходные отличаются — таких же дней недели. Новый уровень и сезон — не замечание, как и сутки без расхода, с пропусками часов, с остановкой, заменой счётчика или переводом часов и узел, у которого сутки и так сильно различаются. Сутки оцениваются, когда есть трое следующих.',
    needs: 'Объём в суточном, иначе в часовом архиве за две недели.',
  },
}
