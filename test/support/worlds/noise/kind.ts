import type { Random } from '../random.ts'
import type { Wall } from '../calendar.ts'
import type { Profile } from '../shape.ts'

/** What a kind of noise works on: the gas of a year, hour by hour, before anything is planted. */
export interface Flowing {
  /** Working volume of each hour, m³; changed in place. */
  flow: Float64Array
  wall: Wall
  profile: Profile
}

/**
 * Something that happens at sound stations. Each has chance of its own, so that one that is added changes no other. Made
 * of how gas is used, before anybody looked at what a rule makes of it.
 */
export interface NoiseKind {
  name: string
  profiles: readonly Profile[]
  /** The share of stations with these profiles, calm ones left out, that has it. */
  share: number
  apply: (to: Flowing, chance: Random) => void
}
