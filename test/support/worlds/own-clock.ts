import type { DueData } from '../../../electron/analysis/kernel/data.ts'
import { dueTimes, presentAt } from '../../../electron/book/completeness/due.ts'
import { rhythmOf } from '../../../electron/book/completeness/rhythm.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { HOURLY, type Site } from './site.ts'

/**
 * Stamps records by the device's own clock. Which of them are the records that are due then says the book, not the truth.
 */
export function onItsClock<Table extends { timesMs: Float64Array; due: DueData | null }>(
  { stamps, gas, calendar, days }: Site,
  table: Table,
  { places }: { places: Int32Array },
): Table {
  if (stamps.mostMs === 0) return table
  const first = days[0]?.from ?? 0
  const { hourEndMs } = calendar
  const offsets = new Map(Array.from(places, (place) => [hourEndMs[place + first] as number, stamps.offsetMs(place)]))
  const timesMs = table.timesMs.map((atMs) => atMs + (offsets.get(Math.ceil(atMs / HOUR_MS) * HOUR_MS) ?? 0))
  const rhythm = rhythmOf(HOURLY, timesMs, gas)
  if (!rhythm) return { ...table, timesMs, due: null }
  const whole = table.due?.due ?? new Float64Array(0)
  const span = { fromMs: (whole[0] ?? 0) - HOUR_MS / 2, toMs: (whole.at(-1) ?? 0) + HOUR_MS / 2 }
  const due = dueTimes(rhythm, span)
  const nearest = (dueMs: number) => Math.round((dueMs - (whole[0] ?? 0)) / HOUR_MS)
  return {
    ...table,
    timesMs,
    due: {
      due,
      present: presentAt(rhythm, due, timesMs),
      reasonAt: (place) => table.due?.reasonAt(nearest(due[place] as number)) ?? 'empty',
    },
  }
}
