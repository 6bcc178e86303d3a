/**
 * Wall-clock time of an IANA zone, fast enough for millions of rows: the zone's offset is asked of Intl once
 * a UTC day, and again only on the days where it changes.
 */
export interface ZoneClock {
  readonly timeZone: string
  /** What the zone adds to UTC at that instant, ms. */
  offsetMs(atMs: number): number
  /** `yyyy-mm-dd hh:mm:ss`, with `.mmm` when asked: wall time, no zone in it. */
  wall(atMs: number, withMs?: boolean): string
  /** ISO 8601 with the zone's offset: `2026-01-31T10:00:00.000+03:00`. */
  iso(atMs: number): string
  /** First millisecond of a calendar day of the zone. */
  dayStartMs(day: string): number
  /** When the zone's clocks first show an hour of a day (or a later one, where they skip it). */
  hourOfDayMs(day: string, hour: number): number
  /** Last millisecond of a calendar day of the zone. */
  dayEndMs(day: string): number
}

const DAY_MS = 86_400_000

/** @throws RangeError when the runtime does not know the zone. */
export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  const steadyDays = new Map<number, number | null>()

  function ask(atMs: number): number {
    const name = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
    const match = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name)
    if (!match?.[1]) return 0
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)
    return (match[1] === '-' ? -seconds : seconds) * 1000
  }

  function offsetMs(atMs: number): number {
    const day = Math.floor(atMs / DAY_MS)
    let steady = steadyDays.get(day)
    if (steady === undefined) {
      const first = ask(day * DAY_MS)
      steady = first === ask((day + 1) * DAY_MS) ? first : null
      steadyDays.set(day, steady)
    }
    return steady ?? ask(atMs)
  }

  function hourOfDayMs(day: string, hour: number): number {
    const asUtcMs = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
    // The offset before a change of the clocks and the one after it: where they differ, the earlier moment counts
    // unless the clocks do not yet show the hour then.
    const [first, second] = [-DAY_MS, DAY_MS]
      .map((away) => asUtcMs - offsetMs(asUtcMs + away))
      .sort((a, b) => a - b) as [number, number]
    return first + offsetMs(first) >= asUtcMs ? first : second
  }
  const dayStartMs = (day: string) => hourOfDayMs(day, 0)

  const shifted = (atMs: number) => new Date(atMs + offsetMs(atMs)).toISOString()

  return {
    timeZone,
    offsetMs,
    wall: (atMs, withMs = false) =>
      shifted(atMs)
        .slice(0, withMs ? 23 : 19)
        .replace('T', ' '),
    iso: (atMs) => shifted(atMs).slice(0, -1) + offsetText(offsetMs(atMs)),
    dayStartMs,
    hourOfDayMs,
    dayEndMs: (day) => dayStartMs(nextDay(day)) - 1,
  }
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
