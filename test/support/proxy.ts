import { once } from 'node:events'
import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

export interface Proxy {
  url: string
  /** The hosts that were asked for and let through, in the order of the requests. */
  hosts: string[]
  /** Requests without the name and password that it wants. */
  refused: number
}

/**
 * A proxy on loopback that sends every host's requests to one service; runs while `use` does.
 * @param credentials `name:password`, without which nothing is let through
 */
export async function withProxyTo<T>(service: string, use: (proxy: Proxy) => Promise<T>, credentials?: string): Promise<T> {
  const proxy: Proxy = { url: '', hosts: [], refused: 0 }
  const lets = (headers: IncomingHttpHeaders, host: string): boolean => {
    if (credentials !== undefined && headers['proxy-authorization'] !== `Basic ${btoa(credentials)}`) {
      proxy.refused++
      return false
    }
    proxy.hosts.push(host)
    return true
  }
  const server = createServer((incoming, response) => {
    const { host, pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    if (!lets(headers, host)) return void response.writeHead(407).end()
    const onward = ask(`${service}${pathname}${search}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', ({ headers, url = '' }, socket) => {
    if (!lets(headers, url)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    const onward = connect(Number(new URL(service).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    for (const end of [socket, onward]) end.on('error', () => (socket.destroy(), onward.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await use(proxy)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
