/** What Intl itself says of clocks: the other side of every comparison. */

export const ZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC']
export const FROM_MS = Date.UTC(2020, 0, 1)
export const TO_MS = Date.UTC(2031, 0, 1)

/** No zone changes its clock twice within it in these years (the closest are 28 days apart). */
const STEP_MS = 20 * 86_400_000

/** Moves of a zone's clock: at `atMs` its offset from UTC becomes `after`, ms. */
export interface ClockChange {
  zone: string
  atMs: number
  before: number
  after: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
  formats.set(timeZone, made)
  return made
}

/** The zone's offset from UTC at a whole second, ms, from the wall time that Intl writes: `11/22/2026, 03:04:05`. */
export function offsetByIntl(zone: string, atMs: number): number {
  const [month = 0, day, year = 0, hour, minute, second] = formatOf(zone).format(atMs).split(/\D+/).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) - atMs
}

/** Every change of every zone from 2020 to 2030, found to the second by halving. */
export function everyChange(): ClockChange[] {
  return ZONES.flatMap((zone) => {
    const changes: ClockChange[] = []
    let before = offsetByIntl(zone, FROM_MS)
    for (let fromMs = FROM_MS; fromMs < TO_MS; fromMs += STEP_MS) {
      const after = offsetByIntl(zone, fromMs + STEP_MS)
      if (after === before) continue
      let [low, high] = [fromMs, fromMs + STEP_MS]
      while (high - low > 1000) {
        const middle = low + Math.floor((high - low) / 2000) * 1000
        if (offsetByIntl(zone, middle) === before) low = middle
        else high = middle
      }
      changes.push({ zone, atMs: high, before, after })
      before = after
    }
    return changes
  })
}
