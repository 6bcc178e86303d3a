import type { Language } from '../../words/index.ts'
import { isDay } from '../../contract/time/day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { wordsOf } from '../../words/program.ts'
import type { Cell } from '../table.ts'
import { plainText } from '../table.ts'
import type { FormColumn, FormSource } from './content.ts'
import { lastingText } from './lasting.ts'

/** How values read on paper in a language: rounded for display, with the language's signs. */
export interface Printed {
  /** `decimals` fixed, or as many as the number has; groups of three apart, a true minus. */
  number: (value: number, decimals?: number) => string
  /** `yyyy-mm-dd` as dd.mm.yyyy or as it is. */
  day: (day: string) => string
  /** The month of a day, as the language writes days. */
  month: (day: string) => string
  /** Unix ms by the report's clock, to the second. */
  time: (atMs: number) => string
  /** A day and the wall times at which a span of hours begins and ends: `2026-10-03 18:00–19:00`. */
  hours: (fromMs: number, toMs: number) => string
  /** `123:05`: hours and minutes. */
  duration: (ms: number) => string
}

/** Between groups of three digits; no line breaks there. */
const GROUP = '\u00a0'
const MINUS = '\u2212'
/** Noise of adding doubles lies behind these digits. */
const SIGNIFICANT = 12

export function inForm({ language, clock }: Pick<FormSource, 'language' | 'clock'>): Printed {
  return printedIn(language, clock.timeZone)
}

export function printedIn(language: Language, timeZone: string): Printed {
  const { decimal, day: order } = wordsOf(language).habits
  const clock = zoneClock(timeZone)
  const day = (text: string) => order.replace('yyyy', text.slice(0, 4)).replace('mm', text.slice(5, 7)).replace('dd', text.slice(8, 10))
  return {
    number(value, decimals) {
      const text = decimals === undefined ? plainDecimal(value) : value.toFixed(decimals)
      const [whole = '', fraction] = text.replace('-', '').split('.')
      const grouped = whole.length > 4 ? whole.replaceAll(/\B(?=(\d{3})+$)/g, GROUP) : whole
      const isNegative = text.startsWith('-') && /[1-9]/.test(text)
      return (isNegative ? MINUS : '') + grouped + (fraction === undefined ? '' : decimal + fraction)
    },
    day,
    month: (text) =>
      order
        .replace(/\W?dd\W?/, '')
        .replace('yyyy', text.slice(0, 4))
        .replace('mm', text.slice(5, 7)),
    time(atMs) {
      const wall = clock.wall(atMs)
      return `${day(wall)} ${wall.slice(11)}`
    },
    hours(fromMs, toMs) {
      const [began, ended] = [clock.wall(fromMs), clock.wall(toMs)]
      return `${day(began)} ${began.slice(11, 16)}–${ended.slice(11, 16)}`
    },
    duration(ms) {
      const minutes = Math.round(ms / MINUTE_MS)
      const perHour = HOUR_MS / MINUTE_MS
      return `${Math.floor(minutes / perHour)}:${String(minutes % perHour).padStart(2, '0')}`
    },
  }
}

function plainDecimal(value: number): string {
  const text = String(Number(value.toPrecision(SIGNIFICANT)))
  return text.includes('e') ? value.toFixed(SIGNIFICANT) : text
}

/** A cell as it stands on paper. */
export function printCell(cell: Cell, { kind, show, decimals }: FormColumn, printed: Printed): string {
  if (cell === null || cell === undefined) return ''
  if (show) return show(cell)
  if (typeof cell === 'number') {
    if (kind === 'time' || kind === 'instant') return printed.time(cell)
    if (kind === 'duration') return printed.duration(cell)
    if (kind === 'lasting') return lastingText(cell)
    return kind === 'value' ? printed.number(cell, decimals) : String(cell)
  }
  if (typeof cell === 'string' && kind === 'day' && isDay(cell)) return printed.day(cell)
  return plainText(cell)
}
