import type { NoiseKind } from './kind.ts'

/**
 * A heating season by decree: from some day of autumn to some day of spring there is always a little fire, and none at all
 * between them, however cold a day is.
 */
export const season: NoiseKind = {
  name: 'season',
  profiles: ['heating'],
  share: 0.5,
  apply({ flow, wall: { date } }, chance) {
    const ends = 500 + chance.int(1, 15)
    const begins = chance.pick([900 + chance.int(20, 30), 1000 + chance.int(1, 5)])
    const least = flow.reduce((one, other) => (other > 0 && other < one ? other : one), Infinity)
    for (let at = 0; at < flow.length; at++) {
      const isSummer = (date[at] as number) >= ends && (date[at] as number) < begins
      flow[at] = isSummer ? 0 : Math.max(least, flow[at] as number)
    }
  },
}
