import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ConnectionOptions } from '../../../electron/service/connection.ts'
import { isOffline, isRetryable, isSpanRefused, ServiceError } from '../../../electron/service/errors.ts'
import { backoffMs, retryAfterMs } from '../../../electron/service/retry.ts'
import { DEFAULT_LIMITS } from '../../../electron/service/limits.ts'
import { account, EMPTY, isSignIn, page, type Reply, type Seen, signedIn, startScripted, things } from './support.ts'

/** What a lane does about faults: repeats, limits, typed errors. */

const it = account()
let sleeps: number[]

async function scripted(answers: Reply[], options: Partial<ConnectionOptions> = {}) {
  sleeps = []
  let token = 0
  const answer = (seen: Seen) => (isSignIn(seen) ? signedIn('secret-token-0') : page(`secret-token-${++token}`, answers.shift() ?? {}))
  const sleep = (ms: number) => {
    sleeps.push(ms)
    return Promise.resolve()
  }
  await it.open(answer, { sleep, ...options })
  await it.connection.signIn('secret-password')
  return it.connection.lane()
}

const asked = () => it.service.seen.length - 1
const failure = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

describe('repeats', () => {
  test.each([500, 502, 503, 504, 408])('a %i is asked again, with exponential backoff', async (status) => {
    const lane = await scripted([{ status }, { status }, { status }])
    await lane.call(things())
    expect(asked()).toBe(4)
    expect(sleeps).toEqual([250, 500, 1000])
  })

  test('until the attempts are used up; then the caller gets the last status and the attempt', async () => {
    const lane = await scripted(Array.from({ length: 10 }, () => ({ status: 500 })))
    const error = await failure(lane.call(things(), { retries: 2 }))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', data: { status: 500, attempt: 3, path: '/api/v1/things' } })
    expect(isSpanRefused(error)).toBe(true)
    expect(asked()).toBe(3)
  })

  test('what the attempts met most often is what the caller is told, whatever the last one met', async () => {
    const lane = await scripted([{ status: 504 }, { status: 504 }, { body: '<html>' }])
    const error = await failure(lane.call(things(), { retries: 2 }))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', data: { status: 504, attempt: 2 } })
  })

  test.each([400, 403, 404, 413, 422])('a %i is not: it will not change', async (status) => {
    const lane = await scripted([{ status }])
    const error = await failure(lane.call(things()))
    expect(error).toMatchObject({ code: 'HTTP_STATUS', data: { status } })
    expect(isSpanRefused(error)).toBe([400, 413, 422].includes(status))
    expect(asked()).toBe(1)
  })

  test.each([
    ['HTML with status 200', '<html><body>Wi-Fi</body></html>'],
    ['truncated JSON', '{"data":[{"id":1},{"i'],
    ['an envelope without data', { total_pages: 1, next_page: null }],
    ['data that is no list', { data: 'none', next_page: null }],
    ['a bare list', '[]'],
    ['an empty body', ''],
  ])('%s is an error of the page and is asked again', async (_, body) => {
    const lane = await scripted([{ body }, { body }])
    await lane.call(things())
    expect(asked()).toBe(3)
  })

  test('a page that stays broken ends as BAD_PAGE', async () => {
    const lane = await scripted(Array.from({ length: 10 }, () => ({ body: '<html>' })))
    const error = await failure(lane.call(things()))
    expect(error).toMatchObject({ code: 'BAD_PAGE', data: { reason: 'not JSON', starts: '<html>' } })
    expect(isRetryable(error)).toBe(true)
    expect(asked()).toBe(6)
  })

  test('a page that goes on looping ends as PAGE_LOOP', async () => {
    const body = { ...EMPTY, current_page: 2, next_page: 2 }
    const lane = await scripted(Array.from({ length: 10 }, () => ({ body })))
    expect(await failure(lane.call(things('things', 2), { retries: 2 }))).toMatchObject({ code: 'PAGE_LOOP' })
    expect(asked()).toBe(3)
  })

  test('backoff grows, has a ceiling and half of it is random', () => {
    const limits = { ...DEFAULT_LIMITS, backoffMs: 500, maxBackoffMs: 4000 }
    expect([1, 2, 3, 4, 5].map((attempt) => backoffMs(attempt, limits, () => 0))).toEqual([250, 500, 1000, 2000, 2000])
    expect([1, 2, 3, 4, 5].map((attempt) => backoffMs(attempt, limits, () => 1))).toEqual([500, 1000, 2000, 4000, 4000])
  })
})

describe('Retry-After', () => {
  test('in seconds, and as a date judged against the same answer’s Date', () => {
    expect(retryAfterMs('7', null, 0)).toBe(7000)
    const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
    expect(retryAfterMs('Fri, 20 Nov 2026 10:00:05 GMT', date, 0)).toBe(5000)
    expect(retryAfterMs('Fri, 20 Nov 2026 10:00:05 GMT', null, Date.parse(date))).toBe(5000)
    expect(retryAfterMs('Fri, 20 Nov 2026 09:00:00 GMT', date, 0)).toBe(0)
    expect(retryAfterMs('soon', date, 0)).toBeNull()
    expect(retryAfterMs(null, date, 0)).toBeNull()
  })

  test('holds back every lane of the account, for as long as it says', async () => {
    let nowMs = 0
    const slept: number[] = []
    const lane = await scripted([{ status: 429, headers: { 'retry-after': '7' } }], {
      clock: { nowMs: () => Date.now(), monotonicMs: () => nowMs },
      sleep: (ms) => {
        slept.push(ms)
        nowMs += ms
        return Promise.resolve()
      },
    })
    await lane.call(things())
    expect(slept).toEqual([7000])
    expect(asked()).toBe(2)
  })

  test('of 0 seconds, or without Retry-After, still waits out a backoff, and so do requests that waited for their turn', async () => {
    let nowMs = 0
    const slept: number[] = []
    const lane = await scripted([{ status: 429, headers: { 'retry-after': '0' } }, { status: 429 }], {
      clock: { nowMs: () => Date.now(), monotonicMs: () => nowMs },
      sleep: (ms) => {
        slept.push(ms)
        nowMs += ms
        return Promise.resolve()
      },
    })
    await Promise.all([lane.call(things()), lane.call(things())])
    expect(slept).toEqual([250, 250])
    expect(asked()).toBe(4)
  })

  test('is told once while it lasts, with its reason, and when it is over', async () => {
    const told: (string | null)[] = []
    const lane = await scripted([{ status: 503 }, { status: 429 }, { status: 429 }], {
      sleep: () => Promise.resolve(),
      onTrouble: (trouble) => told.push(trouble && `${trouble.code} ${String(trouble.data['status'])}`),
    })
    await lane.call(things())
    await lane.call(things())
    expect(told).toEqual(['HTTP_STATUS 503', 'RATE_LIMITED 429', null])
  })

  test('longer than a request may sleep is handed to the caller', async () => {
    const lane = await scripted([{ status: 429, headers: { 'retry-after': '3600' } }])
    const error = await failure(lane.call(things()))
    expect(error).toMatchObject({ code: 'RATE_LIMITED', data: { retryAfterMs: 3_600_000 } })
    expect(asked()).toBe(1)
  })
})

describe('the line', () => {
  test('a redirect is refused: the token does not travel', async () => {
    const elsewhere = await startScripted(() => ({}))
    const headers = { location: `${elsewhere.url}/api/v1/things` }
    const lane = await scripted(Array.from({ length: 10 }, () => ({ status: 302, headers })))
    expect(await failure(lane.call(things(), { retries: 1 }))).toMatchObject({ code: 'REDIRECTED' })
    expect(elsewhere.seen).toHaveLength(0)
    await elsewhere.close()
  })

  test('nothing listens: UNREACHABLE, no token in doubt', async () => {
    const lane = await scripted([])
    await it.service.close()
    const error = await failure(lane.call(things(), { retries: 1 }))
    expect(error).toMatchObject({ code: 'UNREACHABLE', data: { sent: false, cause: 'ECONNREFUSED' } })
    expect(isOffline(error)).toBe(true)
    expect(it.connection.state).toMatchObject({ session: 'signed-in', line: 'offline' })
    it.service = await startScripted(() => ({}))
  })

  test('no byte of an answer for the idle limit: TIMEOUT', async () => {
    const never = new Promise<void>(() => undefined)
    const lane = await scripted([{ hold: never }, { hold: never }], { limits: { idleMs: 100 } })
    const error = await failure(lane.call(things(), { retries: 0 }))
    expect(error).toMatchObject({ code: 'TIMEOUT', data: { sent: true } })
    expect(isSpanRefused(error)).toBe(true)
    expect(asked()).toBe(2)
  })

  test('a body that stops coming: asked again', async () => {
    const never = new Promise<void>(() => undefined)
    const lane = await scripted([{ holdBody: never }], { limits: { idleMs: 100 } })
    await lane.call(things())
    expect(asked()).toBe(2)
    expect(it.service.seen.map((seen) => seen.token)).toEqual([undefined, 'secret-token-0', 'secret-token-1'])
  })

  test('gzip is understood', async () => {
    const body = gzipSync(JSON.stringify({ ...EMPTY, data: [{ id: 5 }] }))
    const lane = await scripted([{ body, headers: { 'content-encoding': 'gzip' } }])
    expect((await lane.call(things())).records).toEqual([{ id: 5 }])
    expect(it.service.seen[1]?.headers['accept-encoding']).toBe('gzip')
  })

  test('damaged gzip is asked again', async () => {
    const body = gzipSync(JSON.stringify(EMPTY)).subarray(0, 30)
    const lane = await scripted([{ body, headers: { 'content-encoding': 'gzip' } }])
    await lane.call(things())
    expect(asked()).toBe(2)
  })

  test('a body beyond the limit is cut off, as received and as decompressed', async () => {
    const limits = { maxBodyBytes: 10_000 }
    const lane = await scripted(
      [{ body: randomBytes(20_000) }, { body: gzipSync(' '.repeat(1_000_000)), headers: { 'content-encoding': 'gzip' } }],
      { limits },
    )
    expect(await failure(lane.call(things()))).toMatchObject({ code: 'BODY_TOO_LARGE' })
    expect(await failure(lane.call(things()))).toMatchObject({ code: 'BODY_TOO_LARGE' })
    await lane.call(things())
    expect(it.service.seen.map((seen) => seen.token).at(-1)).toBe('secret-token-2')
  })
})

test('no error, state or object that could be logged shows a secret', async () => {
  const echo = { status: 500, body: 'secret-password secret-token-0', headers: { 'x-echo': 'secret-token-1' } }
  const lane = await scripted([echo, { body: 'secret-token-9', status: 418 }, { broken: 'before' }, { broken: 'before' }])
  const errors = [
    await failure(lane.call(things(), { retries: 0 })),
    await failure(lane.call(things(), { retries: 0 })),
    await failure(lane.call(things(), { retries: 0 })),
  ]
  for (const thing of [...errors, lane, it.connection, it.connection.state]) {
    const shown = `${inspect(thing, { depth: 20, showHidden: true })} ${JSON.stringify(thing)} ${thing instanceof Error ? thing.stack : ''}`
    expect(shown).not.toMatch(/secret-/)
  }
})
