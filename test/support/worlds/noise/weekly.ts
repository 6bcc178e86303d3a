import type { NoiseKind } from './kind.ts'

/** A thing that is done once a week: an oven, a laundry, a bath, a cleaning. Two or three hours at about the same time. */
export const weekly: NoiseKind = {
  name: 'weekly',
  profiles: ['boiler', 'plant', 'fiveDays', 'shop'],
  share: 0.35,
  apply({ flow, wall: { hour, weekday } }, chance) {
    const onDay = chance.int(0, 5)
    const usualFrom = chance.int(9, 18)
    const lasts = chance.int(1, 3)
    const everySecond = chance.chance(0.25)
    const more = chance.between(0.8, 2.5)
    const left = chance.between(0, 0.12)
    let week = 0
    let from = usualFrom
    let times = 0
    for (let at = 0; at < flow.length; at++) {
      if (hour[at] === 1 && weekday[at] === onDay) {
        week += 1
        from = usualFrom + (chance.chance(0.25) ? chance.pick([-1, 1]) : 0)
        const isLeft = chance.chance(left) || (everySecond && week % 2 === 0)
        times = isLeft ? 0 : more * chance.between(0.85, 1.15)
      }
      const ends = hour[at] as number
      if (weekday[at] === onDay && ends > from && ends <= from + lasts) flow[at] = (flow[at] as number) * (1 + times)
    }
  },
}
