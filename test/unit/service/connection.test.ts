import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { normaliseAddress } from '../../../electron/service/address.ts'
import type { Lane } from '../../../electron/service/lane.ts'
import { memoryTokenStore, type StoredLane } from '../../../electron/service/tokens.ts'
import { account, connectTo, EMPTY, isSignIn, page, signedIn, startScripted, things } from './support.ts'

const it = account()

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
    await it.open(() => signedIn('t0'))
    await expect(it.connection.signIn('пароль')).resolves.toEqual({
      id: 7,
      email: 'a@b.ru',
      provider: 'email',
      uid: 'a@b.ru',
      name: 'A',
    })
    expect(it.service.seen[0]).toMatchObject({ method: 'POST', path: '/api/v1/auth/sign_in' })
    expect(JSON.parse(it.service.seen[0]?.body ?? '')).toEqual({ email: 'a@b.ru', password: 'пароль' })
    expect(it.connection.state).toMatchObject({ session: 'signed-in', line: 'online', lanes: 1 })
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
    await it.open(() => ({ status, body }))
    await expect(it.connection.signIn('x')).rejects.toMatchObject({ code })
    expect(it.service.seen).toHaveLength(1)
    expect(it.connection.state.session).toBe('signed-out')
  })

  test('a blank token is the service’s stumble: tried once more', async () => {
    let count = 0
    await it.open(() => signedIn(++count === 1 ? ' ' : 't0'))
    await it.connection.signIn('x')
    expect(it.service.seen).toHaveLength(2)
  })

  test('a body that breaks off takes nothing away from the headers', async () => {
    await it.open(() => ({ ...signedIn('t0'), broken: 'inBody' }))
    await expect(it.connection.signIn('x')).resolves.toMatchObject({ email: 'a@b.ru', id: null })
    expect(it.service.seen).toHaveLength(1)
  })

  test('something that does not speak HTTP is not the service', async () => {
    const other = createServer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    it.service = await startScripted(() => ({}))
    it.connection = connectTo(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    await expect(it.connection.signIn('x')).rejects.toMatchObject({ code: 'NOT_THE_SERVICE' })
    other.close()
  })

  test('plain HTTP where TLS is expected: a TLS failure', async () => {
    it.service = await startScripted(() => ({}))
    it.connection = connectTo(it.service.url.replace('http:', 'https:'))
    await expect(it.connection.signIn('x')).rejects.toMatchObject({ code: 'TLS' })
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
    it.service = await startScripted(() => ({}))
    const store = memoryTokenStore()
    it.connection = connectTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, { store })
    await expect(it.connection.signIn('x', giveUp.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    await closed.promise
    expect(store.load()).toEqual([])
    expect(it.connection.state.session).toBe('signed-out')
    silent.close()
  })

  test('that was given up before it began sends nothing; the next one does', async () => {
    await it.open(() => signedIn('t0'))
    await expect(it.connection.signIn('x', AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(it.service.seen).toHaveLength(0)
    await it.connection.signIn('x')
    expect(it.connection.state.session).toBe('signed-in')
  })

  test('signing in again replaces the chain and signs the old one out', async () => {
    let count = 0
    const store = memoryTokenStore()
    await it.open((seen) => (isSignIn(seen) ? signedIn(`t${++count}`, `c${count}`) : { body: { success: true } }), {
      store,
    })
    await it.connection.signIn('x')
    await it.connection.signIn('x')
    expect(store.load().map((lane) => lane.client)).toEqual(['c2'])
    expect(it.service.seen.at(-1)).toMatchObject({ method: 'DELETE', token: 't1' })
  })
})

describe('resume', () => {
  test('takes up the stored chain and sends nothing', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'kept'))
    await it.open(() => page('t1'), { store })
    expect(it.connection.resume()).toBe('signed-in')
    expect(it.service.seen).toHaveLength(0)
    await it.connection.lane().call(things())
    expect(it.service.seen[0]).toMatchObject({ token: 'kept' })
    expect(store.load()).toMatchObject([{ client: 'c9', token: 't1', previousToken: 'kept' }])
  })

  test('with nothing stored: signed out', async () => {
    await it.open(() => ({}))
    expect(it.connection.resume()).toBe('signed-out')
    expect(() => it.connection.lane()).toThrow(expect.objectContaining({ code: 'SIGNED_OUT' }))
  })

  test('being offline never signs the user out', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'kept'))
    await it.open(() => page('t1'), { store })
    await it.service.close()
    it.connection.resume()
    await expect(it.connection.lane().call(things())).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(it.connection.state).toMatchObject({ session: 'signed-in', line: 'offline', lanes: 1 })
    expect(store.load()).toMatchObject([{ token: 'kept' }])
    it.service = await startScripted(() => ({}))
  })

  test('the program died in the middle of a request: current, current, previous, then a sign-in', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'used', { previousToken: 'older' }))
    await it.open(
      (seen) => {
        if (isSignIn(seen)) return signedIn('t0', 'c10')
        return seen.token === 't0' ? page('t1') : { status: 401 }
      },
      { store, password: () => Promise.resolve('remembered') },
    )
    it.connection.resume()
    await it.connection.lane().call(things())
    expect(it.service.seen.map((seen) => seen.token)).toEqual(['used', 'used', 'older', undefined, 't0'])
    expect(JSON.parse(it.service.seen[3]?.body ?? '')).toMatchObject({ password: 'remembered' })
    expect(store.load().map((lane) => lane.client)).toEqual(['c10'])
  })

  test('without a remembered password: signed out, said once, nothing more is sent', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'dead'))
    const states: string[] = []
    await it.open(() => ({ status: 401 }), { store, onChange: (state) => states.push(state.session) })
    it.connection.resume()
    const lane = it.connection.lane()
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT', data: { reason: 'NO_PASSWORD' } })
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT' })
    expect(it.service.seen).toHaveLength(2)
    expect(states.filter((state) => state === 'signed-out')).toHaveLength(1)
    expect(it.connection.state.reason).toBe('SIGNED_OUT')
  })

  test('a remembered password that became wrong is tried twice and not again', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'dead'))
    await it.open(() => ({ status: 401 }), { store, password: () => 'old' })
    it.connection.resume()
    const lane = it.connection.lane()
    await expect(lane.call(things())).rejects.toMatchObject({ code: 'SIGNED_OUT', data: { reason: 'WRONG_PASSWORD' } })
    expect(it.service.seen.filter(isSignIn)).toHaveLength(2)
    expect(it.connection.state).toMatchObject({ session: 'signed-out', reason: 'WRONG_PASSWORD' })
  })
})

describe('expiry', () => {
  const dayMs = 86_400_000
  const serviceMs = Date.parse('2026-11-20T10:00:00Z')
  const date = new Date(serviceMs).toUTCString()

  test('is judged by the service’s Date: a laptop that is a day ahead sends the token', async () => {
    const store = memoryTokenStore()
    store.save(stored('c9', 'good', { expiryMs: serviceMs + 3600_000 }))
    await it.open(() => page('good2', { headers: { date } }), {
      store,
      clock: { nowMs: () => serviceMs + dayMs, monotonicMs: () => 0 },
    })
    it.connection.resume()
    await it.connection.lane().call(things())
    await it.connection.lane().call(things())
    expect(it.service.seen.map((seen) => seen.token)).toEqual(['good', 'good2'])
    expect(it.connection.serviceNowMs()).toBe(serviceMs)
  })

  test('a token that the service’s time has passed is not sent: the lane signs in again', async () => {
    await it.open(
      (seen) => {
        if (!isSignIn(seen)) return page('t1', { headers: { date } })
        const expiry = String((it.service.seen.length > 1 ? serviceMs + dayMs : serviceMs - 1000) / 1000)
        const answer = signedIn('t0')
        return { ...answer, headers: { ...answer.headers, expiry, date } }
      },
      { clock: { nowMs: () => serviceMs - dayMs, monotonicMs: () => 0 } },
    )
    await it.connection.signIn('x')
    await it.connection.lane().call(things())
    expect(it.service.seen.map((seen) => seen.method)).toEqual(['POST', 'POST', 'GET'])
  })
})

describe('sign-out', () => {
  test('DELETEs with the four headers and forgets the chain', async () => {
    const store = memoryTokenStore()
    await it.open((seen) => (isSignIn(seen) ? signedIn('t0') : { body: { success: true } }), { store })
    await it.connection.signIn('x')
    await expect(it.connection.signOut()).resolves.toBe(true)
    expect(it.service.seen[1]).toMatchObject({ method: 'DELETE', path: '/api/v1/auth/sign_out', token: 't0' })
    expect(store.load()).toEqual([])
    expect(it.connection.state).toMatchObject({ session: 'signed-out', lanes: 0 })
  })

  test.each([
    [[500], true, ['t0', 't1']],
    [[503, 502], false, ['t0', 't1']],
    [[404], false, ['t0']],
  ])('answered with %j: repeated once where the service failed, with the newest token', async (statuses, ok, tokens) => {
    let token = 0
    const answers = [...statuses]
    await it.open((seen) =>
      isSignIn(seen) ? signedIn('t0') : page(`t${++token}`, { status: answers.shift() ?? 200, body: { success: true } }),
    )
    await it.connection.signIn('x')
    await expect(it.connection.signOut()).resolves.toBe(ok)
    expect(it.service.seen.slice(1).map((seen) => seen.token)).toEqual(tokens)
  })

  test('offline: forgotten all the same, and said', async () => {
    const store = memoryTokenStore()
    await it.open(() => signedIn('t0'), { store })
    await it.connection.signIn('x')
    await it.service.close()
    await expect(it.connection.signOut()).resolves.toBe(false)
    expect(store.load()).toEqual([])
    it.service = await startScripted(() => ({}))
  })

  test.each(['signOut', 'close'] as const)(
    '%s while a further lane is being signed in: its token is signed out as soon as it comes',
    async (ending) => {
      const store = memoryTokenStore()
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let signIns = 0
      await it.open(
        (seen) => {
          if (!isSignIn(seen)) return page('next', { body: { success: true, ...EMPTY } })
          if (++signIns === 1) return signedIn('own', 'c1')
          asked.resolve()
          return { ...signedIn('late', 'c2'), hold: answered.promise }
        },
        { store, password: () => 'x' },
      )
      await it.connection.signIn('x')
      const job = (lane: Lane) => lane.call(things()).then(() => undefined)
      const run = it.connection.run(() => job, { judge: { minMs: 0, minAnswersPerLane: 1, patienceMs: 1, restMs: 1 } })
      run.catch(() => undefined)
      await asked.promise
      const over = it.connection[ending]()
      answered.resolve()
      await over
      const out = it.service.seen.filter((seen) => seen.method === 'DELETE').map((seen) => seen.headers['client'])
      expect(out).toContain('c2')
      expect(store.load().map((lane) => lane.client)).toEqual(ending === 'close' ? ['c1'] : [])
      if (ending === 'signOut') expect(it.connection.state).toMatchObject({ session: 'signed-out', lanes: 0 })
    },
  )

  test('closing does not wait for a service that hangs', async () => {
    const store = memoryTokenStore()
    store.save(stored('c1', 'own'))
    store.save(stored('c2', 'left over'))
    it.service = await startScripted(() => ({ hold: new Promise<void>(() => undefined) }))
    it.connection = connectTo(it.service.url, { store, limits: { closeMs: 50 } })
    it.connection.resume()
    const call = it.connection.lane().call(things(), { retries: 0 })
    const outcome = call.catch((error: unknown) => error)
    await it.connection.close()
    expect(await outcome).toMatchObject({ code: 'UNREACHABLE' })
    expect(store.load().map((lane) => lane.client)).toContain('c1')
  })

  test('closing keeps the first lane and signs out those that a crash left over', async () => {
    const store = memoryTokenStore()
    store.save(stored('c1', 'own'))
    store.save(stored('c2', 'left over'))
    await it.open(() => ({ body: { success: true } }), { store })
    it.connection.resume()
    await it.connection.close()
    expect(it.service.seen).toMatchObject([{ method: 'DELETE', token: 'left over' }])
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

  test.each(['', '   ', 'https://', 'ftp://x.ru', 'two words', 'https://user:pass@x.ru', 'http://'])('%j is none', (typed) =>
    expect(() => normaliseAddress(typed)).toThrow(expect.objectContaining({ code: 'BAD_ADDRESS' })),
  )

  test('plain http to another machine only when it was allowed', () => {
    expect(() => normaliseAddress('http://x.ru')).toThrow(expect.objectContaining({ code: 'UNENCRYPTED_REFUSED' }))
    expect(() => normaliseAddress('http://127.0.0.1.evil.ru')).toThrow(expect.objectContaining({ code: 'UNENCRYPTED_REFUSED' }))
    expect(normaliseAddress('http://x.ru', { allowUnencrypted: true })).toBe('http://x.ru')
  })
})
