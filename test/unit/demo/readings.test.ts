import { describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../electron/demo/world/index.ts'
import type { WireReading, WireValue } from '../../../electron/demo/world/wire.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const world = createWorld({ stations: 150, seed: 7, now: () => NOW })
const HOUR_S = 3600

const stations = [...world.stations()]
const byType = (varname: string) => {
  const found = stations.find((station) => station.equipment_type_varname === varname && station.equipment_id !== null)
  if (!found) throw new Error(`no ${varname}`)
  return found.equipment_id as number
}
const corrector = byType('korund_270')

function values(record: WireReading): Record<string, WireValue> {
  return Object.assign({}, ...record.channel_data) as Record<string, WireValue>
}
const number = (record: WireReading, code: string): number => Number(values(record)[code])

describe('readings', () => {
  test('volumes are exactly what the counters advance by', () => {
    const hours = [...world.readings(corrector, 'hourly', 'general', '2025-01-01', '2025-12-31')]
    let compared = 0
    hours.forEach((record, i) => {
      const before = hours[i - 1]
      if (!before || record.event_time - before.event_time !== HOUR_S) return
      compared++
      expect(number(record, 'Vpriv')).toBeGreaterThan(0)
      expect(number(record, 'VNakpriv') - number(before, 'VNakpriv')).toBeCloseTo(number(record, 'Vpriv'), 6)
      expect(number(record, 'VNakwork') - number(before, 'VNakwork')).toBeCloseTo(number(record, 'Vwork'), 6)
    })
    expect(compared).toBeGreaterThan(8000)
  })

  test('a day is the sum of the 24 hours up to 10:00 in Moscow', () => {
    const hours = new Map(
      [...world.readings(corrector, 'hourly', 'general', '2025-01-01', '2025-04-30')].map((record) => [record.event_time, record]),
    )
    let compared = 0
    for (const day of world.readings(corrector, 'daily', 'general', '2025-01-03', '2025-04-30')) {
      const of = Array.from({ length: 24 }, (_, i) => hours.get(day.event_time - i * HOUR_S))
      if (of.includes(undefined)) continue
      compared++
      expect(new Date(day.event_time * 1000).getUTCHours()).toBe(7)
      const sum = of.reduce((total, record) => total + number(record as WireReading, 'Vpriv'), 0)
      expect(sum).toBeCloseTo(number(day, 'Vpriv'), 6)
    }
    expect(compared).toBeGreaterThan(90)
  })

  test('pressure and temperature are plausible and explain the standard volume', () => {
    for (const record of world.readings(corrector, 'daily', 'general')) {
      const { P, T, Vpriv, Vwork } = values(record)
      if (typeof P !== 'number' || typeof T !== 'number') continue
      expect(P).toBeGreaterThan(0.1)
      expect(P).toBeLessThan(1)
      expect(Math.abs(T)).toBeLessThan(30)
      const computed = Number(Vwork) * (P / 0.101325) * (293.15 / (T + 273.15))
      expect(computed / Number(Vpriv)).toBeCloseTo(1, 2)
    }
  })

  test('winter takes more than summer', () => {
    const month = (from: string, to: string) =>
      [...world.readings(corrector, 'daily', 'general', from, to)].reduce((sum, record) => sum + number(record, 'Vpriv'), 0)
    expect(month('2026-01-05', '2026-01-31')).toBeGreaterThan(1.3 * month('2026-07-05', '2026-07-31'))
  })

  test('the unified view has the same numbers as strings under its own codes', () => {
    const span = ['2026-03-01', '2026-03-05'] as const
    const general = [...world.readings(corrector, 'hourly', 'general', ...span)]
    const unified = [...world.readings(corrector, 'hourly', 'unified', ...span)]
    expect(unified.length).toBe(general.length)
    unified.forEach((record, i) => {
      const own = values(general[i] as WireReading)
      expect(values(record).gas_consume).toBe(String(own.Vpriv))
      expect(values(record).reading_value).toBe(String(own.VNakpriv))
      expect(Object.keys(values(record)).sort()).toEqual(['P', 'T', 'VNakwork', 'Vwork', 'gas_consume', 'reading_value'])
    })
    expect(world.readings(byType('dozor_grp'), 'hourly', 'unified').total).toBe(0)
  })

  test('entries come in many orders; some values are null, some words', () => {
    const records = [...world.readings(corrector, 'hourly', 'general', '2026-01-01', '2026-06-30')]
    const orders = new Set(records.map((record) => record.channel_data.map((entry) => Object.keys(entry)[0]).join()))
    expect(orders.size).toBeGreaterThan(500)
    const odd = records.flatMap((record) => Object.values(values(record))).filter((value) => typeof value !== 'number')
    expect(new Set(odd)).toEqual(new Set([null, '---']))
  })

  test('hours are missing, days are missing', () => {
    const hours = world.readings(corrector, 'hourly', 'general', '2025-01-01', '2025-12-31').total
    expect(hours).toBeLessThan(365 * 24)
    expect(hours).toBeGreaterThan(365 * 24 * 0.97)
    expect(world.readings(corrector, 'daily', 'general', '2024-01-01', '2025-12-31').total).toBeLessThan(731)
  })

  test('an exchanged meter begins anew and has another serial number', () => {
    const station = stations
      .filter((each) => each.equipment_type_varname !== 'potok_d')
      .find((each) => restarts(world, each.equipment_id ?? 0, 'VNakpriv', 1e8).length > 0)
    expect(station?.equipment_id).not.toBeNull()
    const [at] = restarts(world, station?.equipment_id as number, 'VNakpriv', 1e8)
    const serialAt = (ms: number) =>
      [...createWorld({ stations: 150, seed: 7, now: () => ms }).stations()].find((each) => each.id === station?.id)
        ?.equipment_serial_number
    expect(serialAt(((at as number) - 86_400 * 2) * 1000)).not.toBe(serialAt(((at as number) + 86_400) * 1000))
  })

  test('a big counter wraps at 10^8', () => {
    const wrapping = byType('potok_d')
    const [at] = restarts(world, wrapping, 'VNakpriv', 1e7)
    const around = [...world.readings(wrapping, 'daily', 'general')]
    const i = around.findIndex((record) => record.event_time === at)
    const [before, after] = [around[i - 1] as WireReading, around[i] as WireReading]
    expect(after.event_time - before.event_time).toBe(86_400)
    expect(number(after, 'VNakpriv') + 1e8 - number(before, 'VNakpriv')).toBeCloseTo(number(after, 'Vpriv'), 4)
  })

  test('every archive that the channel directory names has records with exactly its channels', () => {
    for (const type of world.equipmentTypes()) {
      const equipment = byType(stations.find((each) => each.equipment_type_id === type.id)?.equipment_type_varname ?? '')
      const channels = [...world.channels(type.id)]
      for (const archive of new Set(channels.map((channel) => channel.archive_type_varname))) {
        const list = world.readings(equipment, archive, 'general', '2026-08-01', '2026-11-20')
        expect(list.total, `${type.name} ${archive}`).toBeGreaterThan(2)
        const named = channels.filter((channel) => channel.archive_type_varname === archive).map((each) => each.channel_varname)
        for (const record of list.slice(0, 5)) expect(Object.keys(values(record)).sort()).toEqual(named.toSorted())
      }
    }
  })
})

function restarts(of: World, equipmentId: number, code: string, below: number): number[] {
  const out: number[] = []
  let last = 0
  for (const record of of.readings(equipmentId, 'daily', 'general')) {
    const value = number(record, code)
    if (value < last && value < below) out.push(record.event_time)
    last = value
  }
  return out
}
