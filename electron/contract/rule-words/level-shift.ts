import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Level shift',
    definition:
      'From one day to the next the level of what is used changes, and stays so for a week: the median of seven days, each held against the same weekday of the four weeks before, is lower or higher by more than the threshold, and by more than twice what nine of ten weeks of the two months before were off. Or the least four hours of each day lie above those of the 56 days before, by more than the threshold of the usual day, and below half of the usual mean hour, while the rest of the day has not risen alike: something leaks or runs all night. It is no finding where the week before went the same way already, as at the ends of a heating season, where the new level is that of the weeks before the last four, or where the same weeks of the year before did the same. Where more than one day in ten has had the new level by itself, only what lasts two weeks is told from a run of such days. It is followed for five weeks; then it is the usual. Where a device archives no hours, the level of its gas days is judged, unless a quarter of the two months before was at the new one; they have no least hours. Always suspect: people may have changed their ways.',
    needs: 'A volume or a counter in the hourly archive, else in the daily one, with nine weeks of history.',
  },
  ru: {
    name: 'Сдвиг уровня',
    definition:
      'С одних суток на другие уровень расхода меняется и неделю остаётся таким: медиана семи суток, каждые из которых сравниваются с тем же днём недели четырёх предыдущих недель, ниже или выше больше чем на порог и больше чем вдвое дальше, чем отклонялись девять из десяти недель за два предыдущих месяца. Либо четыре часа наименьшего расхода каждых суток лежат выше, чем за все 56 предыдущих суток, больше чем на порог от обычных суток и ниже половины обычного среднего часа, а остальные часы так не выросли: где-то утечка или что-то работает всю ночь. Это не замечание, если туда же шла уже предыдущая неделя, как на краях отопительного сезона, если новый уровень был и до последних четырёх недель или если в те же недели год назад было то же. Если больше чем в одни сутки из десяти новый уровень уже бывал сам по себе, от череды таких суток отличает только то, что длится две недели. За сдвигом следят пять недель, потом он становится обычным. Если часов прибор не хранит, оценивается уровень газовых суток, если только на новом уровне не была уже четверть суток за два предыдущих месяца; часов наименьшего расхода у них нет. Всегда подозрение: газом могли начать пользоваться иначе.',
    needs: 'Объём или счётчик в часовом архиве, а если его нет — в суточном, и девять недель истории.',
  },
}
