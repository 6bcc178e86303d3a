import { useI18n } from 'vue-i18n'
import { recordPeriod } from '../../../electron/contract/archives.ts'
import { isOneMonth } from '../../../electron/contract/overlaid.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { tickLabel, type Tick } from '../../charts/ticks.ts'
import { useFormat } from '../../stores/words/format.ts'
import type { OverlayData } from './use-lines.ts'

/** Positions on the axis are wall times as if they were UTC. */
const AXIS_ZONE = 'UTC'
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** The days of the axis are days of the calendar, of any year, of any month, or of a span. */
type AxisDays = 'date' | 'dayOfYear' | 'dayOfMonth' | 'dayOfSpan'

const isOneYear = ({ from, to }: Span) => from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`

function axisDaysOf({ stations, from, to, step }: Pick<OverlayData, 'stations' | 'from' | 'to' | 'step'>): AxisDays {
  if (stations > 1) return 'date'
  if (step === 'year') return 'dayOfYear'
  return isOneMonth({ from, to }) ? 'dayOfMonth' : 'dayOfSpan'
}

/** Positions and periods of an overlay in words. */
export function usePositionWords(data: () => OverlayData) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const said = (options: Intl.DateTimeFormatOptions, ms: number) =>
    new Intl.DateTimeFormat(format.locale.value, { ...options, timeZone: AXIS_ZONE }).format(ms)
  /** Which day of the axis a position lies in, from 1. */
  const nth = (position: number) => Math.floor((position - data().axis.fromMs) / DAY_MS) + 1

  function tick(mark: Tick): string {
    const days = axisDaysOf(data())
    const isDay = mark.level !== 'hour' && mark.level !== 'minute'
    if (days === 'date' || !isDay) return tickLabel(mark, format.locale.value, AXIS_ZONE)
    if (days === 'dayOfYear')
      return tickLabel({ ...mark, level: mark.level === 'year' ? 'month' : mark.level }, format.locale.value, AXIS_ZONE)
    if (days === 'dayOfMonth') return said({ day: 'numeric' }, mark.atMs)
    return String(Math.round((mark.atMs - startOfDay(data().axis.fromMs)) / DAY_MS) + 1)
  }

  /** The gas day of the axis that a position lies in; what closes a day belongs to it. */
  function dayWords(position: number): string {
    const beginMs = data().axis.fromMs
    const day = dayAt(position - 1 - (beginMs - startOfDay(beginMs)))
    switch (axisDaysOf(data())) {
      case 'date':
        return format.day(day)
      case 'dayOfYear':
        return format.dayRange(day, day)
      case 'dayOfMonth':
        return t('overlay.dayOfMonth', { n: Number(day.slice(8)) })
      case 'dayOfSpan':
        return t('overlay.dayOfSpan', { n: nth(position - 1) })
    }
  }

  /** A position of the crosshair: a gas day, or a time by the clock. */
  function position(at: number): string {
    const { points, archiveType } = data()
    const covers = archiveType === null ? null : recordPeriod(archiveType)
    if (covers === 'month') return axisDaysOf(data()) === 'dayOfYear' ? said({ month: 'long' }, at) : format.month(dayAt(at))
    if (points === 'day' || covers === 'day') return t('overlay.gasDay', { day: dayWords(at) })
    const clock = said(CLOCK, at)
    switch (axisDaysOf(data())) {
      case 'date':
        return `${format.day(dayAt(at))} ${clock}`
      case 'dayOfYear':
        return `${format.dayRange(dayAt(at), dayAt(at))}, ${clock}`
      case 'dayOfMonth':
        return `${t('overlay.dayOfMonth', { n: Number(dayAt(at).slice(8)) })}, ${clock}`
      case 'dayOfSpan':
        return `${dayWords(at)}, ${clock}`
    }
  }

  /** A period by the shortest name it has. */
  function period({ from, to }: Span): string {
    if (isOneYear({ from, to })) return from.slice(0, 4)
    return isOneMonth({ from, to }) ? format.month(from) : format.days(from, to)
  }
  return { tick, position, period }
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS
