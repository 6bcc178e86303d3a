import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Connection } from '../../../electron/service/connection.ts'
import { isOffline, isSpanRefused } from '../../../electron/service/errors.ts'
import type { Limits } from '../../../electron/service/limits.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'
import { connectTo, things } from './support.ts'

/** Answers that never end, byte by byte or in floods: each has its limit, whatever it looks like. */

let server: Server
let connection: Connection
const sockets = new Set<Socket>()

afterEach(async () => {
  await connection.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** A lane to a server that answers each request by `answer`. */
async function laneTo(answer: (socket: Socket) => void, limits: Partial<Limits>) {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store = memoryTokenStore()
  store.save({ client: 'c1', token: 't0', previousToken: null, tokenType: 'Bearer', uid: 'a@b.ru', expiryMs: null })
  connection = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { store, limits })
  connection.resume()
  return connection.lane()
}

const HEAD = 'HTTP/1.1 200 OK\r\naccess-token: t1\r\ncontent-length: 100000\r\n\r\n'

/** Something every few milliseconds: the idle limit never comes to its end. */
function drip(socket: Socket, what: string): void {
  const timer = setInterval(() => socket.write(what), 5)
  socket.once('close', () => clearInterval(timer))
}

test('a body that drips in, a byte at a time, ends with its first window', async () => {
  const lane = await laneTo((socket) => (socket.write(HEAD), drip(socket, ' ')), { windowMs: 600 })
  const error: unknown = await lane.call(things(), { retries: 0 }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'TIMEOUT', data: { sent: false, slow: true } })
  expect(isOffline(error)).toBe(true)
  // A shorter span is the better question.
  expect(isSpanRefused(error)).toBe(true)
})

test('so do headers that drip in, and their token is in doubt', async () => {
  const lane = await laneTo((socket) => (socket.write('HTTP/1.1 200 OK\r\nx: '), drip(socket, 'y')), { headMs: 150 })
  const error: unknown = await lane.call(things(), { retries: 0 }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'TIMEOUT', data: { sent: true, slow: true } })
})

test('so does an answer that is announced again and again and never comes', async () => {
  const lane = await laneTo((socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'), { headMs: 150, maxInformational: 1_000_000 })
  await expect(lane.call(things(), { retries: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' })
})

test('a refusal whose words drip in is a refusal', async () => {
  let asked = 0
  const lane = await laneTo(
    (socket) => {
      asked++
      socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 1000\r\n\r\n')
      drip(socket, ' ')
    },
    { windowMs: 150 },
  )
  await expect(lane.call(things(), { retries: 0 })).rejects.toMatchObject({ code: 'SIGNED_OUT' })
  expect(asked).toBe(2)
})

test('a body that comes slowly, but comes, is waited for: its first window is no limit', async () => {
  const pieces = Array.from({ length: 20 }, () => 'x'.repeat(1_000))
  const body = JSON.stringify({ data: [], next_page: null, filler: pieces.join('') })
  const lane = await laneTo(
    (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\naccess-token: t1\r\ncontent-length: ${body.length}\r\n\r\n`)
      let at = 0
      const timer = setInterval(() => {
        socket.write(body.slice(at, (at += 1_000)))
        if (at >= body.length) clearInterval(timer)
      }, 30)
    },
    { windowMs: 300, windowBytes: 1 },
  )
  await expect(lane.call(things(), { retries: 0 })).resolves.toMatchObject({ records: [] })
})

test('one that brings enough in each window ends with the time for an answer', async () => {
  const lane = await laneTo((socket) => (socket.write(HEAD), drip(socket, ' ')), { windowMs: 100, windowBytes: 1, answerMs: 600 })
  await expect(lane.call(things(), { retries: 0 })).rejects.toMatchObject({ code: 'TIMEOUT', data: { slow: true } })
})

test('a body that is said to be larger than the limit is not begun', async () => {
  const lane = await laneTo((socket) => void socket.write('HTTP/1.1 200 OK\r\naccess-token: t1\r\ncontent-length: 5000\r\n\r\n'), {
    maxBodyBytes: 4_000,
  })
  await expect(lane.call(things())).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
})

test('an endless flood is cut off at the limit of bytes', async () => {
  const flood = ' '.repeat(65_536)
  const pour = (socket: Socket): void => {
    while (!socket.destroyed && socket.write(flood));
    if (!socket.destroyed) socket.once('drain', () => pour(socket))
  }
  const head = 'HTTP/1.1 200 OK\r\naccess-token: t1\r\n\r\n'
  const lane = await laneTo((socket) => (socket.write(head), pour(socket)), { maxBodyBytes: 4_000_000 })
  await expect(lane.call(things())).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', data: { limit: 4_000_000 } })
})
