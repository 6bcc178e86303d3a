import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { askAtHand } from '../../electron/backend/at-hand/client.ts'
import { doorOf } from '../../electron/backend/at-hand/place.ts'
import { logFileOf } from '../../electron/backend/logged/log-file.ts'
import { socketProtocols } from '../../electron/contract/browser-session.ts'
import { startWebHost, type WebHost } from '../../electron/web-host.ts'
import { admit, contractOver, openSocket, type Session } from '../support/admitted.ts'
import { attacks, type Attack } from '../support/attacks.ts'

/** What means harm to a running browser host, with its key and without: it is refused, and everybody else is served. */

const MB = 1 << 20
let dataFolder: string
let host: WebHost
let session: Session
let onTerminal: ReturnType<typeof vi.spyOn>
beforeAll(async () => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'web-host-attacks-'))
  onTerminal = vi.spyOn(console, 'error')
  host = await startWebHost({ dataFolder, vaultKey: null })
  session = await admit(host.url)
})
afterAll(async () => {
  await host.close()
  onTerminal.mockRestore()
  rmSync(dataFolder, { recursive: true, force: true })
})

const closings = (): number => readFileSync(logFileOf(dataFolder), 'utf8').split('"socket-closed"').length - 1

/** A page that does nothing wrong has its file, its socket and its answer; and nothing of it all was said on the terminal. */
async function isServed(): Promise<void> {
  const { origin, cookie } = session
  const page = await fetch(origin, { headers: { cookie } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!doctype html>')])
  const socket = await openSocket(session)
  expect((await contractOver(socket).program.info()).host).toBe('web')
  socket.close()
  const aside = await askAtHand(dataFolder)
  expect(await aside?.client.accounts()).toMatchObject({ host: 'web' })
  aside?.close()
  expect(onTerminal.mock.calls).toEqual([])
}

/** The other socket: that of other programs of the same user. */
async function openAside(): Promise<WebSocket> {
  const door = doorOf(dataFolder)
  if (!door) throw new Error('no socket')
  const socket = new WebSocket('ws://meterbook/', {
    createConnection: () => connect(door.socket),
    headers: { authorization: `Bearer ${door.word}` },
  })
  await once(socket, 'open')
  return socket
}

type Frame = string | Buffer
const question = (given: object = {}): string => JSON.stringify({ i: 'q', p: { u: '/program/info', b: {}, ...given } })

/** Says it on a socket of the host. `closed`: that socket is closed, with one line in the log, and nobody else's is. */
const said = (name: string, frames: Frame[] | (() => Frame[]), ends: 'closed' | 'stays', open = () => openSocket(session)): Attack => ({
  name,
  async run() {
    const before = closings()
    const other = await openSocket(session)
    const socket = await open()
    socket.on('error', () => undefined)
    const gone = once(socket, 'close')
    const all = typeof frames === 'function' ? frames() : frames
    for (const frame of all) socket.send(frame, () => undefined)
    if (ends === 'closed') {
      await gone
      expect(closings()).toBe(before + 1)
    } else {
      expect((await contractOver(socket).program.info()).host).toBe('web')
      expect(closings()).toBe(before)
      socket.close()
    }
    expect((await contractOver(other).program.info()).host).toBe('web')
    other.close()
    await isServed()
  },
})

const NO_FRAMES: [string, Frame[] | (() => Frame[])][] = [
  ['no JSON', ['what is this']],
  ['nothing', ['']],
  ['a list', ['[]']],
  ['null', ['null']],
  ['an empty object', ['{}']],
  ['bytes that are nothing', [Buffer.from([0, 1, 2, 0xff, 0xfe, 0xff])]],
  [
    'JSON of a question, and bytes that are no form',
    [Buffer.concat([Buffer.from(question({ h: { 'content-type': 'multipart/form-data; boundary=x' } })), Buffer.from([0xff, 1, 2, 3])])],
  ],
  ['a form without bytes', [question({ h: { 'content-type': 'multipart/form-data' } })]],
  ['an id that is a number', ['{"i":1,"p":{"u":"/program/info"}}']],
  ['an id that is an object', ['{"i":{"__proto__":1},"p":{"u":"/program/info"}}']],
  ['an unknown kind', ['{"i":"1","t":9,"p":{}}']],
  ['no address', ['{"i":"1","p":{}}']],
  ['an address that is a number', [question({ u: 5 })]],
  ['an address of another machine', [question({ u: 'http://127.0.0.1:1/program/info' })]],
  ['an address that is none', [question({ u: 'http://[' })]],
  ['headers that are a text', [question({ h: 'x' })]],
  ['a kind of content that is an object', [question({ h: { 'content-type': {} } })]],
  ['an event without a payload', ['{"i":"1","t":3}']],
  ['an event of no kind', ['{"i":"1","t":3,"p":{"e":5}}']],
  ['100,000 open brackets', () => ['['.repeat(100_000)]],
  ['a question 100,000 deep', () => [`{"i":"1","p":{"u":"/program/info","b":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`]],
  ['20 MB of objects', () => [`[${'{},'.repeat(7_000_000)}{}]`]],
  ['50 MB', () => [Buffer.alloc(50 * MB, 'x')]],
  ['50 MB of a question', () => [question({ b: 'x'.repeat(50 * MB) })]],
  ['1,000 wrong ones', () => Array<string>(1000).fill('x')],
]
attacks(
  8,
  'what is no message of the page',
  NO_FRAMES.map(([name, frames]) => said(name, frames, 'closed')),
)
attacks(
  8,
  'what is no message of another program',
  NO_FRAMES.map(([name, frames]) => said(name, frames, 'closed', openAside)),
)

attacks(8, 'messages that ask for nothing', [
  said('an unknown procedure', [question({ u: '/no/such' })], 'stays'),
  said(
    'names of every object',
    [
      '/__proto__',
      '/constructor',
      '/program/__proto__',
      '/program/constructor',
      '/toString',
      '/../program',
      '//program',
      '/%00',
      '/%E0%A4%A',
      '/program/info/',
    ].map((u, at) => question({ u }).replace('"q"', `"a${at}"`)),
    'stays',
  ),
  said('the end of what never began', ['{"i":"zz","t":4}', '{"i":"zz","t":3,"p":{"e":"message","d":1}}'], 'stays'),
  said('a file whose name cannot be read', [question({ h: { 'content-disposition': "attachment; filename*=utf-8''%E0%A4%A" } })], 'stays'),
  said('another method', [question({ m: 'TRACE' }), question({ m: '__proto__' }).replace('"q"', '"2"')], 'stays'),
  said('the same id twice', [question(), question()], 'stays'),
  said(
    'ids of every object',
    ['__proto__', 'constructor', ''].map((id) => question().replace('"q"', JSON.stringify(id))),
    'stays',
  ),
  said(
    'input of wrong types',
    [{ json: 5 }, { json: { stationId: {} } }, { json: [], meta: 5 }, { json: {}, meta: [['x', '__proto__', 'y']] }, [], null].map(
      (b, at) => question({ u: '/stations/list', b }).replace('"q"', `"b${at}"`),
    ),
    'stays',
  ),
  said(
    'a question 30,000 deep',
    () => [question({ u: '/stations/list', b: { json: 0 } }).replace(':0', `:${'['.repeat(15_000)}${']'.repeat(15_000)}`)],
    'stays',
  ),
  said('5,000 questions', () => Array.from({ length: 5000 }, (_, at) => question().replace('"q"', `"c${at}"`)), 'stays'),
  said('5,000 ends', () => Array.from({ length: 5000 }, (_, at) => JSON.stringify({ i: `d${at}`, t: 4 })), 'stays'),
  said(
    'headers of every object',
    [question({ h: { __proto__: 'x', constructor: 'y' } }), '{"i":"1","p":{"u":"/program/info","h":{"__proto__":{"content-type":"x"}}}}'],
    'stays',
  ),
])

/** Bytes of a WebSocket that no library sends, on a socket that was let in. */
const bytes = (name: string, ...given: Buffer[]): Attack => ({
  name,
  async run() {
    const before = closings()
    const { origin, cookie, key } = session
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(
      [
        'GET /rpc HTTP/1.1',
        `Host: ${new URL(origin).host}`,
        `Origin: ${origin}`,
        `Cookie: ${cookie}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: ${socketProtocols(key).join(', ')}`,
        'Sec-WebSocket-Extensions: permessage-deflate',
        '',
        '',
      ].join('\r\n'),
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /u)
    // Nothing is packed, so nothing can unpack to more than it is.
    expect(String(answer)).not.toContain('permessage-deflate')
    for (const part of given) socket.write(part)
    socket.resume().on('error', () => undefined)
    await once(socket, 'close')
    expect(closings()).toBe(before + 1)
    await isServed()
  },
})
const masked = (head: number, text: string) => Buffer.concat([Buffer.from([head, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
attacks(8, 'bytes that are no frame', [
  bytes('a frame without a mask', Buffer.from([0x81, 2, 0x7b, 0x7d])),
  bytes('an unknown opcode', masked(0x83, 'x')),
  bytes('a packed frame that was not agreed on', masked(0xc1, 'x')),
  bytes('a continuation of nothing', masked(0x80, 'x')),
  bytes('a text that is no UTF-8', Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from([0xc3, 0x28])])),
  bytes('a length beyond numbers', Buffer.from([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])),
  bytes('a ping in parts', masked(0x09, 'x')),
  bytes('a closing code that is none', Buffer.concat([Buffer.from([0x88, 0x82, 0, 0, 0, 0]), Buffer.from([0, 1])])),
])

/** Sends it as it stands, and hears all until the host closes. */
function raw(given: string): Promise<string> {
  const socket = connect(Number(new URL(host.origin).port), '127.0.0.1')
  return new Promise((resolve) => {
    let heard = ''
    socket
      .on('data', (part) => (heard += String(part)))
      .on('error', () => undefined)
      .once('close', () => resolve(heard))
    socket.write(given)
  })
}
const REFUSED = /^HTTP\/1\.1 4\d\d [^]*$/u
const http = (name: string, request: string | (() => string)): Attack => ({
  name,
  async run() {
    const given = (typeof request === 'function' ? request() : request).replaceAll('HOST', new URL(host.origin).host)
    const heard = await raw(given)
    if (heard !== '') expect(heard).toMatch(REFUSED)
    expect(heard).not.toMatch(/node_modules|\n\s+at /u)
    await isServed()
  },
})
const HEAD = 'Host: HOST\r\nConnection: close\r\n'
attacks(8, 'requests that are malformed', [
  http('TRACE', `TRACE / HTTP/1.1\r\n${HEAD}\r\n`),
  http('CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HEAD}\r\n`),
  http('an absolute address', `GET http://evil.example/ HTTP/1.1\r\n${HEAD}\r\n`),
  http('two hosts', `GET / HTTP/1.1\r\nHost: evil.example\r\n${HEAD}\r\n`),
  http('two hosts, the right one first', `GET / HTTP/1.1\r\n${HEAD}Host: evil.example\r\n\r\n`),
  http('no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
  http('headers of 1 MB', () => `GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(MB)}\r\n\r\n`),
  http('5,000 headers', () => `GET / HTTP/1.1\r\n${HEAD}${'a: b\r\n'.repeat(5000)}\r\n`),
  http('an address of 100 kB', () => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HEAD}\r\n`),
  http('no HTTP', 'hello\r\n\r\n'),
  http('a handshake of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'),
  http('two lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`),
  http('a length and chunks', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  http('a body that never comes', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1000000000\r\n\r\n`),
  http('line feeds in a header', `GET / HTTP/1.1\r\n${HEAD}X: a\n b\u0000\r\n\r\n`),
  http('out of the folder', `GET /../../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n`),
  http(
    'a socket with a wrong key',
    `GET /rpc HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  ),
  http(
    'a socket of another protocol',
    `GET /rpc HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n`,
  ),
  {
    name: '200 that drip',
    async run() {
      const port = Number(new URL(host.origin).port)
      const sockets: Socket[] = []
      for (let at = 0; at < 200; at++) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        await once(socket, 'connect')
        socket.write('GET / HTTP/1.1\r\nHo')
        sockets.push(socket)
      }
      await isServed()
      for (const socket of sockets) socket.destroy()
    },
  },
])
