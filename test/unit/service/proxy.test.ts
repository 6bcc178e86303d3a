import { createServer, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
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

test('a proxy that is not there: UNREACHABLE; one that refuses: UNREACHABLE, the token not in doubt', async () => {
  service = await startScripted(() => signedIn('t0'))
  const gone = connectTo('https://metering.invalid', { proxy: 'http://127.0.0.1:9' })
  await expect(gone.signIn('x')).rejects.toMatchObject({ code: 'UNREACHABLE', data: { sent: false } })
  await gone.close()
  const refusing = createServer()
  refusing.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  stop.push(() => refusing.close())
  const { port } = refusing.address() as AddressInfo
  const refused = connectTo('https://metering.invalid', { proxy: `http://127.0.0.1:${port}` })
  await expect(refused.signIn('x')).rejects.toMatchObject({ code: 'UNREACHABLE', data: { sent: false } })
  await refused.close()
})

test('an address that is no proxy’s', async () => {
  service = await startScripted(() => ({}))
  expect(() => connectTo('https://metering.invalid', { proxy: 'not an address' })).toThrow(
    expect.objectContaining({ code: 'BAD_ADDRESS' }),
  )
})
