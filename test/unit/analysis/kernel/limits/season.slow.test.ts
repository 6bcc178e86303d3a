import { expect, test } from 'vitest'
import { projecting } from '../../../../../electron/analysis/kernel/limits/projection.ts'
import { addDays, dayNumber, dayOf, firstOfMonth } from '../../../../../electron/contract/time/day.ts'
import { seasonLines } from '../../../../support/season-lines.ts'

/**
 * Whether four of five projections come true, by date: all stations of a place have one weather, and whoever counts all dates
 * together does not see that in May and October every one of them missed. Histories of 480 days, each day of them a date.
 */

const HISTORY = 480
const STATIONS = 20

interface ByDate {
  /** Of each date the share of stations whose band held the end of the period. */
  held: Map<string, number>
  /** Of all bands. */
  all: number
  bands: number
  /** Dates and stations without a band. */
  without: number
}

/** The first day of the period of a date, and of the next one. */
function periodOf(day: string, months: number): [from: string, next: string] {
  const month = Number(day.slice(5, 7)) - 1
  const from = firstOfMonth(day, -(month % months))
  return [from, firstOfMonth(from, months)]
}

function coverage(first: string, seed: number, months: number): ByDate {
  const lines = seasonLines({ first, days: HISTORY + 100, stations: STATIONS, seed })
  const by: ByDate = { held: new Map(), all: 0, bands: 0, without: 0 }
  let held = 0
  const projections = lines.map((line) => projecting(line, 'none'))
  for (let at = 28; at < HISTORY; at++) {
    const day = addDays(first, at)
    const [from, until] = periodOf(day, months).map((one) => dayNumber(one) - dayNumber(first)) as [number, number]
    if (from < 0) continue
    let [hit, bands] = [0, 0]
    lines.forEach((line, nth) => {
      const found = projections[nth]?.(from, until, at)
      if (!found || found === 'short_history' || !found.band) return void by.without++
      const used = line.m3.subarray(from, until).reduce((sum, m3) => sum + m3, 0)
      bands++
      if (used >= found.band.low - 1e-6 && used <= found.band.high + 1e-6) hit++
    })
    held += hit
    by.bands += bands
    if (bands >= STATIONS / 2) by.held.set(dayOf(dayNumber(first) + at), hit / bands)
  }
  by.all = held / by.bands
  return by
}

const shareBelow = ({ held }: ByDate, share: number) => [...held.values()].filter((one) => one < share).length / held.size

test.each([
  ['2024-07-01', 1],
  ['2025-01-10', 2],
  ['2024-10-01', 3],
] as const)('from %s on: four of five bands hold, and hardly a date on which most of the stations miss', (first, seed) => {
  for (const months of [1, 3]) {
    const by = coverage(first, seed, months)
    console.log(
      `${first} ${months} months: ${by.all.toFixed(3)} of ${by.bands}, without ${by.without}; dates below half ${shareBelow(by, 0.5).toFixed(3)}, below 0.65 ${shareBelow(by, 0.65).toFixed(3)}`,
    )
    expect(by.bands).toBeGreaterThan(3_000)
    expect(by.all).toBeGreaterThanOrEqual(0.75)
    expect(by.all).toBeLessThanOrEqual(0.92)
    expect(shareBelow(by, 0.5)).toBeLessThanOrEqual(0.1)
  }
})
