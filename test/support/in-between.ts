import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const folder = path.join(import.meta.dirname, 'authority')

/** The certificate of the test authority, which no computer trusts. Its key is not kept: it signs nothing more. */
export const AUTHORITY_FILE = path.join(folder, 'authority.pem')

/** A proxy between a program and the service that records everything. */
export interface InBetween {
  url: string
  /** Requests passed on. */
  requests(): number
  /** Every access token that the service gave. */
  tokens(): string[]
  close(): Promise<void>
}

/**
 * Passes requests on to a service on plain HTTP. With `tls` it is reached over TLS, with a certificate for 127.0.0.1
 * that the test authority has signed. `change` makes another answer of one: an odd service.
 */
export async function startInBetween(
  serviceUrl: string,
  { tls, change }: { tls: boolean; change?: (url: URL, body: string) => string },
): Promise<InBetween> {
  let requests = 0
  const tokens = new Set<string>()
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    requests++
    const { method, headers, url } = incoming
    const asked = new URL(url ?? '/', serviceUrl)
    const plain = change ? { ...headers, 'accept-encoding': 'identity' } : headers
    const onward = request(asked, { method, headers: plain }, (answer) => {
      const token = String(answer.headers['access-token'] ?? '').trim()
      if (token !== '') tokens.add(token)
      answer.on('error', () => response.destroy())
      if (change) {
        void text(answer).then((body) => {
          const changed = change(asked, body)
          response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': Buffer.byteLength(changed) })
          response.end(changed)
        })
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  }
  const pem = (name: string) => readFileSync(path.join(folder, name))
  const server = tls ? createTlsServer({ key: pem('service.key'), cert: pem('service.pem') }, pass) : createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    tokens: () => [...tokens],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
