import { describe, expect, test } from 'vitest'
import { isLaneLost, ServiceError } from '../../../electron/service/errors.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'
import { account, type connectTo, isSignIn, latch, notedStore, page, type Reply, type Seen, signedIn, things } from './support.ts'

/** The rules of the token chain, one by one: the next token, a lost answer, one 401 that is no proof. */

const it = account()

/** Answers sign-ins with s1, s2, … on clients c1, c2, … and everything else by the script, in order. */
async function scripted(answers: ((seen: Seen) => Reply)[], options: Parameters<typeof connectTo>[1] = {}) {
  let signIns = 0
  const answer = (seen: Seen) => {
    if (!isSignIn(seen)) return answers.shift()?.(seen) ?? page(null)
    signIns++
    return signedIn(`s${signIns}`, `c${signIns}`)
  }
  await it.open(answer, options)
  await it.connection.signIn('secret')
  return it.connection.lane()
}

const tokens = () => it.service.seen.filter((seen) => !isSignIn(seen)).map((seen) => seen.token)
const signIns = () => it.service.seen.filter(isSignIn).length
const ok = (token: string | null) => () => page(token)
const lost = (): Reply => ({ broken: 'before' })
const refused = (): Reply => page(null, { status: 401 })

describe('the chain', () => {
  test('each answer brings the next token; the four headers and the content type are sent, expiry never is', async () => {
    const lane = await scripted([ok('t1'), ok('t2')])
    for (let i = 0; i < 3; i++) await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't2'])
    for (const seen of it.service.seen.slice(1)) {
      expect(seen.headers).toMatchObject({
        'token-type': 'Bearer',
        client: 'c1',
        uid: 'a@b.ru',
        'content-type': 'application/json',
      })
      expect(seen.headers).not.toHaveProperty('expiry')
      expect(seen.headers).not.toHaveProperty('authorization')
      expect(seen.headers).not.toHaveProperty('if-none-match')
    }
  })

  test('a blank or a missing token keeps the current one', async () => {
    const lane = await scripted([ok('t1'), ok('   '), ok(null), ok('t2')])
    for (let i = 0; i < 5; i++) await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1', 't1', 't2'])
  })

  test('a token is never read from an Authorization header', async () => {
    const lane = await scripted([() => page(null, { headers: { authorization: 'Bearer eyJhIjoxfQ' } })])
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 's1'])
  })

  test.each([302, 404, 422, 429, 500, 503])('is adopted from a %i as well', async (status) => {
    const lane = await scripted([() => page('t1', { status }), ok('t2')])
    await lane.call(things(), { retries: 0 }).catch(() => undefined)
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1'])
  })

  test('is stored before the body is parsed and before the next request goes out', async () => {
    const notes: string[] = []
    const body = latch()
    const lane = await scripted(
      [
        () => page('t1', { holdBody: body.opened }),
        (seen) => {
          notes.push(`request with ${seen.token}`)
          return page('t2')
        },
      ],
      { store: notedStore((what) => notes.push(what)) },
    )
    const operation = things()
    const first = lane.call({
      ...operation,
      read(text) {
        notes.push('parse')
        return operation.read(text)
      },
    })
    await expect.poll(() => notes, { timeout: 60_000 }).toContain('save t1')
    expect(notes).not.toContain('parse')
    body.open()
    await first
    await lane.call(things())
    expect(notes).toEqual(['save s1', 'save t1', 'parse', 'request with t1', 'save t2'])
  })

  test('a store that cannot save fails the request and is not hidden', async () => {
    const inner = memoryTokenStore()
    let saves = 0
    const lane = await scripted([ok('t1')], {
      store: {
        ...inner,
        save(stored) {
          if (++saves > 1) throw new Error('disk full')
          inner.save(stored)
        },
      },
    })
    await expect(lane.call(things())).rejects.toThrow('disk full')
  })
})

describe('a lane is a mutex', () => {
  test('one request in flight; the next one travels while the last answer is parsed', async () => {
    const lane = await scripted([ok('t1'), ok('t2'), ok('t3')])
    await Promise.all([lane.call(things()), lane.call(things()), lane.call(things())])
    expect(tokens()).toEqual(['s1', 't1', 't2'])
    expect(Math.max(...it.service.seen.map((seen) => seen.inFlight))).toBe(1)
  })

  test('the next request waits for the body of the last, not only for its headers', async () => {
    const body = latch()
    const lane = await scripted([() => page('t1', { holdBody: body.opened }), ok('t2')])
    const both = Promise.all([lane.call(things()), lane.call(things())])
    await expect.poll(() => tokens().length, { timeout: 60_000 }).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(tokens()).toEqual(['s1'])
    body.open()
    await both
    expect(tokens()).toEqual(['s1', 't1'])
  })

  test('a cancelled request is heard out: its token is not lost', async () => {
    const answer = latch()
    const lane = await scripted([() => page('t1', { hold: answer.opened }), ok('t2')])
    const cancel = new AbortController()
    const call = lane.call(things(), { signal: cancel.signal })
    await expect.poll(() => tokens().length, { timeout: 60_000 }).toBe(1)
    cancel.abort()
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' })
    const next = lane.call(things())
    answer.open()
    await next
    expect(tokens()).toEqual(['s1', 't1'])
  })

  test('a request that was cancelled while it waited is never sent', async () => {
    const answer = latch()
    const lane = await scripted([() => page('t1', { hold: answer.opened })])
    const first = lane.call(things())
    const cancel = new AbortController()
    const second = lane.call(things(), { signal: cancel.signal })
    cancel.abort()
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' })
    answer.open()
    await first
    await lane.idle()
    expect(tokens()).toEqual(['s1'])
  })
})

describe('a lost answer', () => {
  test('is asked for once more with the current token', async () => {
    const lane = await scripted([ok('t1'), lost, ok('t2')])
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1'])
    expect(signIns()).toBe(1)
  })

  test('on 401 the previous token is tried once, and its chain goes on', async () => {
    const lane = await scripted([ok('t1'), lost, refused, ok('t3'), ok('t4')])
    await lane.call(things())
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1', 's1', 't3'])
    expect(signIns()).toBe(1)
  })

  test('then the lane signs in again by the password, and the old chain is forgotten', async () => {
    const store = memoryTokenStore()
    const lane = await scripted([ok('t1'), lost, refused, refused, ok('t2')], { store })
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1', 's1', 's2'])
    expect(signIns()).toBe(2)
    expect(store.load().map((stored) => [stored.client, stored.token])).toEqual([['c2', 't2']])
    expect(it.connection.state).toMatchObject({ session: 'signed-in', lanes: 1 })
  })

  test('twice in a row is the network: the next attempt comes after a pause', async () => {
    const sleeps: number[] = []
    const lane = await scripted([lost, lost, ok('t1')], {
      sleep: (ms) => {
        sleeps.push(ms)
        return Promise.resolve()
      },
    })
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 's1', 's1'])
    expect(sleeps).toEqual([250])
    expect(signIns()).toBe(1)
  })

  test('a refusal whose body breaks off is a refusal all the same: the previous token is next', async () => {
    const lane = await scripted([ok('t1'), lost, () => ({ ...refused(), broken: 'inBody' }), ok('t2')])
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1', 's1'])
    expect(signIns()).toBe(1)
  })

  test('a connection that breaks in the body puts nothing in doubt', async () => {
    const lane = await scripted([() => page('t1', { broken: 'inBody', body: 'x'.repeat(100) }), ok('t2')])
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1'])
  })
})

describe('401', () => {
  test('once is no proof: the request is repeated with the same token', async () => {
    const lane = await scripted([ok('t1'), refused, ok('t2')])
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1'])
    expect(signIns()).toBe(1)
  })

  test('with a new token: the repeat carries it', async () => {
    const lane = await scripted([() => page('t1', { status: 401 }), ok('t2')])
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1'])
  })

  test('twice on a proven token of the only lane: one sign-in', async () => {
    const lane = await scripted([ok('t1'), refused, refused, ok('t2')])
    await lane.call(things())
    await lane.call(things())
    expect(tokens()).toEqual(['s1', 't1', 't1', 's2'])
    expect(signIns()).toBe(2)
  })

  test('always: too many connections, after one more sign-in, never a loop and never "wrong password"', async () => {
    const lane = await scripted([ok('t1'), ...Array.from({ length: 50 }, () => refused)])
    await lane.call(things())
    const error = await lane.call(things()).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ code: 'TOO_MANY_CONNECTIONS' })
    expect(isLaneLost(error)).toBe(true)
    expect(tokens()).toEqual(['s1', 't1', 't1', 's2', 's2'])
    expect(signIns()).toBe(2)
    expect(it.connection.state).toMatchObject({ session: 'signed-out', reason: 'TOO_MANY_CONNECTIONS', lanes: 0 })
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT' })
    expect(tokens()).toHaveLength(5)
  })

  test('on the first token of a sign-in, twice: too many connections at once', async () => {
    const lane = await scripted([refused, refused])
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'TOO_MANY_CONNECTIONS' })
    expect(signIns()).toBe(1)
  })

  test('again soon after a sign-in that a refusal had caused: given up', async () => {
    const lane = await scripted([ok('t1'), refused, refused, ok('t2'), refused, refused])
    await lane.call(things())
    await lane.call(things())
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'TOO_MANY_CONNECTIONS' })
    expect(signIns()).toBe(2)
  })
})
