import { describe, expect, test } from 'vitest'
import { sleepReally } from '../../../electron/service/cancel.ts'
import type { Connection, ConnectionOptions } from '../../../electron/service/connection.ts'
import { retryAfterMs } from '../../../electron/service/retry.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'
import { account, connectTo, isSignIn, page, type Reply, type Seen, signedIn, things } from './support.ts'

/** Pauses that the service asks for hold for everything that is sent, and last as long as they were asked for. */

const it = account()

/** A service, a clock that moves only by sleeping, and the times at which requests came. */
async function timed(answer: (seen: Seen) => Reply, options: Partial<ConnectionOptions> = {}) {
  const time = { nowMs: 0, signIns: [] as number[] }
  const noted = (seen: Seen) => {
    if (isSignIn(seen)) time.signIns.push(time.nowMs)
    return answer(seen)
  }
  await it.open(noted, {
    password: () => 'remembered',
    clock: { nowMs: () => Date.now(), monotonicMs: () => time.nowMs },
    sleep: async (ms) => {
      await new Promise((resolve) => setImmediate(resolve))
      time.nowMs += ms
    },
    ...options,
  })
  return time
}

const judge = { minMs: 0, minAnswersPerLane: 1, patienceMs: 1e9, restMs: 1e9 }

/** Jobs that ask once each, and hold their lane until `enough`. */
function manyJobs(enough: () => boolean) {
  return () =>
    enough()
      ? undefined
      : async (lane: Connection['lanes'][number]) => {
          await lane.call(things())
        }
}

describe('Retry-After and sign-ins', () => {
  test('a further lane is not signed in before the pause of a 429 is over', async () => {
    let answers = 0
    let clients = 0
    const time = await timed(
      (seen) => {
        if (isSignIn(seen)) return signedIn('t', `c${++clients}`)
        return page('u', ++answers === 3 ? { status: 429, headers: { 'retry-after': '7' } } : {})
      },
      {
        // While the job waits out the pause, the pool is made to think of another lane.
        sleep: async (ms) => {
          time.nowMs += 1
          it.connection.wake()
          await new Promise((resolve) => setImmediate(resolve))
          time.nowMs += ms - 1
        },
      },
    )
    await it.connection.signIn('x')
    const over = () => time.signIns.length > 1 || answers > 500
    await it.connection.run(manyJobs(over), { judge: { ...judge, minMs: 1, minAnswersPerLane: 3 } })
    expect(time.signIns).toHaveLength(2)
    expect(time.signIns[1]).toBeGreaterThanOrEqual(7000)
  })

  test('a 429 on a sign-in holds back the next sign-in and the lanes for as long as it says', async () => {
    let refusals = 1
    let clients = 0
    const asked: number[] = []
    const store = memoryTokenStore()
    const time = await timed(
      (seen) => {
        if (!isSignIn(seen)) {
          asked.push(time.nowMs)
          return seen.headers['client'] === 'dead' ? { status: 401 } : page('u')
        }
        return refusals-- > 0 ? { status: 429, headers: { 'retry-after': '9' } } : signedIn('t', `c${++clients}`)
      },
      { store },
    )
    store.save({ client: 'dead', token: 'x', previousToken: null, tokenType: 'Bearer', uid: 'a@b.ru', expiryMs: null })
    it.connection.resume()
    await it.connection.lane().call(things())
    expect(time.signIns).toEqual([0, 9000])
    expect(asked.at(-1)).toBe(9000)
  })

  test('a sign-in by hand waits as well', async () => {
    let answers = 0
    const time = await timed((seen) => {
      if (isSignIn(seen)) return signedIn('t')
      return page('u', ++answers === 1 ? { status: 429, headers: { 'retry-after': '7' } } : {})
    })
    await it.connection.signIn('x')
    await expect(it.connection.lane().call(things(), { retries: 0 })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await it.connection.signIn('x')
    expect(time.signIns).toEqual([0, 7000])
  })

  test('a pause that is too long to be slept through: no sign-in is tried before it is over', async () => {
    const time = await timed((seen) => (isSignIn(seen) ? { status: 429, headers: { 'retry-after': '3600' } } : { status: 401 }))
    const store = memoryTokenStore()
    store.save({ client: 'dead', token: 'x', previousToken: null, tokenType: 'Bearer', uid: 'a@b.ru', expiryMs: null })
    await it.connection.close()
    it.connection = connectTo(it.service.url, {
      store,
      password: () => 'remembered',
      clock: { nowMs: () => Date.now(), monotonicMs: () => time.nowMs },
    })
    it.connection.resume()
    const call = () => it.connection.lane().call(things(), { retries: 0 })
    await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { retryAfterMs: 3_600_000 } })
    time.nowMs += 600_000
    await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { retryAfterMs: 3_000_000 } })
    expect(time.signIns).toHaveLength(1)
  })
})

describe('a pause longer than a timer of Node can wait (24.8 days)', () => {
  test('is slept through, not cut to nothing', async () => {
    const warnings: string[] = []
    const warned = ({ name }: Error) => warnings.push(name)
    process.on('warning', warned)
    const over = new AbortController()
    let slept = false
    const sleep = sleepReally(2 ** 31 + 5_000, over.signal).then(
      () => (slept = true),
      (error: unknown) => error,
    )
    await sleepReally(30)
    expect(slept).toBe(false)
    over.abort()
    expect(await sleep).toMatchObject({ code: 'CANCELLED' })
    process.off('warning', warned)
    expect(warnings).not.toContain('TimeoutOverflowWarning')
  })

  test('is a number that can be a date, whatever the header says', () => {
    const year = 365 * 86_400_000
    expect(retryAfterMs('9'.repeat(400), null, 0)).toBe(year)
    expect(retryAfterMs('Fri, 20 Nov 9999 10:00:00 GMT', null, 0)).toBe(year)
    expect(retryAfterMs('2592000', null, 0)).toBe(30 * 86_400_000)
  })
})
