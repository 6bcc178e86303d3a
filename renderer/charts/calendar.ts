import { addDays, dayNumber, dayOf } from '../../electron/contract/time/day.ts'

/** Width and height of a calendar cell including its gap, px. */
export const CELL = 13

/** A calendar year; days after `today` are drawn as future. */
export interface CalendarYear {
  year: number
  /** `yyyy-mm-dd`. */
  today: string
}

export interface Cell {
  day: string
  x: number
  y: number
  future: boolean
}

/** Monday is 0. Day number 0, 1 January 1970, was a Thursday. */
const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7
const firstOf = (year: number): number => dayNumber(`${String(year).padStart(4, '0')}-01-01`)

/** The cells of all days of the year: one column per week, one row per weekday, Monday on top. */
export function cellsOf({ year, today }: CalendarYear): Cell[] {
  const first = firstOf(year)
  const lead = weekday(first)
  const last = firstOf(year + 1)
  const now = dayNumber(today)
  return Array.from({ length: last - first }, (_, index) => {
    const place = index + lead
    return {
      day: dayOf(first + index),
      x: Math.floor(place / 7) * CELL,
      y: (place % 7) * CELL,
      future: first + index > now,
    }
  })
}

/** The day under a point of the calendar; null outside the year. */
export function dayAt({ year }: CalendarYear, x: number, y: number): string | null {
  const week = Math.floor(x / CELL)
  const row = Math.floor(y / CELL)
  if (week < 0 || row < 0 || row > 6) return null
  const first = firstOf(year)
  const day = first + week * 7 + row - weekday(first)
  return day < first || day >= firstOf(year + 1) ? null : dayOf(day)
}

/** Each month's name stands above its first whole week. */
export function monthsOf({ year }: CalendarYear): { month: number; x: number }[] {
  const first = firstOf(year)
  const lead = weekday(first)
  return Array.from({ length: 12 }, (_, index) => {
    const month = dayNumber(`${String(year).padStart(4, '0')}-${String(index + 1).padStart(2, '0')}-01`)
    return { month: index + 1, x: Math.ceil((month - first + lead) / 7) * CELL }
  })
}

/** All years from the newest to the oldest of the days, the current one included. */
export function yearsOf(days: readonly string[], today: string): number[] {
  const thisYear = Number(today.slice(0, 4))
  const first = Math.min(thisYear, ...days.map((day) => Number(day.slice(0, 4))))
  const last = Math.max(thisYear, ...days.map((day) => Number(day.slice(0, 4))))
  return Array.from({ length: last - first + 1 }, (_, index) => last - index)
}

/** The day that a key moves to: arrows go a day up or down and a week sideways, Home and End to the ends of the year; null for other keys. */
export function dayAfterKey(day: string, key: string): string | null {
  const steps: Record<string, number> = {
    ArrowUp: -1,
    ArrowDown: 1,
    ArrowLeft: -7,
    ArrowRight: 7,
    PageUp: -28,
    PageDown: 28,
  }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'Home') return `${day.slice(0, 4)}-01-01`
  if (key === 'End') return `${day.slice(0, 4)}-12-31`
  return null
}
