import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  url: string
  /** The hosts that were asked for, in the order of the requests. */
  hosts: string[]
}

/** A proxy on loopback that sends every host's requests to one service; runs while `use` does. */
export async function withProxyTo<T>(service: string, use: (proxy: Proxy) => Promise<T>): Promise<T> {
  const hosts: string[] = []
  const server = createServer((incoming, response) => {
    const { host, pathname, search } = new URL(incoming.url ?? '')
    hosts.push(host)
    const { method, headers } = incoming
    const onward = ask(`${service}${pathname}${search}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hosts })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
