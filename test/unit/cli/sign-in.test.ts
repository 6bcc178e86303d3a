import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import type { Terminal } from '../../../electron/cli/terminal.ts'
import { testFolder } from '../../support/pull.ts'

/** How `meterbook sync` ends when it does not come to the service: a sentence and its exit code. */

let folder: ReturnType<typeof testFolder>
let servers: Server[] = []

beforeEach(() => {
  folder = testFolder()
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
  folder.remove()
})

async function listen(answer: RequestListener, proxied?: (end: (text: string) => void) => void): Promise<string> {
  const server = createServer(answer)
  if (proxied) server.on('connect', (_, socket) => proxied((text) => socket.end(text)))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sync(url: string, signal = new AbortController().signal) {
  const noted: string[] = []
  const printed: string[] = []
  const terminal: Terminal = {
    ...({ stdin: new PassThrough(), stderr: new PassThrough() } as unknown as Pick<Terminal, 'stdin' | 'stderr'>),
    print: (text) => void printed.push(text),
    room: () => Promise.resolve(),
    note: (text) => void noted.push(text),
    isInteractive: false,
    env: { METERBOOK_PASSWORD: 'x' },
    signal,
  }
  const args = ['sync', '--url', url, '--email', 'a@b.ru', '--book', folder.file('a.meterbook'), '--json']
  const exit = await run(args, terminal)
  return { exit, noted: noted.join('\n'), document: JSON.parse(printed.join('\n')) as object }
}

const PROXY_ANSWER = 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'

test.each([
  ['not an address', 2, 'BAD_PROXY', 'HTTPS_PROXY is no address of a proxy'],
  ['foo://proxy:1', 2, 'BAD_PROXY', 'HTTPS_PROXY is no address of a proxy'],
  ['http://proxy.invalid:3128', 4, 'UNREACHABLE', 'the proxy'],
  ['http://127.0.0.1:9', 4, 'UNREACHABLE', 'the proxy'],
  ['407', 4, 'PROXY_REFUSED', 'wants a name and a password'],
])('behind the proxy %s: exit %i, %s', async (proxy, exit, code, says) => {
  const refusing = await listen(
    () => undefined,
    (end) => end(PROXY_ANSWER),
  )
  for (const name of ['https_proxy', 'http_proxy', 'HTTP_PROXY', 'NO_PROXY', 'no_proxy']) vi.stubEnv(name, '')
  vi.stubEnv('HTTPS_PROXY', proxy === '407' ? refusing.replace('//', '//name:geheim@') : proxy)
  const end = await sync('https://metering.invalid')
  expect([end.exit, end.document]).toMatchObject([exit, { failure: { code }, exit }])
  expect(end.noted).toContain(says)
  expect(end.noted).not.toContain('geheim')
})

test.each([400, 413])('to a server that is no service and answers %i: unreachable, not a trouble with the account', async (status) => {
  const url = await listen((_, response) => response.writeHead(status).end('<html>'))
  expect(await sync(url)).toMatchObject({ exit: 4, document: { failure: { code: 'NOT_THE_SERVICE' } } })
})

test('a sign-in that hangs ends with 130 on Ctrl+C, its request broken off', async () => {
  const ending = new AbortController()
  const closed = Promise.withResolvers<void>()
  const url = await listen((incoming) => {
    incoming.socket.once('close', () => closed.resolve())
    ending.abort()
  })
  expect(await sync(url, ending.signal)).toMatchObject({ exit: 130, document: { failure: { code: 'CANCELLED' } } })
  await closed.promise
})
