import type { NoiseKind } from './kind.ts'

/**
 * Shifts whose edges wander: furnaces are lit and shut within an hour or so of the plan, now and then a shift is two to
 * four hours longer. What burns between shifts keeps the works warm.
 */
export const shifts: NoiseKind = {
  name: 'shifts',
  profiles: ['plant', 'fiveDays'],
  share: 0.6,
  apply({ flow, wall: { hour, weekday }, profile }, chance) {
    const starts = chance.int(5, 8)
    const lasts = chance.pick([8, 9, 12, 16])
    const wander = chance.between(0.3, 1.25)
    const between = chance.between(0.3, 0.5)
    const longer = chance.between(0.05, 0.2)
    let [from, to] = [starts, starts + lasts]
    for (let at = 0; at < flow.length; at++) {
      if (hour[at] === 1) {
        from = starts + chance.between(-wander, wander)
        to = starts + lasts + chance.between(-wander, wander) + (chance.chance(longer) ? chance.between(2, 4) : 0)
      }
      // Five-day works rest at the week-end, and their share of it is in the profile already.
      if (profile === 'fiveDays' && (weekday[at] as number) >= 5) continue
      const ends = hour[at] as number
      const worked = Math.max(0, Math.min(ends, to) - Math.max(ends - 1, from))
      flow[at] = (flow[at] as number) * (between + (1 - between) * Math.min(1, worked))
    }
  },
}
