import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unusual day',
    definition:
      'A gas day uses less or more than so many times the median of 28 days around it, of the days before it and of those after it alike; where weekends differ, of the same kind of day, and of any kind on a side that has fewer than three like it. Public holidays count as Sundays where the book names a country. A new level or a season is no finding, and neither is a day without use, with missing hours, with a stop or an exchange, at a station whose days differ much anyway, or where another day within four weeks, not next to it, is nearly as far off: a working day that uses what days of rest do is one of rest. A day is judged once three later ones are there.',
    needs: 'A volume or a counter in the daily archive, else in the hourly one, for two weeks.',
  },
  ru: {
    name: 'Нетипичные сутки',
    definition:
      'За газовые сутки израсходовано меньше или больше, чем столько медиан за 28 дней вокруг, причём и предыдущих, и следующих; если выходные отличаются — таких же дней недели, а с той стороны, где таких меньше трёх, — любых. Праздники считаются воскресеньями, если в книге названа страна. Новый уровень и сезон — не замечание, как и сутки без расхода, с пропусками часов, с остановкой или заменой счётчика, узел, у которого сутки и так сильно различаются, и сутки, если в пределах четырёх недель есть другие, не соседние, почти столь же далёкие: рабочий день с расходом выходного — выходной. Сутки оцениваются, когда есть трое следующих.',
    needs: 'Объём или счётчик в суточном, иначе в часовом архиве за две недели.',
  },
}
