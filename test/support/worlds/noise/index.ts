import { random } from '../random.ts'
import { burners } from './burners.ts'
import { dayKinds } from './day-kinds.ts'
import type { Flowing, NoiseKind } from './kind.ts'
import { season } from './season.ts'
import { shifts } from './shifts.ts'
import { weekly } from './weekly.ts'

/** In the order in which they work: what is asked for first, how it is burnt last. */
const KINDS: readonly NoiseKind[] = [season, dayKinds, shifts, weekly, burners]

/** Stations without any of it: one in four. */
const CALM = 0.25

/** Puts noise into a station's gas and returns the names of its kinds. */
export function addNoise(seed: number, index: number, to: Flowing): string[] {
  if (random(seed, index, 40).chance(CALM)) return []
  return KINDS.filter((kind, at) => {
    const chance = random(seed, index, 41 + at)
    if (!kind.profiles.includes(to.profile) || !chance.chance(kind.share)) return false
    kind.apply(to, chance)
    return true
  }).map(({ name }) => name)
}
