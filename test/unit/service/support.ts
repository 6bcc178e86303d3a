import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { createConnection, type Connection, type ConnectionOptions } from '../../../electron/service/connection.ts'
import type { Operation } from '../../../electron/service/operations.ts'
import { readPage, type Page } from '../../../electron/service/page.ts'
import { memoryTokenStore, type StoredLane, type TokenStore } from '../../../electron/service/tokens.ts'

/** A request as the scripted service saw it. */
export interface Seen {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  token: string | undefined
  body: string
  /** Requests under way on the same `client`, this one included. */
  inFlight: number
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer | object
  /** `before`: no answer at all; `inBody`: the connection is reset in the middle of the body. */
  broken?: 'before' | 'inBody'
  /** The body is held back until then; the headers go out at once. */
  holdBody?: Promise<void>
  hold?: Promise<void>
}

export interface Scripted {
  url: string
  seen: Seen[]
  close(): Promise<void>
}

/** A real HTTP server on loopback whose answers the test writes. */
export async function startScripted(answer: (seen: Seen, index: number) => Reply | Promise<Reply>): Promise<Scripted> {
  const seen: Seen[] = []
  const underWay = new Map<string, number>()
  const server = createServer((incoming, response) => {
    void (async () => {
      const client = String(incoming.headers['client'])
      underWay.set(client, (underWay.get(client) ?? 0) + 1)
      response.once('close', () => underWay.set(client, (underWay.get(client) ?? 1) - 1))
      const chunks: Buffer[] = []
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
      const url = new URL(incoming.url ?? '/', 'http://x')
      const request: Seen = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        token: incoming.headers['access-token'] as string | undefined,
        body: Buffer.concat(chunks).toString('utf8'),
        inFlight: underWay.get(client) ?? 0,
      }
      seen.push(request)
      const reply = await answer(request, seen.length - 1)
      await reply.hold
      if (reply.broken === 'before') return void response.socket?.destroy()
      const body = bytesOf(reply.body ?? EMPTY)
      response.writeHead(reply.status ?? 200, reply.headers ?? {})
      if (reply.broken === 'inBody') {
        return void response.write(body.subarray(0, 10), () => response.socket?.resetAndDestroy())
      }
      if (reply.holdBody !== undefined) {
        response.flushHeaders()
        await reply.holdBody
      }
      response.end(body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const bytesOf = (body: string | Buffer | object): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))

export const EMPTY = { data: [], total_pages: 1, current_page: 1, next_page: null }

export const isSignIn = (seen: Seen): boolean => seen.path === '/api/v1/auth/sign_in'

/** The headers of a sign-in's answer. */
export const signedIn = (token: string, client = 'c1'): Reply => ({
  headers: { 'access-token': token, 'token-type': 'Bearer', client, uid: 'a@b.ru', expiry: '4102444800' },
  body: { data: { id: '7', email: 'a@b.ru', provider: 'email', uid: 'a@b.ru', name: 'A' } },
})

/** An empty page with the next token. */
export const page = (token: string | null, reply: Reply = {}): Reply => ({
  ...reply,
  headers: { ...(token === null ? {} : { 'access-token': token }), ...reply.headers },
})

export function connectTo(url: string, options: Partial<ConnectionOptions> = {}): Connection {
  return createConnection({
    baseUrl: url,
    email: 'a@b.ru',
    store: memoryTokenStore(),
    maxLanes: 4,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: () => 0,
    // Waits are over at once.
    sleep: () => Promise.resolve(),
    ...options,
  })
}

/** A scripted service and a connection to it, anew for each test. */
export interface Account {
  service: Scripted
  connection: Connection
  open(answer: Parameters<typeof startScripted>[0], options?: Partial<ConnectionOptions>): Promise<Connection>
}

export function account(): Account {
  const it = {
    async open(answer, options) {
      it.service = await startScripted(answer)
      return (it.connection = connectTo(it.service.url, options))
    },
  } as Account
  afterEach(async () => {
    await it.connection?.close()
    await it.service?.close()
  })
  return it
}

/** Asks for one list page at `/api/v1/things`. */
export const things = (name = 'things', asked = 1): Operation<Page<{ id: number }>> => ({
  name,
  path: `/api/v1/${name}`,
  read: (body) => readPage(body, asked, (raw) => raw as { id: number }),
})

/** A store that notes what is done to it, and when. */
export function notedStore(note: (what: string) => void): TokenStore {
  const inner = memoryTokenStore()
  return {
    load: () => inner.load(),
    save(lane: StoredLane) {
      note(`save ${lane.token}`)
      inner.save(lane)
    },
    remove(client: string) {
      note(`remove ${client}`)
      inner.remove(client)
    },
  }
}

/** A promise that the test settles. */
export function latch(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
