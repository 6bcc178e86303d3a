import { describe, expect, test } from 'vitest'
import { createWorld, EVENT_ARCHIVES } from '../../../electron/demo/world/index.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const world = createWorld({ stations: 150, seed: 7, now: () => NOW })

const stations = [...world.stations()]
const byType = (varname: string) => {
  const found = stations.find((station) => station.equipment_type_varname === varname && station.equipment_id !== null)
  if (!found) throw new Error(`no ${varname}`)
  return found.equipment_id as number
}
const corrector = byType('korund_270')

describe('lists', () => {
  test('any slice is what iterating gives there', () => {
    const lists = [
      world.stations(),
      world.readings(corrector, 'hourly', 'general', '2026-01-01', '2026-03-31'),
      world.readings(corrector, 'daily', 'unified'),
      world.events(corrector, 'event'),
      world.sessions(stations[0]?.telemetry_id ?? 0),
      world.sessions(undefined, '2026-11-01', '2026-11-20'),
    ]
    for (const list of lists) {
      const all = [...list]
      expect(all.length).toBe(list.total)
      for (const [offset, limit] of [
        [0, 10],
        [7, 100],
        [all.length - 5, 10],
        [all.length, 10],
      ] as const) {
        expect(list.slice(offset, limit)).toEqual(all.slice(offset, offset + limit))
      }
    }
  })

  test('the world is the same in another process and on the next day', () => {
    const later = createWorld({ stations: 150, seed: 7, now: () => NOW + 86_400_000 })
    const span = ['2026-02-01', '2026-02-10'] as const
    expect([...later.readings(corrector, 'hourly', 'general', ...span)]).toEqual([
      ...world.readings(corrector, 'hourly', 'general', ...span),
    ])
    expect([...later.events(corrector, 'nesht', ...span)]).toEqual([...world.events(corrector, 'nesht', ...span)])
  })

  test('nothing lies after now, everything is in order and in its span', () => {
    for (const archive of ['hourly', 'daily', 'monthly'] as const) {
      const times = [...world.readings(corrector, archive, 'general')].map((record) => record.event_time)
      expect(times.every((time, i) => i === 0 || time > (times[i - 1] as number))).toBe(true)
      expect(times.at(-1)).toBeLessThanOrEqual(NOW / 1000)
    }
    const days = [...world.readings(corrector, 'hourly', 'general', '2026-05-05', '2026-05-06')]
    expect(days[0]?.event_time).toBe(Date.UTC(2026, 4, 5) / 1000)
    expect(days.at(-1)?.event_time).toBe(Date.UTC(2026, 4, 6, 23) / 1000)
  })
})

describe('a silent device', () => {
  const station = stations.find(({ equipment_id: id }) => id === corrector)
  const FROM = '2026-10-15'
  const silence = { fromMs: NOW - 21.5 * 86_400_000, toMs: NOW - 0.5 * 86_400_000 }
  const at = (nowMs: number, isSilent = true) =>
    createWorld({
      stations: 150,
      seed: 7,
      now: () => nowMs,
      firstDay: world.firstDay,
      silences: new Map(isSilent ? [[station?.id ?? 0, silence]] : []),
    })
  const telemetry = station?.telemetry_id ?? 0
  const newest = (list: Iterable<{ event_time: number }>) => ([...list].at(-1)?.event_time ?? 0) * 1000

  test('has no sessions in the silence, and the last one before it is the last that anything tells of', () => {
    const during = at(silence.toMs - 3_600_000)
    const last = newest(during.sessions(telemetry, FROM))
    expect(last).toBeLessThan(silence.fromMs)
    expect(Number([...during.stations()].find(({ id }) => id === station?.id)?.last_seance_event_time) * 1000).toBe(last)
    expect((during.lastSessionTime(station?.id ?? 0)?.last_seance_event_time ?? 0) * 1000).toBe(last)
    for (const list of [during.readings(corrector, 'hourly', 'general', FROM), during.events(corrector, 'event', FROM)]) {
      expect(newest(list)).toBeLessThanOrEqual(last)
      expect([...list]).toHaveLength(list.total)
    }
    expect(newest(during.readings(byType('gradient_220'), 'hourly', 'general', FROM))).toBeGreaterThan(silence.fromMs)
  })

  test('brings all that it measured with its first session after it', () => {
    const [after, never] = [at(NOW), at(NOW, false)]
    const sessions = [...after.sessions(telemetry, FROM)]
    expect(sessions.filter(({ event_time: s }) => s * 1000 >= silence.fromMs && s * 1000 < silence.toMs)).toEqual([])
    expect(newest(sessions)).toBeGreaterThanOrEqual(silence.toMs)
    const natural = new Set([...never.sessions(telemetry, FROM)].map(({ id }) => id))
    expect(sessions.filter(({ id }) => !natural.has(id))).toEqual([])
    expect([...after.readings(corrector, 'hourly', 'general', FROM)]).toEqual([...never.readings(corrector, 'hourly', 'general', FROM)])
    expect([...after.events(corrector, 'alarm', FROM)]).toEqual([...never.events(corrector, 'alarm', FROM)])
  })
})

describe('events and messages', () => {
  test('all seven archives have events, every code is in the reference, twins differ', () => {
    let twins = 0
    for (const archive of EVENT_ARCHIVES) {
      const equipment = byType('iskra_g4')
      const codes = new Set([...world.messages({ equipmentTypeId: 14 })].map((message) => message.device_code))
      const list = [...world.events(equipment, archive)]
      expect(list.length).toBeGreaterThan(20)
      list.forEach((event, i) => {
        const entries = Object.assign({}, ...event.channel_data) as Record<string, string>
        expect(Object.keys(entries)).toEqual(expect.arrayContaining(['Code', 'CodeDescription', 'ValCode', 'Izm']))
        expect(codes.has(entries.Code ?? '')).toBe(true)
        const before = list[i - 1]
        if (!before) return
        expect(event.event_time).toBeGreaterThanOrEqual(before.event_time)
        if (event.event_time !== before.event_time) return
        twins++
        expect(Object.assign({}, ...before.channel_data)).not.toEqual(entries)
      })
    }
    expect(twins).toBeGreaterThan(3)
  })

  test('times carry milliseconds in their fraction', () => {
    const times = [...world.events(corrector, 'event')].map((event) => event.event_time)
    expect(times.some((time) => !Number.isInteger(time))).toBe(true)
    expect(times.every((time) => Number((time * 1000).toFixed(3)) % 1 === 0)).toBe(true)
  })

  test('message keys are unique, some are bound to a channel of the directory', () => {
    const messages = [...world.messages()]
    expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length)
    const bound = messages.filter((message) => message.channel_varname !== null)
    expect(bound.length).toBeGreaterThan(20)
    for (const message of bound) {
      const channels = [...world.channels(message.equipment_type_id)].map((channel) => channel.channel_varname)
      expect(channels).toContain(message.channel_varname)
    }
  })
})

describe('settings, sessions, stations', () => {
  test('settings: sixty and more items, changed twice in three years', () => {
    const versions = new Set<string>()
    for (let ms = NOW - 3 * 365 * 86_400_000; ms <= NOW; ms += 86_400_000) {
      versions.add(JSON.stringify([...createWorld({ stations: 1, seed: 7, now: () => ms }).settings(corrector)]))
    }
    expect(world.settings(corrector).total).toBeGreaterThanOrEqual(60)
    expect(versions.size).toBe(3)
  })

  test('sessions: batteries fall, signals are weak, the newest is what the station says', () => {
    for (const station of stations.slice(0, 20)) {
      if (station.telemetry_id === null) continue
      const list = [...world.sessions(station.telemetry_id)]
      expect(list.at(-1)?.event_time).toBe(Number(station.last_seance_event_time))
      expect(world.lastSessionTime(station.id)).toEqual({
        station_name: station.name,
        last_seance_event_time: Number(station.last_seance_event_time),
      })
      expect(new Set(list.map((session) => session.id)).size).toBe(list.length)
    }
    const failing = [...world.sessions(stations[1]?.telemetry_id ?? 0)].flatMap((session) => session.Btm ?? [])
    expect(Math.max(...failing)).toBeGreaterThan(90)
    expect(Math.min(...failing)).toBeLessThan(5)
    const weak = [...world.sessions(stations[4]?.telemetry_id ?? 0)].flatMap((session) => session.Rssi ?? [])
    expect(Math.max(...weak)).toBeLessThan(-95)
  })

  test('stations: keys apart and unique, some without device, telemetry, phone or status', () => {
    const keys = stations.flatMap((station) => [station.id, station.equipment_id, station.telemetry_id]).filter((id) => id !== null)
    expect(new Set(keys).size).toBe(keys.length)
    expect(stations.filter((station) => station.equipment_id === null).length).toBeGreaterThan(2)
    expect(stations.filter((station) => station.equipment_id !== null && station.telemetry_id === null).length).toBeGreaterThan(2)
    expect(stations.some((station) => station.status_name_value === null)).toBe(true)
    expect(stations.some((station) => station.phone === '')).toBe(true)
    expect(stations.some((station) => /^ГРП-2\b/.test(station.name))).toBe(true)
    expect(stations.some((station) => /^ГРП-1\d\b/.test(station.name))).toBe(true)
    expect(stations.some((station) => /^[A-Z]/.test(station.name))).toBe(true)
  })

  test('consumers: sixty, each below some district, and stations go by consumer', () => {
    const all = [...world.consumers()]
    expect(all.length).toBe(60)
    const companies = [...world.providers()]
    const listed = companies.flatMap((company) => [...world.consumers(company.id)].map((consumer) => consumer.id))
    expect(new Set(listed).size).toBe(60)
    expect([...world.consumers(companies[0]?.id)].length).toBeLessThan(60)
    const counted = all.map((consumer) => world.stations(consumer.id).total)
    expect(counted.reduce((a, b) => a + b, 0)).toBe(150)
    expect(Math.min(...counted)).toBe(0)
  })

  test('the pair of energy and exchange code finds the device', () => {
    const station = stations[3]
    expect(world.equipmentOf('gas', station?.uid ?? '')).toBe(station?.equipment_id)
    expect(world.equipmentOf('water', station?.uid ?? '')).toBeUndefined()
    expect(world.equipmentOf('gas', 'UG-999999-0')).toBeUndefined()
  })
})
