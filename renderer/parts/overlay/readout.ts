import { useI18n } from 'vue-i18n'
import type { Measure } from '../../../electron/contract/overlaid.ts'
import { nearestRow } from '../../charts/columns.ts'
import { digitsOf } from '../../charts/numbers.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useUnits } from '../../stores/words/units.ts'
import { rowAt, type ShownLine } from './lines.ts'

/** The numbers of a line at a position, or of all of it. */
export interface Reading {
  value: string
  difference: string
  /** The value as the device sent it, where it is shown in another unit. */
  sent: string | undefined
  /** With a point a day: how complete it is, where it lacks records. */
  lacks: string | null
}

/** The position of the point nearest to the crosshair among lines; null without any. */
export function nearestPosition(lines: readonly ShownLine[], ms: number): number | null {
  let best: number | null = null
  for (const { positions, values } of lines) {
    const row = nearestRow(positions, ms)
    const at = positions[row]
    if (at === undefined || Number.isNaN(values[row])) continue
    if (best === null || Math.abs(at - ms) < Math.abs(best - ms)) best = at
  }
  return best
}

/** Numbers of lines in words, differences with their sign; the unit stands above them. */
export function useReadout(measure: () => Measure) {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const { sentOf } = useUnits()
  const text = (value: number) => {
    if (Number.isNaN(value)) return '—'
    return format.number(value, measure() === 'share' ? 1 : digitsOf(value))
  }
  const signed = (value: number) => (value > 0 ? `+${text(value)}` : text(value))

  /** At a position; without one the mean of the line. */
  function read(line: ShownLine, position: number | null, baseline: ShownLine | undefined): Reading {
    const isBaseline = line.place === baseline?.place
    if (line.hindrance !== null) return { value: '', difference: '', sent: undefined, lacks: null }
    if (position === null) {
      const mean = line.shownMean
      const other = baseline && baseline.hindrance === null ? baseline.shownMean : NaN
      // Each share of a mean has a mean of 100 %.
      const differs = !isBaseline && measure() === 'value'
      const difference = differs ? signed(mean - other) : ''
      return { value: text(mean), difference, sent: sentOf(mean, line.unit), lacks: null }
    }
    const row = rowAt(line, position)
    const complete = line.complete?.[row] ?? 1
    const value = line.shown[row] ?? NaN
    return {
      value: text(value),
      sent: sentOf(value, line.unit),
      difference: isBaseline ? '' : signed(line.differences[row] ?? NaN),
      lacks: complete < 1 ? t('overlay.lacks', { share: format.percent(complete) }) : null,
    }
  }
  return { read }
}
