import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Spike',
    definition:
      'One hour lies far from the mean of its two neighbours, on the same side of both: by more than so many robust deviations of such distances in the ten days before and after, and far beyond nearly all of them. Volumes and flows are judged as shares of what is used then. A step, a zero, the edge of a gap, an hour beside an extra record, an exchange or a clock setting is no finding, and neither is what the station does often.',
    needs: 'Pressure, temperature, volume or flow in the hourly archive.',
  },
  ru: {
    name: 'Выброс',
    definition:
      'Один час далеко отстоит от среднего двух соседних, и в одну сторону от обоих: больше чем на столько робастных отклонений таких расстояний за десять дней до и после и намного дальше почти всех из них. Объёмы и расходы оцениваются в долях текущего расхода. Ступень, ноль, край пропуска, час рядом с лишней записью, заменой счётчика или переводом часов — не замечание, как и то, что на узле бывает часто.',
    needs: 'Давление, температура, объём или расход в часовом архиве.',
  },
}
