import type { NoiseKind } from './kind.ts'

/** Two kinds of day in no rhythm: a kiln that is fired or not, a large order or none; each goes on for some days. */
export const dayKinds: NoiseKind = {
  name: 'day kinds',
  profiles: ['boiler', 'plant', 'fiveDays'],
  share: 0.3,
  apply({ flow, wall: { hour } }, chance) {
    const light = chance.between(0.35, 0.65)
    const stay = chance.between(0.4, 0.75)
    let isLight = chance.chance(0.5)
    for (let at = 0; at < flow.length; at++) {
      if (hour[at] === 1 && !chance.chance(stay)) isLight = !isLight
      if (isLight) flow[at] = (flow[at] as number) * light
    }
  },
}
