import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { Lane, send } from './client.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
let nowMs = NOW
let service: DemoService
let lane: Lane

beforeAll(async () => {
  service = await startDemoService({ now: () => nowMs, seed: 3, stations: 60 })
})
afterAll(() => service.close())
beforeEach(async () => {
  nowMs = NOW
  lane = new Lane(service.url)
  await lane.signIn(service.email, service.password)
})

const device = () => [...service.world.stations()].find((station) => station.equipment_type_id === 14)?.equipment_id as number

describe('the token chain', () => {
  test('sign-in gives the five headers, the user and a Date', async () => {
    const answer = await new Lane(service.url).signIn(service.email, service.password)
    expect(answer.status).toBe(200)
    expect(answer.headers['token-type']).toBe('Bearer')
    expect(answer.headers.uid).toBe(service.email)
    expect(Number(answer.headers.expiry)).toBe(Math.floor(NOW / 1000) + 14 * 86_400)
    expect(answer.headers.date).toBe(new Date(NOW).toUTCString())
    expect(answer.json).toEqual({
      data: { id: 1, email: service.email, provider: 'email', uid: service.email, name: expect.any(String) },
    })
  })

  test('a wrong password is refused', async () => {
    const answer = await new Lane(service.url).signIn(service.email, 'wrong')
    expect(answer.status).toBe(401)
    expect(answer.json.errors).toEqual([expect.any(String)])
    expect(answer.headers['access-token']).toBeUndefined()
  })

  test('every answer brings a new token and kills the used one', async () => {
    const first = { ...lane.auth }
    expect((await lane.get('energies')).status).toBe(200)
    expect(lane.auth['access-token']).not.toBe(first['access-token'])
    expect((await send(`${service.url}/api/v1/energies`, 'GET', { headers: first })).status).toBe(401)
    expect((await lane.get('energies')).status).toBe(200)
    expect((await send(`${service.url}/api/v1/energies`, 'GET', { headers: first })).status).toBe(401)
    const tokens = service.log.entries.slice(-4).map((entry) => entry.token)
    expect(tokens).toEqual(['current', 'previous', 'current', 'used'])
  })

  test('each of the four headers is required, and each must be right', async () => {
    for (const name of ['access-token', 'token-type', 'client', 'uid'] as const) {
      const { [name]: _left, ...rest } = lane.auth
      expect((await send(`${service.url}/api/v1/energies`, 'GET', { headers: rest })).status).toBe(401)
      const wrong = { ...lane.auth, [name]: 'wrong' }
      expect((await send(`${service.url}/api/v1/energies`, 'GET', { headers: wrong })).status).toBe(401)
    }
    expect((await lane.get('energies')).status).toBe(200)
  })

  test('bad parameters and unknown units use the token up too', async () => {
    const before = lane.auth['access-token']
    expect((await lane.get('stations', { page: 'x' })).status).toBe(422)
    expect(lane.auth['access-token']).not.toBe(before)
    expect((await lane.get('stations/99/characteristics')).status).toBe(404)
    expect((await lane.get('energies')).status).toBe(200)
  })

  test('sign-out ends the lane, and only it', async () => {
    const other = new Lane(service.url)
    await other.signIn(service.email, service.password)
    const answer = await lane.signOut()
    expect([answer.status, answer.json]).toEqual([200, { success: true }])
    expect((await lane.get('energies')).status).toBe(401)
    expect((await lane.signOut()).status).toBe(404)
    expect((await other.get('energies')).status).toBe(200)
  })

  test('a token lives two weeks', async () => {
    nowMs += 14 * 86_400_000 - 1000
    expect((await lane.get('energies')).status).toBe(200)
    nowMs += 14 * 86_400_000 + 1000
    expect((await lane.get('energies')).status).toBe(401)
    expect(service.log.entries.at(-1)?.token).toBe('expired')
  })

  test('several lanes work at once, and the log counts each one alone', async () => {
    const lanes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const one = new Lane(service.url)
        await one.signIn(service.email, service.password)
        return one
      }),
    )
    service.faults.set({ latency: { ms: 20 } })
    await Promise.all(
      lanes.map(async (one) => {
        for (let i = 0; i < 5; i++) expect((await one.get('customers')).status).toBe(200)
      }),
    )
    const both = await Promise.all([lane.get('energies'), send(`${service.url}/api/v1/energies`, 'GET', { headers: lane.auth })])
    service.faults.clear()
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 401])
    expect(service.log.entries.slice(-22, -2).every((entry) => entry.inFlightOnLane === 1)).toBe(true)
    expect(service.log.entries.slice(-2).map((entry) => entry.inFlightOnLane)).toEqual([1, 2])
  })
})

describe('the operations', () => {
  test('every list holds exactly what the world holds', async () => {
    const { world } = service
    const equipment = device()
    const span = { fp_start: '2026-08-01', fp_end: '2026-10-31' }
    const telemetry = [...world.stations()].find((station) => station.telemetry_id !== null)?.telemetry_id as number
    const cases: [string, Record<string, string | number>, Iterable<unknown>][] = [
      ['energies', {}, world.providers()],
      ['customers', {}, world.consumers()],
      ['customers', { energy_id: 103 }, world.consumers(103)],
      ['stations', {}, world.stations()],
      ['stations', { customer_id: 1008 }, world.stations(1008)],
      ['equipment_types', {}, world.equipmentTypes()],
      ['channel_archive_types', {}, world.channels()],
      ['channel_archive_types', { equipment_type_id: 14 }, world.channels(14)],
      ['message_equipment_types', {}, world.messages()],
      [
        'message_equipment_types',
        { equipment_type_id: 11, archive_type_id: 25 },
        world.messages({ equipmentTypeId: 11, archiveTypeId: 25 }),
      ],
      ['message_equipment_types', { id: 10_001 }, world.messages({ stationId: 10_001 })],
      ['seances', { telemetry_id: telemetry, ...span }, world.sessions(telemetry, span.fp_start, span.fp_end)],
      ['seances', { fp_start: '2026-11-19', per_page: 500 }, world.sessions(undefined, '2026-11-19')],
      ['channel_data', { archive_type: 'settings', equipment_id: equipment }, world.settings(equipment)],
      [
        'channel_data',
        { archive_type: 'hourly', equipment_id: equipment, ...span, per_page: 1000 },
        world.readings(equipment, 'hourly', 'general', span.fp_start, span.fp_end),
      ],
      [
        'channel_data',
        { archive_type: 'session', equipment_id: equipment, per_page: 1000 },
        world.readings(equipment, 'session', 'general'),
      ],
      [
        'channel_data',
        { archive_type: 'daily', equipment_id: equipment, ...span, channel_consolidation: 1 },
        world.readings(equipment, 'daily', 'unified', span.fp_start, span.fp_end),
      ],
      ['channel_data', { archive_type: 'fantastic', equipment_id: equipment }, []],
      ['channel_data', { archive_type: 'hourly', equipment_id: 1 }, []],
      ...['nesht', 'nesht_svod', 'changes', 'event', 'alarm', 'valve', 'seance'].map(
        (archive): [string, Record<string, string | number>, Iterable<unknown>] => [
          'channel_data',
          { archive_type: archive, equipment_id: equipment, ...span },
          world.events(equipment, archive, span.fp_start, span.fp_end),
        ],
      ),
    ]
    for (const [path, query, truth] of cases) {
      expect(await lane.all(path, query), `${path} ${JSON.stringify(query)}`).toEqual([...truth])
    }
  })

  test('single objects', async () => {
    expect((await lane.get('stations/10004/characteristics')).json).toEqual({
      data: service.world.characteristics(10_004),
    })
    expect((await lane.get('stations/last_seance_event_time', { id: 10_004 })).json).toEqual({
      data: service.world.lastSessionTime(10_004),
    })
    expect((await lane.get('stations/last_seance_event_time')).status).toBe(422)
    expect((await lane.get('stations/last_seance_event_time', { id: 5 })).status).toBe(404)
  })

  test('page sizes: 20, 10 for events, at most 1000', async () => {
    const equipment = device()
    const size = async (query: Record<string, string | number>) =>
      ((await lane.get('channel_data', { equipment_id: equipment, ...query })).json.data as unknown[]).length
    expect(await size({ archive_type: 'hourly' })).toBe(20)
    expect(await size({ archive_type: 'event' })).toBe(10)
    expect(await size({ archive_type: 'hourly', per_page: 5000 })).toBe(1000)
    const last = (await lane.get('stations', { page: 3 })).json
    expect([last.total_pages, last.current_page, last.next_page]).toEqual([3, 3, null])
    const beyond = (await lane.get('stations', { page: 4 })).json
    expect([beyond.data, beyond.next_page]).toEqual([[], null])
  })

  test('events by the pair of energy and exchange code', async () => {
    const equipment = device()
    const uid = [...service.world.stations()].find((station) => station.equipment_id === equipment)?.uid as string
    const query = { archive_type: 'alarm', energy_varname: 'gas', per_page: 1000 }
    const found = (await lane.get('channel_data', { ...query, uid })).json.data
    expect(found).toEqual([...service.world.events(equipment, 'alarm')])
    expect((await lane.get('channel_data', { ...query, uid: 'nobody' })).json.data).toEqual([])
    expect((await lane.get('channel_data', query)).status).toBe(422)
  })

  test('parameters may come in a JSON body; the query goes first', async () => {
    const body = { archive_type: 'daily', equipment_id: device(), per_page: 3, page: 2 }
    const get = async (query: string) => {
      const answer = await send(`${service.url}/api/v1/channel_data${query}`, 'GET', { headers: lane.auth, body })
      for (const name of ['access-token'] as const) lane.auth[name] = String(answer.headers[name])
      return answer.json
    }
    const daily = service.world.readings(device(), 'daily', 'general')
    expect((await get('')).data).toEqual(daily.slice(3, 3))
    expect((await get('?page=1')).data).toEqual(daily.slice(0, 3))
    expect((await send(`${service.url}/api/v1/stations`, 'GET', { headers: lane.auth, body: '{' })).status).toBe(400)
  })

  test('bad parameters are 422, other paths 404, another content type 415', async () => {
    const bad: Record<string, string | number>[] = [
      { archive_type: 'hourly' },
      { equipment_id: device() },
      { archive_type: 'hourly', equipment_id: 'x' },
      { archive_type: 'hourly', equipment_id: device(), fp_start: '2026-02-30' },
      { archive_type: 'hourly', equipment_id: device(), fp_start: '2026-03-02', fp_end: '2026-03-01' },
      { archive_type: 'hourly', equipment_id: device(), per_page: 0 },
      { archive_type: 'hourly', equipment_id: device(), page: 0 },
      { archive_type: 'settings' },
      { archive_type: 'alarm' },
    ]
    for (const query of bad) expect((await lane.get('channel_data', query)).status).toBe(422)
    expect((await lane.get('nothing')).status).toBe(404)
    expect((await send(`${service.url}/elsewhere`, 'GET')).status).toBe(404)
    expect((await lane.get('stations', {}, { 'Content-Type': 'text/plain' })).status).toBe(415)
  })
})

test('the log keeps what a request carried, without its token', async () => {
  service.log.clear()
  await lane.get('stations', { customer_id: 1001 }, { expiry: '5' })
  const [entry] = service.log.entries
  expect(entry).toMatchObject({
    method: 'GET',
    path: '/api/v1/stations',
    query: { customer_id: '1001' },
    lane: lane.auth.client,
    token: 'current',
    inFlightOnLane: 1,
    status: 200,
    faults: [],
  })
  expect(entry?.headers).toMatchObject({ uid: service.email, 'token-type': 'Bearer', expiry: '5' })
  expect(entry?.headers['access-token']).toBeUndefined()
  expect(service.log.since(entry?.seq ?? 0)).toEqual([])
})

test('50,000 stations are listed without being made', async () => {
  const large = await startDemoService({ stations: 50_000, now: () => NOW })
  try {
    const one = new Lane(large.url)
    await one.signIn(large.email, large.password)
    const { json } = await one.get('stations', { per_page: 1000, page: 50 })
    expect([json.total_pages, (json.data as unknown[]).length, json.next_page]).toEqual([50, 1000, null])
  } finally {
    await large.close()
  }
  await expect(startDemoService({ stations: 50_001 })).rejects.toThrow(RangeError)
})
