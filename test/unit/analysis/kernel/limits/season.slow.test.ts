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
/** Dates between two that are looked at: neighbours share nearly all of their days. */
const STEP = 3

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
  for (let at = 28; at < HISTORY; at += STEP) {
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

/** The first day of the history, which is its seed too: they begin at all times of the year. */
const WORLDS = [
  '2024-07-01',
  '2025-01-10',
  '2024-10-01',
  '2024-04-01',
  '2024-01-15',
  '2024-05-20',
  '2024-03-01',
  '2024-08-15',
  '2024-12-01',
  '2025-02-15',
  '2024-06-10',
  '2024-11-05',
] as const

test.each([1, 3, 12])(
  'periods of %i months: four of five bands hold, by date, and hardly a date on which most of the stations miss',
  (months) => {
    const worlds = WORLDS.map((first, nth) => coverage(first, nth + 1, months))
    const dates = worlds.flatMap(({ held }) => [...held.values()])
    const mean = (shares: readonly number[]) => shares.reduce((sum, one) => sum + one, 0) / shares.length
    const sum = (of: (one: ByDate) => number) => worlds.reduce((all, one) => all + of(one), 0)
    const below = (share: number) => dates.filter((one) => one < share).length / dates.length
    const [byDate, bands, without] = [mean(dates), sum((one) => one.bands), sum((one) => one.without)]
    console.log(
      `${months} months: ${byDate.toFixed(3)} by date, ${(sum((one) => one.all * one.bands) / bands).toFixed(3)} of ${bands} bands, without ${without}`,
      `(${(without / (bands + without)).toFixed(2)}); dates below half ${below(0.5).toFixed(3)}; worlds ${worlds.map(({ held }) => mean([...held.values()]).toFixed(2)).join(' ')}`,
    )
    expect(bands).toBeGreaterThan(5_000)
    // What a year is like is one draw a world: three sets of worlds had 0.72 to 0.76.
    expect(byDate).toBeGreaterThanOrEqual(months === 12 ? 0.7 : 0.75)
    expect(byDate).toBeLessThanOrEqual(0.85)
    expect(below(0.5)).toBeLessThanOrEqual(months === 12 ? 0.2 : 0.1)
  },
)
