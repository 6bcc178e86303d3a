import { gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  FAULT_NAMES,
  FAULT_PRESETS,
  startDemoService,
  UNKNOWN_CHANNEL,
  UNKNOWN_FIELD,
  type DemoService,
  faultsOf,
} from '../../../electron/demo/index.ts'
import { Lane, send } from './client.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
let service: DemoService
let lane: Lane

beforeEach(async () => {
  service = await startDemoService({ now: () => NOW, stations: 20 })
  lane = new Lane(service.url)
  await lane.signIn(service.email, service.password)
})
afterEach(() => service.close())

const HOURLY = {
  archive_type: 'hourly',
  equipment_id: 300_001,
  fp_start: '2026-09-01',
  fp_end: '2026-10-31',
  per_page: 100,
}
const truth = () => [...service.world.readings(300_001, 'hourly', 'general', '2026-09-01', '2026-10-31')]
const good = async () => expect((await lane.get('energies')).status).toBe(200)
const last = () => service.log.entries.at(-1)

describe('rules', () => {
  test('a rate, a count, a number let pass, a path', async () => {
    service.faults.set({ unauthorized: { skip: 1, next: 2, path: 'customers' } })
    const seen: number[] = []
    for (const path of ['energies', 'customers', 'energies', 'customers', 'customers', 'customers']) {
      seen.push((await lane.get(path)).status)
    }
    expect(seen).toEqual([200, 200, 200, 401, 401, 200])
    expect(service.faults.active.unauthorized).toBeUndefined()
    service.faults.set({ unauthorized: { rate: 0.5 } })
    const statuses = new Set<number>()
    for (let i = 0; i < 30; i++) statuses.add((await lane.get('energies')).status)
    expect(statuses).toEqual(new Set([200, 401]))
    expect(service.faults.happened.unauthorized).toBeGreaterThan(5)
  })

  test('every fault is in a preset', () => {
    const used = new Set(Object.values(FAULT_PRESETS).flatMap((faults) => Object.keys(faults)))
    expect([...used].sort()).toEqual([...FAULT_NAMES].sort())
  })

  /** Issue 3, 'Faults', word for word, and the presets that are each of them. */
  test.each([
    ['latency', ['latency']],
    ['jitter', ['jitter']],
    ['blank token header', ['blank token header']],
    [
      'lost answer before and after the token was consumed',
      ['lost answer before the token was consumed', 'lost answer after the token was consumed'],
    ],
    ['connection reset in the body', ['connection reset in the body']],
    ['truncated JSON', ['truncated JSON']],
    ['HTML with status 200', ['HTML with status 200']],
    ['slow drip', ['slow drip']],
    ['hang', ['hang']],
    ['401 once', ['401 once']],
    ['401 always', ['401 always']],
    ['revoked lane', ['revoked lane']],
    ['eviction at K connections', ['eviction at 2 connections']],
    ['sign-in refused', ['sign-in refused']],
    ['429 with both kinds of `Retry-After`', ['429, seconds', '429, date']],
    ['bursts of 500/502/503', ['bursts of 500, 502, 503']],
    ['refused long spans', ['refused long spans, 422', 'refused long spans, 504']],
    ['`per_page` ignored', ['per_page ignored']],
    ['ids as strings', ['ids as strings']],
    ['values as other types', ['values as other types']],
    ['unknown fields and channels', ['unknown fields', 'unknown channels']],
    ['records that shift between pages', ['records that shift between pages']],
    ['`next_page` that loops or goes back', ['next_page that loops', 'next_page that goes back']],
    ['`total_pages` wrong or null', ['total_pages wrong', 'total_pages null']],
    ['redirects to another host', ['redirect to another host']],
    ['gzip', ['gzip']],
    ['a token that expires mid-way', ['a token that expires mid-way']],
    ['a laptop clock that is a day off', ['service clock a day ahead', 'service clock a day behind']],
  ])('%s: a switch at the start and while running', async (_name, presets) => {
    for (const preset of presets) {
      const faults = faultsOf(preset)
      const names = Object.keys(faults)
      expect(names.length).toBeGreaterThan(0)
      const started = await startDemoService({ stations: 1, faults })
      expect(Object.keys(started.faults.active)).toEqual(names)
      const control = async (method: string, body?: object) => {
        const init = body ? { method, body: JSON.stringify(body) } : { method }
        return (await (await fetch(`${started.url}/__demo/faults`, init)).json()) as { active: object }
      }
      expect((await control('DELETE')).active).toEqual({})
      expect((await control('PUT', faults)).active).toEqual(faults)
      expect((await control('PUT', Object.fromEntries(names.map((name) => [name, null])))).active).toEqual({})
      await started.close()
    }
  })
})

describe('tokens', () => {
  test('a blank token leaves the one just used good', async () => {
    service.faults.set({ blankToken: { next: 1 } })
    const before = lane.auth['access-token']
    const answer = await lane.get('energies')
    expect(answer.headers['access-token']?.toString().trim()).toBe('')
    expect(lane.auth['access-token']).toBe(before)
    await good()
  })

  test('lost before: the token is still good; lost after: it is used', async () => {
    service.faults.set({ lostBefore: { next: 1 } })
    await expect(lane.get('energies')).rejects.toThrow(/hang up|ECONNRESET|aborted/)
    await good()
    service.faults.set({ lostAfter: { next: 1 } })
    await expect(lane.get('energies')).rejects.toThrow(/hang up|ECONNRESET|aborted/)
    expect(last()).toMatchObject({ status: null, faults: ['lostAfter'] })
    expect((await lane.get('energies')).status).toBe(401)
    expect(last()?.token).toBe('previous')
  })

  test('401 once leaves the token good; a revoked lane and an expired token are gone', async () => {
    service.faults.set({ unauthorized: { next: 1 } })
    expect((await lane.get('energies')).status).toBe(401)
    await good()
    service.faults.set({ tokenExpires: { next: 1 } })
    expect((await lane.get('energies')).status).toBe(401)
    expect((await lane.get('energies')).status).toBe(401)
    await lane.signIn(service.email, service.password)
    service.faults.set({ revokedLane: { next: 1 } })
    expect((await lane.get('energies')).status).toBe(401)
    expect((await lane.get('energies')).status).toBe(401)
  })

  test('beyond K lanes the oldest is dropped', async () => {
    service.faults.set({ maxLanes: { lanes: 2 } })
    const [second, third] = [new Lane(service.url), new Lane(service.url)]
    await second.signIn(service.email, service.password)
    await good()
    await third.signIn(service.email, service.password)
    expect((await lane.get('energies')).status).toBe(401)
    expect((await second.get('energies')).status).toBe(200)
    expect(service.openLanes()).toEqual([second.auth.client, third.auth.client])
  })

  test('sign-in is refused though the password is right', async () => {
    service.faults.set({ signInRefused: { next: 1 } })
    expect((await new Lane(service.url).signIn(service.email, service.password)).status).toBe(401)
    expect((await new Lane(service.url).signIn(service.email, service.password)).status).toBe(200)
  })
})

describe('refusals', () => {
  test('429 with seconds and with a date', async () => {
    service.faults.set({ tooManyRequests: { next: 1, retryAfterS: 7 } })
    const seconds = await lane.get('energies')
    expect([seconds.status, seconds.headers['retry-after']]).toEqual([429, '7'])
    service.faults.set({ tooManyRequests: { next: 1, retryAfterS: 7, as: 'date' } })
    expect((await lane.get('energies')).headers['retry-after']).toBe(new Date(NOW + 7000).toUTCString())
    await good()
  })

  test('a burst of server errors, then all is well', async () => {
    service.faults.set({ serverErrors: { next: 1, burst: 3 } })
    const seen: number[] = []
    for (let i = 0; i < 4; i++) seen.push((await lane.get('energies')).status)
    expect(seen.toSorted()).toEqual([200, 500, 502, 503])
    expect(seen.at(-1)).toBe(200)
  })

  test('a burst on one path leaves the others alone', async () => {
    service.faults.set({ serverErrors: { next: 1, path: 'customers', statuses: [500] } })
    const seen: number[] = []
    for (const path of ['customers', 'energies', 'customers', 'energies', 'customers', 'customers'])
      seen.push((await lane.get(path)).status)
    expect(seen).toEqual([500, 200, 500, 200, 500, 200])
  })

  test('long spans are refused, 4xx with a new token and 5xx without', async () => {
    service.faults.set({ longSpans: { days: 31 } })
    const refused = await lane.get('channel_data', HOURLY)
    expect([refused.status, refused.headers['access-token'] !== undefined]).toEqual([422, true])
    expect((await lane.get('channel_data', { ...HOURLY, fp_end: '2026-10-01' })).status).toBe(200)
    service.faults.set({ longSpans: { days: 31, status: 504 } })
    const failed = await lane.get('channel_data', HOURLY)
    expect([failed.status, failed.headers['access-token']]).toEqual([504, undefined])
    await good()
  })

  test('a redirect to another host, HTML with status 200: the token is not used', async () => {
    service.faults.set({ redirect: { next: 1, to: 'http://127.0.0.9:1' } })
    const redirect = await lane.get('stations', { page: 2 })
    expect([redirect.status, redirect.headers.location]).toEqual([302, 'http://127.0.0.9:1/api/v1/stations?page=2'])
    service.faults.set({ html200: { next: 1 } })
    const page = await lane.get('stations')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toMatch(/^<!DOCTYPE html>/)
    await good()
  })
})

describe('the way back', () => {
  test('reset in the body, truncated JSON: the new token is in the headers', async () => {
    service.faults.set({ truncatedJson: { next: 1 } })
    const cut = await lane.get('channel_data', HOURLY)
    expect(() => cut.json).toThrow(SyntaxError)
    await good()
    service.faults.set({ resetInBody: { next: 1 } })
    await expect(lane.get('channel_data', HOURLY)).rejects.toThrow(/hang up|ECONNRESET|aborted/)
    expect(last()).toMatchObject({ status: 200, faults: ['resetInBody'] })
  })

  test('a hanging request is under way until the client gives up', async () => {
    service.faults.set({ hang: { next: 1 } })
    await new Promise<void>((resolve) => {
      const sent = get(`${service.url}/api/v1/energies`, {
        headers: { ...lane.auth, 'Content-Type': 'application/json' },
      })
      sent.on('error', () => resolve())
      setTimeout(() => sent.destroy(), 100)
    })
    await good()
    expect(last()?.inFlightOnLane).toBe(1)
  })

  test('latency counts from the request; a drip comes whole in the end', async () => {
    service.faults.set({ latency: { ms: 60 } })
    const begun = performance.now()
    await good()
    expect(performance.now() - begun).toBeGreaterThan(55)
    service.faults.clear()
    service.faults.set({ slowDrip: { next: 1, chunkBytes: 300, pauseMs: 1 } })
    const { json } = await lane.get('channel_data', { ...HOURLY, per_page: 10 })
    expect(json.data).toEqual(truth().slice(0, 10))
  })

  test('gzip for whoever accepts it', async () => {
    service.faults.set({ gzip: {} })
    const plain = await lane.get('energies')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const packed = await new Promise<string>((resolve, reject) => {
      get(
        `${service.url}/api/v1/energies`,
        { headers: { ...lane.auth, 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' } },
        (answer) => {
          const chunks: Buffer[] = []
          expect(answer.headers['content-encoding']).toBe('gzip')
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => resolve(gunzipSync(Buffer.concat(chunks)).toString()))
        },
      ).on('error', reject)
    })
    expect(JSON.parse(packed)).toEqual(plain.json)
  })

  test('the service clock is a day off; what exists stays', async () => {
    service.faults.set({ clockOffset: { ms: -86_400_000 } })
    const answer = await lane.get('stations', { per_page: 100 })
    expect(answer.headers.date).toBe(new Date(NOW - 86_400_000).toUTCString())
    expect(answer.json.data).toEqual([...service.world.stations()])
  })
})

describe('what answers say', () => {
  test('per_page ignored and shifted pages: everything is still there', async () => {
    service.faults.set({ perPageIgnored: {} })
    expect(await lane.all('channel_data', HOURLY)).toEqual(truth())
    service.faults.clear()
    service.faults.set({ shiftedPages: { by: 7 } })
    const shifted = (await lane.all('channel_data', HOURLY)) as { event_time: number }[]
    expect(shifted.length).toBeGreaterThan(truth().length)
    const unique = new Map(shifted.map((record) => [record.event_time, record]))
    expect([...unique.values()]).toEqual(truth())
  })

  test('switched off midway, a list goes on as it began', async () => {
    service.faults.set({ perPageIgnored: {} })
    const records = [...((await lane.get('channel_data', HOURLY)).json.data as unknown[])]
    service.faults.clear()
    records.push(...((await lane.get('channel_data', { ...HOURLY, page: 2 })).json.data as unknown[]))
    expect(records).toEqual(truth().slice(0, 40))
  })

  test('next_page and total_pages', async () => {
    const page = async (number: number) => (await lane.get('channel_data', { ...HOURLY, page: number })).json
    service.faults.set({ nextPage: { next: 1, mode: 'loop' } })
    expect((await page(3)).next_page).toBe(3)
    service.faults.set({ nextPage: { next: 1, mode: 'back' } })
    expect((await page(3)).next_page).toBe(2)
    service.faults.set({ totalPages: { next: 1 } })
    expect((await page(1)).total_pages).toBeGreaterThan(20)
    service.faults.set({ totalPages: { next: 1, mode: 'null' } })
    expect((await page(1)).total_pages).toBeNull()
    expect((await page(1)).next_page).toBe(2)
  })

  test('ids as strings, values as other types, unknown fields and channels', async () => {
    service.faults.set({ idsAsStrings: { next: 1 } })
    const [station] = (await lane.get('stations')).json.data as Record<string, unknown>[]
    expect([station?.id, station?.customer_id]).toEqual(['10001', '1001'])
    service.faults.set({ otherTypes: { next: 1 } })
    const general = (await lane.get('channel_data', HOURLY)).json
    expect((general.data as { event_time: unknown }[])[0]?.event_time).toBe(String(truth()[0]?.event_time))
    expect(general.next_page).toBe('2')
    service.faults.set({ otherTypes: { next: 1 } })
    const unified = (await lane.get('channel_data', { ...HOURLY, channel_consolidation: 1 })).json.data as {
      channel_data: object[]
    }[]
    expect(unified[0]?.channel_data.flatMap(Object.values).every((value) => typeof value === 'number')).toBe(true)
    service.faults.set({ unknownFields: { next: 1 }, unknownChannels: { next: 1 } })
    const [record] = (await lane.get('channel_data', HOURLY)).json.data as { channel_data: object[] }[]
    expect(record).toHaveProperty(UNKNOWN_FIELD)
    expect(record?.channel_data.some((entry) => UNKNOWN_CHANNEL in entry)).toBe(true)
    service.faults.set({ unknownChannels: { next: 1 } })
    const events = await lane.get('channel_data', { archive_type: 'event', equipment_id: 300_001 })
    expect(events.text).not.toContain(UNKNOWN_CHANNEL)
  })

  test('garbage comes beside the true records, never instead', async () => {
    service.faults.set({ garbageRecords: {} })
    const records = await lane.all('channel_data', HOURLY)
    expect(records.length).toBeGreaterThan(truth().length)
    const known = new Set(truth().map((record) => JSON.stringify(record)))
    expect(records.filter((record) => known.has(JSON.stringify(record)))).toEqual(truth())
  })
})

test('the control path: faults, log, clock, world; not for pages', async () => {
  const control = async (method: string, path: string, body?: unknown) =>
    (await send(`${service.url}/__demo/${path}`, method, body === undefined ? {} : { body })).json
  expect(await control('PUT', 'faults', { unauthorized: { next: 1 } })).toMatchObject({
    active: { unauthorized: { next: 1 } },
  })
  expect((await lane.get('energies')).status).toBe(401)
  expect(await control('GET', 'faults')).toMatchObject({ active: {}, happened: { unauthorized: 1 } })
  expect(await control('PUT', 'faults', { nonsense: {} })).toHaveProperty('errors')
  await control('PUT', 'faults', { gzip: {}, hang: {} })
  expect(await control('PUT', 'faults', { hang: null })).toMatchObject({ active: { gzip: {} } })
  expect(await control('DELETE', 'faults')).toMatchObject({ active: {} })
  expect(((await control('GET', 'log?since=1')).entries as unknown[]).length).toBe(1)
  expect(await control('GET', 'world')).toMatchObject({ stations: 20, seed: 1, nowMs: NOW })
  const silence = { fromMs: NOW - 20 * 86_400_000, toMs: NOW }
  expect(await control('PUT', 'silences', { 10001: silence, 10002: silence })).toEqual({
    10001: silence,
    10002: silence,
  })
  expect(service.silences.get(10_001)).toEqual(silence)
  expect(await control('PUT', 'silences', { 10001: null, 10002: null })).toEqual({})
  expect(await control('PUT', 'silences', { 10001: { fromMs: 'yesterday' } })).toHaveProperty('errors')
  expect(await control('PUT', 'clock', { nowMs: NOW + 1 })).toEqual({ nowMs: NOW + 1 })
  expect(await control('GET', 'lanes')).toEqual({ open: [lane.auth.client] })
  const page = await send(`${service.url}/__demo/log`, 'GET', { headers: { Origin: 'http://evil.example' } })
  expect(page.status).toBe(403)
})
