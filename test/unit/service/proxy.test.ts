import { createServer, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { isOffline } from '../../../electron/service/errors.ts'
import { startInBetween } from '../../support/in-between.ts'
import { connectTo, page, signedIn, startScripted, things, type Scripted } from './support.ts'

let service: Scripted
let stop: (() => void)[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  stop.forEach((one) => one())
  stop = []
  await service.close()
})

/** A forwarding proxy that sends every host's requests to the scripted service. */
async function startProxy() {
  const asked: { target: string; authorization: string | undefined }[] = []
  const proxy = createServer((incoming, response) => {
    asked.push({ target: incoming.url ?? '', authorization: incoming.headers['proxy-authorization'] })
    const url = new URL(incoming.url ?? '')
    const onward = httpRequest(
      `${service.url}${url.pathname}${url.search}`,
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  stop.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { asked, url: `127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

test('a chosen proxy is used, with its own password, and knows nothing of redirects or caches', async () => {
  service = await startScripted((seen) => (seen.method === 'POST' ? signedIn('t0') : page('t1')))
  const proxy = await startProxy()
  const connection = connectTo('http://metering.invalid', {
    allowUnencrypted: true,
    proxy: `http://user:word@${proxy.url}`,
  })
  await connection.signIn('x')
  await connection.lane().call(things())
  expect(proxy.asked).toEqual([
    { target: 'http://metering.invalid/api/v1/auth/sign_in', authorization: `Basic ${btoa('user:word')}` },
    { target: 'http://metering.invalid/api/v1/things', authorization: `Basic ${btoa('user:word')}` },
  ])
  expect(service.seen.map((seen) => seen.token)).toEqual([undefined, 't0'])
  await connection.close()
})

test('the environment’s proxy is used, and not for what NO_PROXY names', async () => {
  service = await startScripted(() => signedIn('t0'))
  const proxy = await startProxy()
  vi.stubEnv('HTTP_PROXY', `http://${proxy.url}`)
  vi.stubEnv('http_proxy', `http://${proxy.url}`)
  vi.stubEnv('NO_PROXY', 'other.invalid')
  vi.stubEnv('no_proxy', 'other.invalid')
  const connection = connectTo('http://metering.invalid', { allowUnencrypted: true })
  await connection.signIn('x')
  expect(proxy.asked).toHaveLength(1)
  await connection.close()
  const straight = connectTo('http://other.invalid', { allowUnencrypted: true })
  await expect(straight.signIn('x')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  expect(proxy.asked).toHaveLength(1)
  await straight.close()
})

test('loopback is never asked through a proxy', async () => {
  service = await startScripted(() => signedIn('t0'))
  const proxy = await startProxy()
  const connection = connectTo(service.url, { proxy: `http://${proxy.url}` })
  await connection.signIn('x')
  expect(proxy.asked).toHaveLength(0)
  await connection.close()
})

test('a proxy that is not there, or whose name nobody knows: UNREACHABLE, the token not in doubt', async () => {
  service = await startScripted(() => signedIn('t0'))
  for (const proxy of ['http://127.0.0.1:9', 'http://proxy.invalid:3128']) {
    const gone = connectTo('https://metering.invalid', { proxy })
    await expect(gone.signIn('x')).rejects.toMatchObject({ code: 'UNREACHABLE', data: { sent: false } })
    await gone.close()
  }
})

/** A proxy that answers everything with this. */
async function startRefusing(answer: string) {
  const refusing = createServer((_, response) => response.socket?.end(answer))
  refusing.on('connect', (_, socket) => socket.end(answer))
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  stop.push(() => refusing.close())
  return `127.0.0.1:${(refusing.address() as AddressInfo).port}`
}

test.each(['https://metering.invalid', 'http://metering.invalid'])(
  'a proxy that wants other credentials for %s: PROXY_REFUSED, nothing sent, and no word of the credentials',
  async (baseUrl) => {
    service = await startScripted(() => signedIn('t0'))
    const address = await startRefusing('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    const refused = connectTo(baseUrl, { allowUnencrypted: true, proxy: `http://name:word@${address}` })
    const error: unknown = await refused.signIn('x').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'PROXY_REFUSED', data: { status: 407 } })
    expect(isOffline(error)).toBe(true)
    expect(inspect(error, { depth: 9 })).not.toContain('word')
    await refused.close()
  },
)

test('a proxy that lets nothing through to the service: PROXY_REFUSED with its status', async () => {
  service = await startScripted(() => signedIn('t0'))
  const address = await startRefusing('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
  const refused = connectTo('https://metering.invalid', { proxy: `http://${address}` })
  await expect(refused.signIn('x')).rejects.toMatchObject({ code: 'PROXY_REFUSED', data: { status: 403 } })
  await refused.close()
})

test('a proxy that takes the connection and says nothing ends with the time for an answer', async () => {
  service = await startScripted(() => signedIn('t0'))
  const mute = createServer()
  mute.on('connect', () => undefined)
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  stop.push(() => (mute.closeAllConnections(), mute.close()))
  const proxy = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const waiting = connectTo('https://metering.invalid', { proxy, limits: { headMs: 100 } })
  await expect(waiting.signIn('x')).rejects.toMatchObject({ code: 'TIMEOUT', data: { sent: false } })
  await waiting.close()
})

const NO_PROXIES = ['not an address', 'http://', 'ftp://proxy:3128', 'foo://x:1', 'http://x:99999', 'http://%zz@host:1']

test.each(NO_PROXIES)('%s is no proxy’s address, chosen or in the environment', async (proxy) => {
  service = await startScripted(() => ({}))
  const bad = (source: string) => expect.objectContaining({ code: 'BAD_PROXY', data: expect.objectContaining({ source }) })
  expect(() => connectTo('https://metering.invalid', { proxy })).toThrow(bad('preferences'))
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy']) vi.stubEnv(name, '')
  vi.stubEnv('HTTPS_PROXY', proxy)
  expect(() => connectTo('https://metering.invalid')).toThrow(bad('HTTPS_PROXY'))
  // Nor does it stand in the way of this machine.
  await connectTo(service.url).close()
})

test('a proxy without a scheme is asked over http', async () => {
  service = await startScripted(() => signedIn('t0'))
  const proxy = await startProxy()
  const connection = connectTo('http://metering.invalid', { allowUnencrypted: true, proxy: proxy.url })
  await connection.signIn('x')
  expect(proxy.asked).toHaveLength(1)
  await connection.close()
})

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is not obeyed: certificates are checked, straight and behind a proxy', async () => {
  service = await startScripted(() => signedIn('t0'))
  const outside = await startInBetween(service.url, { tls: true })
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const straight = connectTo(outside.url)
  await expect(straight.signIn('x')).rejects.toMatchObject({ code: 'TLS' })
  await straight.close()
  const tunnel = createServer()
  const { port } = new URL(outside.url)
  tunnel.on('connect', (_, socket) => {
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    for (const end of [socket, onward]) end.on('error', () => (socket.destroy(), onward.destroy()))
  })
  tunnel.listen(0, '127.0.0.1')
  await once(tunnel, 'listening')
  stop.push(() => tunnel.close())
  const proxy = `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`
  const behind = connectTo('https://metering.invalid', { proxy })
  await expect(behind.signIn('x')).rejects.toMatchObject({ code: 'TLS' })
  await behind.close()
  expect(outside.requests()).toBe(0)
  await outside.close()
})
