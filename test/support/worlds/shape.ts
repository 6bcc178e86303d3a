/** How gas is used: by the hour and the weekday of the place, and by the air. */
export const PROFILES = ['boiler', 'plant', 'fiveDays', 'shop', 'sundayShop', 'heating'] as const
export type Profile = (typeof PROFILES)[number]

/** Profiles that use gas in every hour of the year. */
export const STEADY: readonly Profile[] = ['boiler', 'plant', 'fiveDays']

/**
 * An hour that ends at `hour` (1 … 24) of a weekday (0: Monday), with this air; `before`: the weekday of the day before,
 * which is no other one's but where a day off counts as a Sunday. Returns m³/h beside a usual 1; 0: shut.
 */
export type Shape = (hour: number, weekday: number, air: number, before: number) => number

/** A day is busiest in its afternoon; smooth, because a works needs hours to start and to cool down. */
const day = (hour: number, depth: number) => 1 + depth * Math.sin((2 * Math.PI * (hour - 8.5)) / 24)
/** More heat the colder it is; half as much is hot water. */
const heat = (air: number, perDegree: number) => 1 + perDegree * Math.max(0, 18 - air)

/** A week-end's share, which is reached within three hours. */
function weekly(hour: number, weekday: number, before: number, share: number): number {
  const isRest = weekday >= 5
  const wasRest = before >= 5
  const now = isRest ? share : 1
  const was = wasRest ? share : 1
  const part = Math.min(1, hour / 3)
  return was + (now - was) * part
}

const OPENS = 8
const CLOSES = 22

export const SHAPES: Readonly<Record<Profile, Shape>> = {
  boiler: (hour, _weekday, air) => day(hour, 0.15) * heat(air, 0.025),
  plant: (hour, weekday, air, before) => day(hour, 0.3) * heat(air, 0.01) * weekly(hour, weekday, before, 0.75),
  fiveDays: (hour, weekday, air, before) => day(hour, 0.3) * heat(air, 0.01) * weekly(hour, weekday, before, 0.35),
  shop: (hour, _weekday, air) => (hour > OPENS && hour <= CLOSES ? day(hour, 0.2) * heat(air, 0.01) : 0),
  sundayShop: (hour, weekday, air) => (hour > OPENS && hour <= CLOSES && weekday !== 6 ? day(hour, 0.2) * heat(air, 0.01) : 0),
  // A thermostat: below what the burner can do at least it is off.
  heating: (_hour, _weekday, air) => (air < 14 ? Math.max(0.15, 0.06 * (14 - air)) : 0),
}
