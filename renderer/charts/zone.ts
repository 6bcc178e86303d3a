/** Wall-clock time in a zone and back, on the runtime's own zone data. Months are 1 to 12. */

export interface Wall {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** What a clock on the wall in `zone` shows at `ms`. */
export function wallOf(ms: number, zone: string): Wall {
  const wall: Wall = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const part of formatOf(zone).formatToParts(ms)) {
    if (part.type in wall) wall[part.type as keyof Wall] = Number(part.value)
  }
  return wall
}

/** How far the zone's clock is ahead of UTC at `ms`, in ms. */
export function offsetAt(ms: number, zone: string): number {
  const wall = wallOf(ms, zone)
  return (
    Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second) - Math.floor(ms / 1000) * 1000
  )
}

/**
 * The moment at which the zone's clock shows this wall time (parts may run over: day 0 is the last of the month
 * before). Of two such moments in autumn the first; for an hour that spring leaves out, the moment the clock jumps over it.
 */
export function momentOf(wall: Partial<Wall> & { year: number }, zone: string): number {
  const asUtc = Date.UTC(
    wall.year,
    (wall.month ?? 1) - 1,
    wall.day ?? 1,
    wall.hour ?? 0,
    wall.minute ?? 0,
    wall.second ?? 0,
  )
  const before = offsetAt(asUtc - 86_400_000, zone)
  const after = offsetAt(asUtc + 86_400_000, zone)
  const early = asUtc - Math.max(before, after)
  const late = asUtc - Math.min(before, after)
  if (early === late) return early
  if (offsetAt(early, zone) === asUtc - early) return early
  if (offsetAt(late, zone) === asUtc - late) return late
  return firstMomentAfterJump(early, late, zone)
}

/** The jump lies between the two; found to the second by halving. */
function firstMomentAfterJump(fromMs: number, toMs: number, zone: string): number {
  const offset = offsetAt(fromMs - 1000, zone)
  let low = fromMs - 1000
  let high = toMs
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (offsetAt(middle, zone) === offset) low = middle
    else high = middle
  }
  return high
}

/** `yyyy-mm-dd` of the moment in the zone. */
export function dayOf(ms: number, zone: string): string {
  const { year, month, day } = wallOf(ms, zone)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The moment at which the day `yyyy-mm-dd` begins in the zone. */
export function startOfDay(day: string, zone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month, day: date }, zone)
}

/** The last millisecond of the day `yyyy-mm-dd` in the zone. */
export function endOfDay(day: string, zone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month, day: date + 1 }, zone) - 1
}

const two = (value: number) => String(value).padStart(2, '0')

/**
 * A moment for programs and for people alike: `yyyy-mm-dd hh:mm:ss` by the zone's clock, milliseconds where there are
 * any, and how far that clock is from UTC, so that it is exact in autumn, too.
 */
export function stampOf(ms: number, zone: string): string {
  const { hour, minute, second } = wallOf(ms, zone)
  const rest = ((ms % 1000) + 1000) % 1000
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`
  const minutes = Math.round(offsetAt(ms, zone) / 60_000)
  const ahead = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
  return `${dayOf(ms, zone)} ${two(hour)}:${two(minute)}:${two(second)}${fraction}${offset}`
}
