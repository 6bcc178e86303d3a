import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { os as procedure, type RouterClient } from '@orpc/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createHandout, type Handout } from '../../electron/web/handout.ts'
import { socketProtocols } from '../../electron/contract/browser-session.ts'
import type { Visit } from '../../electron/web/pages.ts'
import { openWebServer, type WebServer } from '../../electron/web/server.ts'
import { keyIn } from '../support/admitted.ts'

/** The browser host's door, with a small router behind it: who gets in, what comes out, and that it ends. */
const router = {
  columns: procedure.handler(() => new Blob([new Float64Array(26_280).fill(1.5)])),
  ticks: procedure.handler(async function* () {
    for (let i = 0; i < 3; i++) yield i
  }),
}

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

let folder: string
let handout: Handout
let server: WebServer
let closed: string[]
let visits: Visit[]
let logged: unknown[][]
const log = { write: (...line: unknown[]) => void logged.push(line) }

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'web-host-'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>page</title>')
  handout = await createHandout()
  closed = []
  visits = []
  logged = []
  const close = () => Promise.resolve(void closed.push('backend'))
  const start = () => Promise.resolve({ router, close })
  const onVisit = (visit: Visit) => void visits.push(visit)
  server = await openWebServer({ port: 0, pages: folder, handout, start, log, onVisit })
})
afterEach(async () => {
  await server.close()
  await handout.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A request with exactly these headers; `fetch` would not let Host and Origin be forged. */
function ask(target: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const request = http.request({ host: hostname, port, path: target, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** What a browser has after the printed address: the header with the cookie, and the key. */
async function admitted(): Promise<{ key: { cookie: string }; protocols: string[] }> {
  const answer = await ask(new URL(server.url).pathname + new URL(server.url).search)
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0]
  if (!cookie) throw new Error(`no cookie in ${JSON.stringify(answer)}`)
  return { key: { cookie }, protocols: socketProtocols(keyIn(answer.body) ?? null) }
}

function upgrade(headers: Record<string, string>, protocols: readonly string[] = [], target = '/rpc'): Promise<number | 'open'> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${target}`, [...protocols], { headers })
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    socket.on('error', () => undefined)
  })
}

test('the token is exchanged once for an HttpOnly, SameSite=Strict cookie and a key', async () => {
  const { pathname, search } = new URL(server.url)
  const first = await ask(pathname + search)
  // No redirect: after a link in a file a browser would follow one without the Strict cookie.
  expect(first.status).toBe(200)
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+';/)
  expect(keyIn(first.body)).toMatch(/^[\w-]{43}$/)
  const [cookie] = first.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^meterbook-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)

  const second = await ask(pathname + search)
  expect(second.status).toBe(401)
  expect(second.body).toContain('This address has been used already')
  expect(second.headers['set-cookie']).toBeUndefined()
  expect(keyIn(second.body)).toBeUndefined()
  expect((await ask('/', { headers: { cookie: cookie?.split(';')[0] ?? '' } })).status).toBe(200)
  // Loading the printed address again in the same browser just opens the page.
  expect((await ask(pathname + search, { headers: { cookie: cookie?.split(';')[0] ?? '' } })).status).toBe(303)
})

test('a wrong token, no cookie and a wrong cookie get a sentence and nothing else', async () => {
  for (const target of ['/', '/?token=', '/?token=wrong', '/index.html', '/files/abc', '/rpc', '/nowhere']) {
    const answer = await ask(target, { headers: { cookie: `meterbook-${new URL(server.origin).port}=wrong` } })
    expect(answer.status, target).toBe(401)
    expect(answer.body).toContain('This page opens only with the address that Meterbook printed')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const russian = await ask('/', { headers: { 'accept-language': 'ru-RU,ru;q=0.9' } })
  expect(russian.body).toContain('Эта страница открывается только по адресу')
})

test('a HEAD request (a link preview) does not use the token up', async () => {
  const { pathname, search } = new URL(server.url)
  expect((await ask(pathname + search, { method: 'HEAD' })).status).toBe(401)
  expect((await ask(pathname + search)).status).toBe(200)
})

test('another Host or Origin is refused even with the cookie: a rebound name, a foreign page', async () => {
  const { key, protocols } = await admitted()
  const port = new URL(server.origin).port
  for (const host of ['evil.example', `evil.example:${port}`, `localhost:${port}`, '127.0.0.1', `127.0.0.1:${Number(port) + 1}`]) {
    expect((await ask('/', { headers: { ...key, host } })).status, host).toBe(403)
    expect(await upgrade({ ...key, host, origin: server.origin }, protocols), host).toBe(403)
  }
  for (const origin of ['null', 'https://evil.example', `http://localhost:${port}`, `http://127.0.0.1:${Number(port) + 1}`]) {
    expect((await ask('/', { headers: { ...key, origin } })).status, origin).toBe(403)
    expect(await upgrade({ ...key, origin }, protocols), origin).toBe(403)
  }
})

test('the socket wants the cookie, the key, the own Origin and the right path', async () => {
  const { key, protocols } = await admitted()
  const { origin } = server
  expect(await upgrade({ origin }, protocols)).toBe(401)
  expect(await upgrade(key, protocols)).toBe(403)
  expect(await upgrade({ ...key, origin }, protocols, '/other')).toBe(404)
  expect(await upgrade({ ...key, origin }, protocols, '/rpc?x=1')).toBe(404)
  expect(await upgrade({ ...key, origin })).toBe(401)
  expect(await upgrade({ ...key, origin }, ['meterbook'])).toBe(401)
  expect(await upgrade({ ...key, origin }, ['meterbook', `${protocols[1]}x`])).toBe(401)
  expect(await upgrade({ ...key, origin }, protocols)).toBe('open')
})

test('a server on another port that is sent the cookie gets into nothing with it, and the owner is told', async () => {
  const { key } = await admitted()
  const seen: http.IncomingHttpHeaders[] = []
  const other = http.createServer((request, response) => {
    seen.push(request.headers)
    response.end()
  })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  // A browser's cookies know no ports: whatever it has for 127.0.0.1 goes to this server as well.
  await fetch(`http://127.0.0.1:${(other.address() as net.AddressInfo).port}/`, { headers: key })
  other.close()
  const stolen = seen[0]?.cookie ?? ''
  expect(stolen).toBe(key.cookie)
  expect(visits).toEqual(['admitted'])
  const { origin } = server
  for (const protocols of [[], ['meterbook'], ['meterbook', `key.${stolen.split('=')[1]}`], ['meterbook', 'key.']])
    expect(await upgrade({ cookie: stolen, origin }, protocols)).toBe(401)
  const page = await ask('/', { headers: { cookie: stolen } })
  expect(keyIn(page.body)).toBeUndefined()
  expect(visits).toEqual(['admitted', 'second'])
})

test('a cookie that another port has planted beside the true one shuts nobody out', async () => {
  const { key } = await admitted()
  const name = key.cookie.split('=')[0] ?? ''
  expect((await ask('/', { headers: { cookie: `${name}=planted; ${key.cookie}` } })).status).toBe(200)
  expect((await ask('/', { headers: { cookie: `${name}=planted` } })).status).toBe(401)
})

test('the owner is told once when the address comes a second time from elsewhere, not when its own browser loads it again', async () => {
  const { pathname, search } = new URL(server.url)
  const { key } = await admitted()
  await ask(pathname + search, { headers: key })
  await ask('/?token=wrong')
  expect(visits).toEqual(['admitted'])
  await ask(pathname + search)
  await ask(pathname + search)
  expect(visits).toEqual(['admitted', 'second'])
})

test('every answer carries the strict policy; the index is never stored', async () => {
  const { key } = await admitted()
  for (const answer of [await ask('/', { headers: key }), await ask('/missing', { headers: key }), await ask('/')]) {
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['content-security-policy']).toContain(server.origin.replace('http:', 'ws:'))
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('only reading, no bodies, no long addresses, no big headers', async () => {
  const { key } = await admitted()
  expect((await ask('/', { method: 'POST', headers: key })).status).toBe(405)
  expect((await ask('/', { method: 'OPTIONS', headers: key })).status).toBe(405)
  expect((await ask('/', { method: 'POST', headers: key, body: 'x'.repeat(10) })).status).toBe(413)
  expect((await ask('/', { headers: { ...key, 'content-length': '5' }, body: 'hello' })).status).toBe(413)
  expect((await ask(`/${'x'.repeat(3000)}`, { headers: key })).status).toBe(413)
  expect((await ask('/', { headers: { ...key, 'x-big': 'x'.repeat(20_000) } })).status).toBe(431)
  expect((await ask('http://evil.example/', { headers: key })).status).toBe(404)
})

test('it listens on 127.0.0.1 only', async () => {
  const others = Object.values(os.networkInterfaces())
    .flat()
    .filter((address) => address && !address.internal && address.family === 'IPv4')
  for (const address of others) {
    const socket = net.connect({ host: address?.address ?? '', port: Number(new URL(server.origin).port) })
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
  }
})

test('an exported file is fetched once, under its own name, and lies nowhere afterwards', async () => {
  const { key } = await admitted()
  const { file, href } = handout.place('события ГРП-2.csv')
  writeFileSync(file, 'время;код\n')
  expect((await ask(href)).status).toBe(401)
  expect((await ask(href, { method: 'HEAD', headers: key })).status).toBe(404)
  const answer = await ask(href, { headers: key })
  expect(answer.body).toBe('время;код\n')
  expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%D1%81%D0%BE%D0%B1")
  expect((await ask(href, { headers: key })).status).toBe(404)
  await expect.poll(() => existsSync(file)).toBe(false)
  expect((await ask('/files/../index.html', { headers: key })).status).toBe(404)
})

test('an exported file whose line breaks half-way can be fetched again', async () => {
  const { key } = await admitted()
  const { file, href } = handout.place('a.csv')
  writeFileSync(file, 'x'.repeat(32 * 1024 * 1024))
  const { hostname, port } = new URL(server.origin)
  await new Promise<void>((resolve) => {
    const request = http.get({ host: hostname, port, path: href, headers: key, agent: false }, (response) => {
      response.once('data', () => response.destroy())
      response.once('close', resolve)
    })
    request.on('error', () => undefined)
  })
  await expect.poll(async () => (await ask(href, { headers: key })).body).toHaveLength(32 * 1024 * 1024)
})

test('Blobs and streams travel over the socket, and closing the host ends them', async () => {
  const { key, protocols } = await admitted()
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, protocols, {
    headers: { ...key, origin: server.origin },
  })
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ websocket: socket }))
  await once(socket, 'open')
  const columns = new Float64Array(await (await client.columns()).arrayBuffer())
  expect(columns).toHaveLength(26_280)
  expect(columns.every((value) => value === 1.5)).toBe(true)
  const seen: number[] = []
  for await (const tick of await client.ticks()) seen.push(tick)
  expect(seen).toEqual([0, 1, 2])

  const gone = once(socket, 'close')
  await server.close()
  await gone
  expect(closed).toEqual(['backend'])
  await expect(ask('/')).rejects.toThrow(/ECONNREFUSED/)
  // afterEach closes once more: that must neither fail nor close the backend again.
})

test('a port that is taken is an error, and nothing was started', async () => {
  let started = 0
  const port = Number(new URL(server.origin).port)
  const start = () => Promise.reject(new Error(String(++started)))
  await expect(openWebServer({ port, pages: folder, handout, start, log })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(started).toBe(0)
})

test('when the backend does not start, the port is free again', async () => {
  const start = () => Promise.reject(new Error('no book'))
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  await once(probe, 'close')
  await expect(openWebServer({ port, pages: folder, handout, start, log })).rejects.toThrow('no book')
  const again = net.createServer().listen(port, '127.0.0.1')
  await once(again, 'listening')
  again.close()
})
