import type { NoiseKind } from './kind.ts'

/** Steps of the simulation in an hour: five minutes each. */
const STEPS = 12

/**
 * Boilers that go on and off. One to three burners of fixed fire heat a store (the water, the building), whose warmth says
 * when the next burner starts and when one stops; a burner runs for ten minutes at least. What is cooked and what warms
 * the tap water flows evenly. So an hour has anything from the even part up to all burners, in cycles of one to many
 * hours, longer the warmer the air.
 */
export const burners: NoiseKind = {
  name: 'burners',
  profiles: ['boiler', 'heating'],
  share: 0.55,
  apply({ flow }, chance) {
    const count = chance.int(1, 3)
    const even = chance.between(0.15, 0.35)
    const most = flow.reduce((one, other) => Math.max(one, other), 0)
    const fire = (most * (1 - even) * chance.between(1.1, 1.6)) / count
    /** Warmth between 'start a burner' and 'stop one', m³ of gas: minutes to hours of one burner. */
    const band = fire * chance.between(0.3, 2)
    let burning = 0
    let sinceStart = 0
    let store = band * chance.next()
    for (let at = 0; at < flow.length; at++) {
      const wanted = (flow[at] as number) * (1 - even)
      let burnt = 0
      for (let step = 0; step < STEPS; step++) {
        if (store < 0 && burning < count) {
          burning += 1
          sinceStart = 0
          // The next one is given time to help before another starts.
          store = Math.max(store, -0.1 * band)
        } else if (store > band && burning > 0 && sinceStart >= 2) burning -= 1
        sinceStart += 1
        const now = (burning * fire) / STEPS
        burnt += now
        store = Math.min(2 * band, Math.max(-band, store + now - wanted / STEPS))
      }
      // The pressure before a burner and the air's warmth move its gas by some per cent.
      flow[at] = (flow[at] as number) * even + burnt * chance.between(0.97, 1.03)
    }
  },
}
