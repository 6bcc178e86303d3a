/**
 * Gas days by what the runtime's calendar (Intl) shows alone: nothing of the program's kernel for time. Tests compare the
 * program's sums with it.
 */
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What the clocks of a zone show: day and hour. */
function wallOf(zone: string): (atMs: number) => { day: string; hour: number; minute: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (atMs) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    return {
      day: `${parts['year']}-${parts['month']}-${parts['day']}`,
      hour: Number(parts['hour']),
      minute: Number(parts['minute']),
    }
  }
}

/** The gas day of a record, by its stamp: that of the moment before, because a stamp closes what it covers. */
export function gasDays(zone: string, contractHour: number): (atMs: number) => string {
  const wall = wallOf(zone)
  const known = new Map<number, string>()
  const find = (atMs: number): string => {
    const { day, hour } = wall(atMs - 1)
    return hour >= contractHour ? day : new Date(Date.parse(`${day}T00:00Z`) - DAY).toISOString().slice(0, 10)
  }
  return (atMs) => {
    const name = known.get(atMs) ?? find(atMs)
    known.set(atMs, name)
    return name
  }
}

/** The moment at which a gas day begins: its first half hour follows. */
export function beginningOf(day: string, dayOf: (atMs: number) => string): number {
  for (let atMs = Date.parse(`${day}T00:00Z`) - DAY; ; atMs += HOUR / 2) if (dayOf(atMs + HOUR / 2) === day) return atMs
}

/** The full hour at or after the clock time of the stamps; the later one where summer time makes two of it. */
export function closingHourOf(stampsMs: readonly number[], zone: string): number {
  const wall = wallOf(zone)
  const hours = stampsMs.map(wall).map(({ hour, minute }) => (minute > 0 ? hour + 1 : hour))
  return Math.max(...hours)
}
