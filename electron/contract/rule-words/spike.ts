import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Spike',
    definition:
      'One hour lies far from the mean of its two neighbours (temperature: from the curve through two neighbours on each side), on the same side of both: by more than so many robust deviations of such distances in the ten days before and after, wider where far ones are common, and by a share of what is used then. Of a device that keeps counters alone, what the counter rose by is judged. A step, a zero, the edge of a gap, an hour beside an extra record, an exchange or a clock setting is no finding, and neither is what the station does often, or at the same hour of the same weekday in one of the five weeks before and after.',
    needs: 'Pressure, temperature, volume, flow or a counter in the hourly archive.',
  },
  ru: {
    name: 'Выброс',
    definition:
      'Один час далеко отстоит от среднего двух соседних (температура — от кривой через двух соседей с каждой стороны), и в одну сторону от обоих: больше чем на столько робастных отклонений таких расстояний за десять дней до и после (шире там, где далёкие часты) и на долю текущего расхода. У прибора, который хранит одни счётчики, оценивается прирост счётчика. Ступень, ноль, край пропуска, час рядом с лишней записью, заменой счётчика или переводом часов — не замечание, как и то, что на узле бывает часто или повторяется в тот же час того же дня недели в одной из пяти предыдущих или пяти следующих недель.',
    needs: 'Давление, температура, объём, расход или счётчик в часовом архиве.',
  },
}
