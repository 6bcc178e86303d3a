import { recordPeriod } from '../../../../../electron/contract/archives.ts'
import { addDays } from '../../../../../electron/contract/time/day.ts'
import { gasDayAt, gasDaySpan, gasPeriod, type GasClock, type TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { cellKindsOf } from '../../../../charts/carpet/cells.ts'
import type { CellKind } from '../../../../places/readings.ts'

/** Steps from which on an archive whose code says nothing counts as one of days or of months. */
const DAILY_MS = DAY_MS - HOUR_MS
const MONTHLY_MS = 25 * DAY_MS

/** The least time that a cell covers: a record's, or an hour of shorter records. */
export function finestCells(archiveType: string, stepMs: number | null): CellKind {
  const named = recordPeriod(archiveType)
  if (named) return named
  if (stepMs === null || stepMs < DAILY_MS) return 'hour'
  return stepMs < MONTHLY_MS ? 'day' : 'month'
}

/** More cells can neither be told apart nor be drawn while somebody waits: 25 years of hours. */
const MOST_CELLS = 25 * 8784
const CELL_MS = { hour: HOUR_MS, day: DAY_MS, month: MONTHLY_MS }

/** The spans that cells may cover: not less than a record, and not so little that there are too many; months always. */
export const kindsFor = (finest: CellKind, { fromMs, toMs }: TimeSpan): readonly CellKind[] =>
  cellKindsOf(finest).filter((kind) => kind === 'month' || (toMs - fromMs) / CELL_MS[kind] <= MOST_CELLS)

/** Longer than any year: the same day of the year before is there too. */
const YEAR_DAYS = 366

/** The time that a carpet shows at first: the last year of an archive, or all of a shorter one. */
export function yearBack(whole: TimeSpan, gas: GasClock): TimeSpan {
  const last = gasDayAt(whole.toMs - 1, gas)
  const { fromMs } = gasDaySpan(addDays(last, 1 - YEAR_DAYS), last, gas)
  return { fromMs: Math.max(fromMs, whole.fromMs), toMs: whole.toMs }
}

/** The days before and after a cell that the line chart shows with it. */
const AROUND = { hour: 1, day: 15, month: 183 } as const

/** The time that the line chart shows of a cell: a coarse cell itself, one as long as a record with its neighbours. */
export function spanAround(cell: TimeSpan, kind: CellKind, finest: CellKind, gas: GasClock): TimeSpan {
  const day = gasDayAt(cell.fromMs, gas)
  if (kind === 'month' && finest !== 'month') return gasPeriod(day, 'month', gas)
  const around = AROUND[finest]
  return gasDaySpan(addDays(day, -around), addDays(day, around), gas)
}
