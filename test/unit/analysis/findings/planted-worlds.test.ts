import { expect, test } from 'vitest'
import type { ArchiveData } from '../../../../electron/analysis/findings/data.ts'
import { PLANTED_RULES } from '../../../support/worlds/faults/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import type { PlantedStation } from '../../../support/worlds/fault.ts'
import { FAULTS, STATIONS, WORLDS, world } from '../../../support/worlds/world.ts'

/** The planted worlds are what they say: the same in every process, sound but for their faults. */

const stationsOf = (seed: number): PlantedStation[] => {
  const { station } = world(seed)
  return Array.from({ length: STATIONS }, (_, index) => station(index))
}
const channel = (archive: ArchiveData | undefined, code: string): Float64Array =>
  archive?.channels.find(({ channelVarname }) => channelVarname === code)?.values ?? new Float64Array(0)

test('a station comes out the same whenever it is made', () => {
  const made = () => {
    const { data, faults, echoes } = world(7).station(11)
    const { archives, settings, events, sessions } = data
    return { faults, echoes, settings, events, sessions, archives: archives.map(({ timesMs, channels }) => ({ timesMs, channels })) } // oxfmt-ignore
  }
  expect(made()).toEqual(made())
})

test('twenty-five faults a world, one a station at most, each kind as often as the others over all worlds', () => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= WORLDS; seed += 10) {
    const faults = stationsOf(seed).map((station) => station.faults)
    expect(faults.flat()).toHaveLength(FAULTS)
    expect(Math.max(...faults.map((some) => some.length))).toBe(1)
    for (const { rule } of faults.flat()) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  expect([...counts.keys()].toSorted()).toEqual([...PLANTED_RULES].toSorted())
})

test('a sound day is the sum of its hours, and each counter the sum of its periods', () => {
  let days = 0
  for (const { data, faults, echoes } of stationsOf(3)) {
    // Exchanges and rollovers are traps with an echo of their own.
    if (faults.length > 0 || echoes.some(({ rule }) => rule === 'counter_decrease' || rule === 'missing_record'))
      continue
    const [hourly, daily] = data.archives
    const hours = channel(hourly, 'gas_consume')
    const counter = channel(hourly, 'reading_value')
    const sums = channel(daily, 'gas_consume')
    const ends = channel(daily, 'reading_value')
    let at = 0
    daily?.timesMs.forEach((endMs, day) => {
      let sum = 0
      const first = at
      for (; (hourly?.timesMs[at] ?? Infinity) <= endMs; at++) sum += hours[at] as number
      expect(sum).toBeCloseTo(sums[day] as number, 6)
      expect(ends[day]).toBe(counter[at - 1])
      if (first > 0) expect((counter[at - 1] as number) - (counter[first - 1] as number)).toBeCloseTo(sum, 6)
      days++
    })
  }
  expect(days).toBeGreaterThan(3000)
})

test('where clocks change a year has one gas day of 23 hours and one of 25', () => {
  const berlin = stationsOf(1).find(({ data }) => data.gas.zone === 'Europe/Berlin')
  const ends = berlin?.data.archives[1]?.timesMs ?? new Float64Array(0)
  const hours = [...ends].slice(1).map((endMs, at) => (endMs - (ends[at] as number)) / HOUR_MS)
  expect(hours.filter((one) => one !== 24).toSorted((a, b) => a - b)).toEqual([23, 25])
})

test('what is due is there or has a reason', () => {
  for (const { data } of stationsOf(4)) {
    for (const { due, timesMs } of data.archives) {
      const present = due?.present.reduce((sum, one) => sum + one, 0) ?? 0
      expect(present).toBeLessThanOrEqual(timesMs.length)
      for (let place = 0; due && place < due.due.length; place++) {
        if (due.present[place] === 0) expect(['empty', 'never', 'not_transmitted']).toContain(due.reasonAt(place))
      }
    }
  }
})
