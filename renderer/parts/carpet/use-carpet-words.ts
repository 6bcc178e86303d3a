import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { utcMidnight } from '../../../electron/contract/time/day.ts'
import { gasDayAt } from '../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import type { CarpetCells } from '../../charts/carpet/cells.ts'
import type { CarpetWords } from '../../charts/carpet/paint.ts'
import { rangeDecimals, type CarpetRange } from '../../charts/carpet/range.ts'
import { digitsOf } from '../../charts/numbers.ts'
import { useFormat } from '../../stores/words/format.ts'

/** 1 January 1970 was a Thursday, so the 5th was a Monday. */
const MONDAY = utcMidnight('1970-01-05')
const DAY = utcMidnight('1970-01-06') - MONDAY

/** The words on a carpet and about its cells, in the language and the number format of the window. */
export function useCarpetWords() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  /** Days of the service have no zone. */
  const written = (options: Intl.DateTimeFormatOptions) => {
    const intl = new Intl.DateTimeFormat(format.locale.value, { ...options, timeZone: 'UTC' })
    return (day: string) => intl.format(utcMidnight(day))
  }
  // A formatter takes longer to make than a frame has: cells are named while the pointer moves over them.
  const longDay = computed(() => written({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }))
  const hour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

  /** The words of the picture; the values have as many decimals as the range can tell apart. */
  function drawn(range: CarpetRange | null): CarpetWords {
    const decimals = range ? rangeDecimals(range) : 0
    const day = written({ day: 'numeric' })
    const month = written({ month: 'short' })
    const dayMonth = written({ day: 'numeric', month: 'short' })
    const weekday = new Intl.DateTimeFormat(format.locale.value, { weekday: 'short', timeZone: 'UTC' })
    return {
      hour,
      weekday: (at) => weekday.format(MONDAY + at * DAY),
      tick: ({ day: date, level, align }) => {
        if (level === 'day') return day(date)
        if (align === 'center' && level === 'month') return date.endsWith('-01') ? month(date) : dayMonth(date)
        return level === 'year' ? `${month(date)} ${date.slice(0, 4)}` : month(date)
      },
      hours: (hours) => t('carpet.hours', { n: format.number(hours) }),
      value: (value) => format.fixed(value, decimals),
    }
  }

  /** A value as exactly as the line chart reads it, with its unit. */
  const exact = (value: number, unit: string | null) => format.beside(format.number(value, digitsOf(value)), unit)

  /** The span of a cell: 'Mon, 12 Jan 2026, 13:00–14:00', with the clock's offset where the hour comes twice. */
  function cellName(cells: CarpetCells, cell: number): string {
    const fromMs = cells.fromMs[cell] ?? 0
    const toMs = cells.toMs[cell] ?? 0
    if (cells.kind === 'month') return format.month(gasDayAt(fromMs, cells.gas))
    if (cells.kind === 'day') return longDay.value(gasDayAt(fromMs, cells.gas))
    const clock = zoneClock(cells.gas.zone)
    // By the clock with which the hour begins: one that is put back would end the hour where it began.
    const ends = new Date(clock.wallMs(fromMs) + toMs - fromMs).toISOString()
    const name = `${longDay.value(clock.dayAt(fromMs))}, ${clock.wall(fromMs).slice(11, 16)}–${ends.slice(11, 16)}`
    if (!cells.half[cell]) return name
    const offset = /UTC[^)]*/.exec(format.zoneLabel(fromMs))?.[0] ?? ''
    return t(`carpet.half${cells.half[cell] === 1 ? 1 : 2}`, { hour: name, offset })
  }

  /** More about a cell's time: its gas day, where that is another than the calendar's; its length, where the clocks change. */
  function cellDay(cells: CarpetCells, cell: number): string[] {
    if (cells.kind === 'month') return []
    const fromMs = cells.fromMs[cell] ?? 0
    const day = gasDayAt(fromMs, cells.gas)
    const notes: string[] = []
    const other = cells.kind === 'hour' && zoneClock(cells.gas.zone).dayAt(fromMs) !== day
    if (other) notes.push(t('carpet.gasDay', { day: format.day(day) }))
    const hours = hoursOf(cells, cell)
    if (hours !== null) notes.push(t('carpet.changedDay', { n: format.number(hours) }))
    return notes
  }

  return { drawn, exact, cellName, cellDay }
}

/** The hours of a cell's gas day where the clocks change in it; null on other days. */
function hoursOf(cells: CarpetCells, cell: number): number | null {
  if (cells.kind === 'day') {
    const hours = ((cells.toMs[cell] ?? 0) - (cells.fromMs[cell] ?? 0)) / HOUR_MS
    return hours === 24 ? null : hours
  }
  const { block, column } = cells
  return cells.changes.find((change) => change.block === block[cell] && change.column === column[cell])?.hours ?? null
}
