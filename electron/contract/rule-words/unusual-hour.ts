import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unusual hour',
    definition:
      'Consumption of up to twelve hours in a row lies further from what is expected than so many interquartile ranges of ten days, and materially so. Expected is the pattern of the same hour of the same kind of day around it, moved by the median of 48 hours. It has to lie as far from the same hour of the two weeks before and after, at the level of its own week, too: the hour in which a weekend begins or ends is like that of other weeks. A new level, a season, a weekend, a zero, the edge of a gap, an exchange or a clock change is no finding; an hour is judged once twelve later ones are there.',
    needs: 'A volume or a counter in the hourly archive, with ten days of history.',
  },
  ru: {
    name: 'Нетипичный час',
    definition:
      'Расход в течение не более двенадцати часов подряд отстоит от ожидаемого больше чем на столько межквартильных размахов за десять дней, и существенно. Ожидаемое — профиль того же часа таких же дней вокруг, сдвинутый на медиану 48 часов. Столь же далёк он должен быть и от того же часа двух предыдущих и двух следующих недель, приведённого к уровню своей недели: час, в который начинаются или кончаются выходные, похож на такой же час других недель. Новый уровень, сезон, выходные, ноль, край пропуска, замена счётчика и перевод часов — не замечание; час оценивается, когда есть двенадцать следующих.',
    needs: 'Объём или счётчик в часовом архиве и десять дней истории.',
  },
}
