import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { normaliseAddress } from '../../../electron/service/address.ts'
import type { Connection } from '../../../electron/service/connection.ts'
import { memoryTokenStore, type StoredLane } from '../../../electron/service/tokens.ts'
import {
  connectTo,
  isSignIn,
  page,
  signedIn,
  startScripted,
  things,
  type Reply,
  type Scripted,
  type Seen,
} from './support.ts'

let service: Scripted
let connection: Connection

afterEach(async () => {
  await connection?.close()
  await service?.close()
})

async function scripted(answer: (seen: Seen) => Reply, options: Parameters<typeof connectTo>[1] = {}) {
  service = await startScripted(answer)
  connection = connectTo(service.url, options)
}

const stored = (client: string, token: string, more: Partial<StoredLane> = {}): StoredLane => ({
  client,
  token,
  previousToken: null,
  tokenType: 'Bearer',
  uid: 'a@b.ru',
  expiryMs: null,
  ...more,
})

describe('sign-in', () => {
  test('POSTs email and password as JSON and returns the user', async () => {
    await scripted(() => signedIn('t0'))
    await expect(connection.signIn('пароль')).resolves.toEqual({
      id: 7,
      email: 'a@b.ru',
      provider: 'email',
      uid: 'a@b.ru',
      name: 'A',
    })
    expect(service.seen[0]).toMatchObject({ method: 'POST', path: '/api/v1/auth/sign_in' })
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual({ email: 'a@b.ru', password: 'пароль' })
    expect(connection.state).toMatchObject({ session: 'signed-in', line: 'online', lanes: 1 })
  })

  test.each([
    [401, {}, 'WRONG_PASSWORD'],
    [403, {}, 'SIGN_IN_REFUSED'],
    [422, {}, 'SIGN_IN_REFUSED'],
    [404, '<html>', 'NOT_THE_SERVICE'],
    [400, '<html>400 The plain HTTP request was sent to HTTPS port</html>', 'NOT_THE_SERVICE'],
    [400, '', 'NOT_THE_SERVICE'],
    [400, { errors: ['no such account'] }, 'SIGN_IN_REFUSED'],
    [403, '<html>', 'NOT_THE_SERVICE'],
    [413, '<html>', 'NOT_THE_SERVICE'],
    [413, {}, 'NOT_THE_SERVICE'],
    [415, {}, 'NOT_THE_SERVICE'],
    [501, '', 'NOT_THE_SERVICE'],
    [200, '<html>', 'NOT_THE_SERVICE'],
    [200, { data: {} }, 'NOT_THE_SERVICE'],
    [301, '', 'REDIRECTED'],
    [429, {}, 'RATE_LIMITED'],
    [503, {}, 'HTTP_STATUS'],
  ])('status %i with %j: %s, asked once', async (status, body, code) => {
    await scripted(() => ({ status, body }))
    await expect(connection.signIn('x')).rejects.toMatchObject({ code })
    expect(service.seen).toHaveLength(1)
    expect(connection.state.session).toBe('signed-out')
  })

  test('a blank token is the service’s stumble: tried once more', async () => {
    let count = 0
    await scripted(() => signedIn(++count === 1 ? ' ' : 't0'))
    await connection.signIn('x')
    expect(service.seen).toHaveLength(2)
  })

  test('a body that breaks off takes nothing away from the headers', async () => {
    await scripted(() => ({ ...signedIn('t0'), broken: 'inBody' }))
    await expect(connection.signIn('x')).resolves.toMatchObject({ email: 'a@b.ru', id: null })
    expect(service.seen).toHaveLength(1)
  })

  test('something that does not speak HTTP is not the service', async () => {
    const other = createServer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    service = await startScripted(() => ({}))
    connection = connectTo(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    await expect(connection.signIn('x')).rejects.toMatchObject({ code: 'NOT_THE_SERVICE' })
    other.close()
  })

  test('plain HTTP where TLS is expected: a TLS failure', async () => {
    service = await startScripted(() => ({}))
    connection = connectTo(service.url.replace('http:', 'https:'))
    await expect(connection.signIn('x')).rejects.toMatchObject({ code: 'TLS' })
  })

  test('that hangs is broken off when it is given up, and nothing is left of it', async () => {
    const closed = Promise.withResolvers<void>()
    const silent = createServer((socket) => {
      socket.once('data', () => giveUp.abort())
      socket.on('error', () => undefined)
      socket.once('close', () => closed.resolve())
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const giveUp = new AbortController()
    service = await startScripted(() => ({}))
    const store = memoryTokenStore()
    connection = connectTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, { store })
    await expect(connection.signIn('x', giveUp.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    await closed.promise
    expect(store.load()).toEqual([])
    expect(connection.state.session).toBe('signed-out')
    silent.close()
  })

  test('that was given up before it began sends nothing; the next one does', async () => {
    await scripted(() => signedIn('t0'))
    await expect(connection.signIn('x', AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(service.seen).toHaveLength(0)
    await connection.signIn('x')
    expect(connection.state.session).toBe('signed-in')
  })

  test('signing in again replaces the chain and signs the old one out', async () => {
    let count = 0
    const store = memoryTokenStore()
    await scripted((seen) => (isSignIn(seen) ? signedIn(`t${++count}`, `c${count}`) : { body: { success: true } }), {
      store,
    })
    await connection.signIn('x')
    await connection.signIn('x')
    expect(store.load().map((lane) => lane.client)).toEqual(['c2'])
    expect(service.seen.at(-1)).toMatchObject({ method: 'DELETE', token: 't1' })
  })
})

describe('resume', () => {
  test('takes up the stored chain and sends nothing', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'kept'))
    await scripted(() => page('t1'), { store })
    expect(connection.resume()).toBe('signed-in')
    expect(service.seen).toHaveLength(0)
    await connection.lane().call(things())
    expect(service.seen[0]).toMatchObject({ token: 'kept' })
    expect(store.load()).toMatchObject([{ client: 'c9', token: 't1', previousToken: 'kept' }])
  })

  test('with nothing stored: signed out', async () => {
    await scripted(() => ({}))
    expect(connection.resume()).toBe('signed-out')
    expect(() => connection.lane()).toThrow(expect.objectContaining({ code: 'SIGNED_OUT' }))
  })

  test('being offline never signs the user out', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'kept'))
    await scripted(() => page('t1'), { store })
    await service.close()
    connection.resume()
    await expect(connection.lane().call(things())).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(connection.state).toMatchObject({ session: 'signed-in', line: 'offline', lanes: 1 })
    expect(store.load()).toMatchObject([{ token: 'kept' }])
    service = await startScripted(() => ({}))
  })

  test('the program died in the middle of a request: current, current, previous, then a sign-in', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'used', { previousToken: 'older' }))
    await scripted(
      (seen) => {
        if (isSignIn(seen)) return signedIn('t0', 'c10')
        return seen.token === 't0' ? page('t1') : { status: 401 }
      },
      { store, password: () => Promise.resolve('remembered') },
    )
    connection.resume()
    await connection.lane().call(things())
    expect(service.seen.map((seen) => seen.token)).toEqual(['used', 'used', 'older', undefined, 't0'])
    expect(JSON.parse(service.seen[3]?.body ?? '')).toMatchObject({ password: 'remembered' })
    expect(store.load().map((lane) => lane.client)).toEqual(['c10'])
  })

  test('without a remembered password: signed out, said once, nothing more is sent', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'dead'))
    const states: string[] = []
    await scripted(() => ({ status: 401 }), { store, onChange: (state) => states.push(state.session) })
    connection.resume()
    const lane = connection.lane()
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT', data: { reason: 'NO_PASSWORD' } })
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT' })
    expect(service.seen).toHaveLength(2)
    expect(states.filter((state) => state === 'signed-out')).toHaveLength(1)
    expect(connection.state.reason).toBe('SIGNED_OUT')
  })

  test('a remembered password that became wrong is tried twice and not again', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'dead'))
    await scripted(() => ({ status: 401 }), { store, password: () => 'old' })
    connection.resume()
    const lane = connection.lane()
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT', data: { reason: 'WRONG_PASSWORD' } })
    expect(service.seen.filter(isSignIn)).toHaveLength(2)
    expect(connection.state).toMatchObject({ session: 'signed-out', reason: 'WRONG_PASSWORD' })
  })
})

describe('expiry', () => {
  const dayMs = 86_400_000
  const serviceMs = Date.parse('2026-11-20T10:00:00Z')
  const date = new Date(serviceMs).toUTCString()

  test('is judged by the service’s Date: a laptop that is a day ahead sends the token', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'good', { expiryMs: serviceMs + 3600_000 }))
    await scripted(() => page('good2', { headers: { date } }), {
      store,
      clock: { nowMs: () => serviceMs + dayMs, monotonicMs: () => 0 },
    })
    connection.resume()
    await connection.lane().call(things())
    await connection.lane().call(things())
    expect(service.seen.map((seen) => seen.token)).toEqual(['good', 'good2'])
    expect(connection.serviceNowMs()).toBe(serviceMs)
  })

  test('a token that the service’s time has passed is not sent: the lane signs in again', async () => {
    await scripted(
      (seen) => {
        if (!isSignIn(seen)) return page('t1', { headers: { date } })
        const expiry = String((service.seen.length > 1 ? serviceMs + dayMs : serviceMs - 1000) / 1000)
        const answer = signedIn('t0')
        return { ...answer, headers: { ...answer.headers, expiry, date } }
      },
      { clock: { nowMs: () => serviceMs - dayMs, monotonicMs: () => 0 } },
    )
    await connection.signIn('x')
    await connection.lane().call(things())
    expect(service.seen.map((seen) => seen.method)).toEqual(['POST', 'POST', 'GET'])
  })
})

describe('sign-out', () => {
  test('DELETEs with the four headers and forgets the chain', async () => {
    const store = memoryTokenStore()
    await scripted((seen) => (isSignIn(seen) ? signedIn('t0') : { body: { success: true } }), { store })
    await connection.signIn('x')
    await expect(connection.signOut()).resolves.toBe(true)
    expect(service.seen[1]).toMatchObject({ method: 'DELETE', path: '/api/v1/auth/sign_out', token: 't0' })
    expect(store.load()).toEqual([])
    expect(connection.state).toMatchObject({ session: 'signed-out', lanes: 0 })
  })

  test.each([
    [[500], true, ['t0', 't1']],
    [[503, 502], false, ['t0', 't1']],
    [[404], false, ['t0']],
  ])(
    'answered with %j: repeated once where the service failed, with the newest token',
    async (statuses, ok, tokens) => {
      let token = 0
      const answers = [...statuses]
      await scripted((seen) =>
        isSignIn(seen)
          ? signedIn('t0')
          : page(`t${++token}`, { status: answers.shift() ?? 200, body: { success: true } }),
      )
      await connection.signIn('x')
      await expect(connection.signOut()).resolves.toBe(ok)
      expect(service.seen.slice(1).map((seen) => seen.token)).toEqual(tokens)
    },
  )

  test('offline: forgotten all the same, and said', async () => {
    const store = memoryTokenStore()
    await scripted(() => signedIn('t0'), { store })
    await connection.signIn('x')
    await service.close()
    await expect(connection.signOut()).resolves.toBe(false)
    expect(store.load()).toEqual([])
    service = await startScripted(() => ({}))
  })

  test('closing does not wait for a service that hangs', async () => {
    const store = memoryTokenStore()
    store.save(stored('c1', 'own'))
    store.save(stored('c2', 'left over'))
    service = await startScripted(() => ({ hold: new Promise<void>(() => undefined) }))
    connection = connectTo(service.url, { store, limits: { closeMs: 50 } })
    connection.resume()
    const call = connection.lane().call(things(), { retries: 0 })
    const outcome = call.catch((error: unknown) => error)
    await connection.close()
    expect(await outcome).toMatchObject({ code: 'UNREACHABLE' })
    expect(store.load().map((lane) => lane.client)).toContain('c1')
  })

  test('closing keeps the first lane and signs out those that a crash left over', async () => {
    const store = memoryTokenStore()
    store.save(stored('c1', 'own'))
    store.save(stored('c2', 'left over'))
    await scripted(() => ({ body: { success: true } }), { store })
    connection.resume()
    await connection.close()
    expect(service.seen).toMatchObject([{ method: 'DELETE', token: 'left over' }])
    expect(store.load().map((lane) => lane.client)).toEqual(['c1'])
  })
})

describe('the address', () => {
  test.each([
    ['metering.example.ru', 'https://metering.example.ru'],
    [' https://Metering.Example.ru/ ', 'https://metering.example.ru'],
    ['https://metering.example.ru:8443/api/v1/stations?page=1', 'https://metering.example.ru:8443'],
    ['https://сервис.рф', 'https://xn--b1afk4ade.xn--p1ai'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['localhost:4000', 'http://localhost:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('%s → %s', (typed, expected) => expect(normaliseAddress(typed)).toBe(expected))

  test.each(['', '   ', 'https://', 'ftp://x.ru', 'two words', 'https://user:pass@x.ru', 'http://'])(
    '%j is none',
    (typed) => expect(() => normaliseAddress(typed)).toThrow(expect.objectContaining({ code: 'BAD_ADDRESS' })),
  )

  test('plain http to another machine only when it was allowed', () => {
    expect(() => normaliseAddress('http://x.ru')).toThrow(expect.objectContaining({ code: 'UNENCRYPTED_REFUSED' }))
    expect(() => normaliseAddress('http://127.0.0.1.evil.ru')).toThrow(
      expect.objectContaining({ code: 'UNENCRYPTED_REFUSED' }),
    )
    expect(normaliseAddress('http://x.ru', { allowUnencrypted: true })).toBe('http://x.ru')
  })
})
