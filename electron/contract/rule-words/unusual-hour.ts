import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unusual hour',
    definition:
      "Consumption of up to twelve hours in a row lies further from what is expected than so many interquartile ranges of ten days (wider where extremes are common), and is at least so many times the expected. Expected is the pattern of the same hour of the same kind of day around it, moved by the median of 48 hours. It has to lie as far from the same hour of the two weeks before and after, at the level of its own week, and to leave what the hours within three hours of the same clock time did on the four weeks' days before and after, but for two: the hours in which boilers start or a weekend begins are like those of other days. What comes back in one of the five weeks before and after, on the same weekday within an hour, is an event of the week. What is more or less has to be a share of a usual day. A new level, a season, a weekend, a zero, the edge of a gap, an exchange or a clock change is no finding; an hour is judged once twelve later ones are there.",
    needs: 'A volume or a counter in the hourly archive, with ten days of history.',
  },
  ru: {
    name: 'Нетипичный час',
    definition:
      'Расход в течение не более двенадцати часов подряд отстоит от ожидаемого больше чем на столько межквартильных размахов за десять дней (шире там, где крайние значения часты) и не меньше чем во столько раз. Ожидаемое — профиль того же часа таких же дней вокруг, сдвинутый на медиану 48 часов. Столь же далёк он должен быть и от того же часа двух предыдущих и двух следующих недель, приведённого к уровню своей недели, и выходить за то, что было в пределах трёх часов того же времени суток за четыре недели до и после, кроме двух дней: часы, в которые включаются котлы или начинаются выходные, похожи на такие же часы других дней. То, что было в одну из пяти предыдущих или пяти следующих недель в тот же день недели с точностью до часа, — событие недели. Излишек или недостача должны составлять долю обычных суток. Новый уровень, сезон, выходные, ноль, край пропуска, замена счётчика и перевод часов — не замечание; час оценивается, когда есть двенадцать следующих.',
    needs: 'Объём или счётчик в часовом архиве и десять дней истории.',
  },
}
