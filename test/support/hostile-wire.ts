import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { DemoService } from '../../electron/demo/index.ts'

/** A service that is sound but for some of its answers: those are written by the attack, byte by byte. */

/** Writes an answer, or what stands in its place. `nth`: how many such requests came before. */
export type Wire = (socket: Socket, nth: number) => void

export interface HostileService extends Pick<DemoService, 'url' | 'email' | 'password'> {
  /** How many requests were attacked. */
  attacked(): number
  close(): Promise<void>
}

/** Stands before the demo service: what does not concern it goes through unchanged. No server of Node's reads what comes: sockets are the attack's own. */
export async function hostileBefore(demo: DemoService, concerns: (path: string) => boolean, wire: Wire): Promise<HostileService> {
  const sockets = new Set<Socket>()
  let attacked = 0
  const answer = async (socket: Socket, asked: string): Promise<void> => {
    if (concerns(asked.split(' ', 2)[1] ?? '')) return wire(socket, attacked++)
    socket.write(await forwarded(demo, asked))
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let came = ''
    socket.on('data', (bytes) => {
      came += bytes.toString('latin1')
      const head = came.indexOf('\r\n\r\n')
      if (head === -1 || came.length < head + 4 + lengthIn(came.slice(0, head))) return
      const asked = came
      came = ''
      void answer(socket, asked).catch(() => socket.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    email: demo.email,
    password: demo.password,
    attacked: () => attacked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const lengthIn = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)

/** The demo service's answer to a request, as it came over the wire. */
async function forwarded(demo: DemoService, asked: string): Promise<Buffer> {
  const socket = connect(Number(new URL(demo.url).port), '127.0.0.1')
  socket.write(Buffer.from(asked.replace(/\r\nconnection: keep-alive/i, ''), 'latin1'))
  const parts: Buffer[] = []
  let [head, length] = [-1, 0]
  for await (const part of socket as AsyncIterable<Buffer>) {
    parts.push(part)
    const all = Buffer.concat(parts)
    if (head === -1) head = all.indexOf('\r\n\r\n')
    if (head !== -1) length = head + 4 + lengthIn(all.subarray(0, head).toString('latin1'))
    if (head !== -1 && all.length >= length) break
  }
  return Buffer.concat(parts)
}

/** What no message, log or book may show: it stands where tokens stand. */
export const CANARY = 'canary-2f6b1d'

/** Headers of an answer, in a text with its status line. */
export const headOf = (status: string, ...headers: string[]): string =>
  [`HTTP/1.1 ${status}`, 'content-type: application/json', ...headers, '', ''].join('\r\n')

/** A whole answer. */
export const answerOf = (body: string | Buffer, status = '200 OK', ...headers: string[]): Buffer =>
  Buffer.concat([Buffer.from(headOf(status, `content-length: ${Buffer.byteLength(body)}`, ...headers)), Buffer.from(body)])

/** Writes all of it at once. */
export const says =
  (...parts: (string | Buffer)[]): Wire =>
  (socket) => {
    for (const part of parts) socket.write(part)
  }

/** Writes it and ends the connection. */
export const saysAndEnds =
  (...parts: (string | Buffer)[]): Wire =>
  (socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }

/** Writes a beginning, and then the same again every few milliseconds for ever. */
export const drips =
  (beginning: string, again: string, everyMs = 5): Wire =>
  (socket) => {
    socket.write(beginning)
    const timer = setInterval(() => socket.write(again), everyMs)
    socket.once('close', () => clearInterval(timer))
  }

/** Writes a beginning, and then as fast as it is taken the same again: without end, or until so many bytes. */
export const floods =
  (beginning: string, again: string | Buffer, most = Infinity): Wire =>
  (socket) => {
    let bytes = 0
    const pour = (): void => {
      while (!socket.destroyed && bytes < most) {
        bytes += again.length
        if (!socket.write(again)) return void socket.once('drain', pour)
      }
    }
    socket.write(beginning, pour)
  }
