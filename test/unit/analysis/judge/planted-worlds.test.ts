import { afterAll, expect, test } from 'vitest'
import type { ArchiveData } from '../../../../electron/analysis/kernel/data.ts'
import { PLANTED_RULES } from '../../../support/worlds/faults/index.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { calendarOf } from '../../../support/worlds/calendar.ts'
import { DEVICE_KINDS } from '../../../support/worlds/device-kind.ts'
import type { PlantedStation } from '../../../support/worlds/fault.ts'
import { gasOf } from '../../../support/worlds/gas.ts'
import { numRuns } from '../../book/fixtures.ts'
import { FAULTS, STATIONS, WORLD_SEEDS, world } from '../../../support/worlds/world.ts'

/** The planted worlds are what they say: the same in every process, sound but for their faults. */

const made = new Map<number, PlantedStation[]>()
afterAll(() => made.clear())

/** The stations of a world, made once for all that look at them. */
const stationsOf = (seed: number): readonly PlantedStation[] => {
  const { station } = world(seed)
  const stations = made.get(seed) ?? Array.from({ length: STATIONS }, (_, index) => station(index))
  made.set(seed, stations)
  return stations
}
const channel = (archive: ArchiveData | undefined, code: string): Float64Array =>
  archive?.channels.find(({ channelVarname }) => channelVarname === code)?.values ?? new Float64Array(0)

test('a station comes out the same whenever it is made', () => {
  const anew = () => {
    const { data, faults, echoes } = world(7).station(11)
    const { archives, settings, events, sessions } = data
    return { faults, echoes, settings, events, sessions, archives: archives.map(({ timesMs, channels }) => ({ timesMs, channels })) }
  }
  expect(anew()).toEqual(anew())
})

test('twenty-five faults a world and two limits exceeded, one a station at most, each kind as often as the others over all worlds', () => {
  const counts = new Map<string, number>()
  for (const seed of WORLD_SEEDS.sample.slice(0, numRuns(4, 40))) {
    const { station } = world(seed)
    const faults = Array.from({ length: STATIONS }, (_, index) => station(index).faults)
    expect(faults.flat()).toHaveLength(FAULTS + 2)
    expect(Math.max(...faults.map((some) => some.length))).toBe(1)
    for (const { rule } of faults.flat()) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  expect([...counts.keys()].toSorted()).toEqual([...PLANTED_RULES].toSorted())
})

test('a sound day is the sum of its hours, and each counter the sum of its periods', () => {
  let days = 0
  for (const { data, type, faults, echoes } of [...stationsOf(3), ...stationsOf(4)]) {
    // Where extra records are, an hour is told in parts or twice.
    if (type.archives !== 'full' || type.noise.includes('extra record')) continue
    // Exchanges and rollovers are traps with an echo of their own.
    if (faults.length > 0 || echoes.some(({ rule }) => rule === 'counter_decrease' || rule === 'missing_record')) continue
    const [hourly, daily] = data.archives
    const hours = channel(hourly, 'gas_consume')
    const counter = channel(hourly, 'reading_value')
    const sums = channel(daily, 'gas_consume')
    const ends = channel(daily, 'reading_value')
    let at = 0
    daily?.timesMs.forEach((endMs, day) => {
      let sum = 0
      const first = at
      for (; (hourly?.timesMs[at] ?? Infinity) <= endMs + 5 * MINUTE_MS; at++) sum += hours[at] as number
      expect(sum).toBeCloseTo(sums[day] as number, 6)
      expect(ends[day]).toBe(counter[at - 1])
      if (first > 0) expect((counter[at - 1] as number) - (counter[first - 1] as number)).toBeCloseTo(sum, 6)
      days++
    })
  }
  expect(days).toBeGreaterThan(1000)
})

test('where clocks change a year has one gas day of 23 hours and one of 25', () => {
  const berlin = stationsOf(1).find(({ data, type }) => data.gas.zone === 'Europe/Berlin' && type.archives === 'dailyAlone')
  const ends = berlin?.data.archives[0]?.timesMs ?? new Float64Array(0)
  const hours = [...ends].slice(1).map((endMs, at) => (endMs - (ends[at] as number)) / HOUR_MS)
  expect(hours.filter((one) => one !== 24).toSorted((a, b) => a - b)).toEqual([23, 25])
})

test('a works that rests on a day off does not start for the first hours of the Saturday after it', () => {
  const nowMs = Date.UTC(2024, 5, 1)
  const calendar = calendarOf(1, nowMs)
  const { weekday, hour, date } = calendar.wallOf('Europe/Moscow')
  const seeds = Array.from({ length: 40 }, (_, index) => index)
  const works = seeds
    .map((index) => gasOf(1, index, calendar, 'Europe/Moscow', 'fiveDays', 100, 300))
    .filter(({ noise }) => noise.join() === 'days off')
  expect(works.length).toBeGreaterThan(3)
  // Friday, 8 March 2024.
  const saturday = weekday.findIndex((day, at) => day === 5 && date[at] === 309 && hour[at] === 1)
  for (const { flow } of works) {
    const [before, first] = [flow[saturday - 1] as number, flow[saturday] as number]
    expect(first / before).toBeLessThan(1.3)
  }
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

test('each type of device and each kind of noise is among the stations', () => {
  const stations = [1, 2, 3].flatMap(stationsOf)
  const types = new Set(stations.flatMap(({ type }) => [type.archives, type.pressure, type.state]))
  for (const one of [...DEVICE_KINDS, 'gauge', 'absolute', 'mean', 'spot']) expect(types).toContain(one)
  const noise = new Set(stations.flatMap(({ type }) => type.noise))
  const kinds = ['burners', 'shifts', 'weekly', 'day kinds', 'days off', 'season', 'jitter', 'steady', 'drift', 'extra record']
  for (const one of kinds) expect(noise).toContain(one)
})

test('a device archives what its type says', () => {
  const codes = (type: string) => {
    const one = stationsOf(1).find((station) => station.type.archives === type && station.type.pressure !== 'none')
    return one?.data.archives.map(({ archiveType, channels }) => [archiveType, ...channels.map(({ channelVarname }) => channelVarname)])
  }
  expect(codes('hourlyVolumes')).toEqual([['hourly', 'gas_consume', 'Vwork', 'P', 'T']])
  expect(codes('counters')).toEqual(['hourly', 'daily'].map((archive) => [archive, 'VNakpriv', 'VNakwork', 'P', 'T']))
  expect(codes('dailyAlone')).toEqual([['daily', 'gas_consume', 'reading_value', 'Vwork', 'VNakwork', 'P', 'T']])
})

test('no hour of a sound station is stamped more than five minutes off', () => {
  for (const { data, type } of stationsOf(2)) {
    const [hourly] = data.archives
    if (hourly?.archiveType !== 'hourly' || type.noise.includes('extra record')) continue
    const off = [...hourly.timesMs].map((atMs) => Math.abs(atMs - Math.round(atMs / HOUR_MS) * HOUR_MS))
    // An extra record that was planted lies between the hours.
    expect(off.filter((one) => one > 5 * MINUTE_MS).length).toBeLessThan(4)
  }
})

test('seeds that are held out are no others', () => {
  expect(WORLD_SEEDS.all.filter((seed) => WORLD_SEEDS.heldOut.includes(seed))).toEqual([])
})
