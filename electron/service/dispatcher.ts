import { Agent, EnvHttpProxyAgent, ProxyAgent, type Dispatcher } from 'undici'
import { isLoopback } from './address.ts'
import { trustedWith } from './authority.ts'
import type { Limits } from './limits.ts'
import { proxiesOf, proxyAddress, type ProxyChoice } from './proxy.ts'
import { trustSystemCertificates } from './trust.ts'

/** How a service is reached. */
export interface Way {
  proxy: ProxyChoice
  authority: string
}

/**
 * The sockets of one account. HTTP/1.1, one request at a time on a socket, no redirects, no cache.
 * Loopback is never asked through a proxy. Throws BAD_PROXY for an address that is no proxy's, BAD_AUTHORITY.
 * @param authority a file of certificates that are trusted besides the usual ones; '': none
 */
export function createDispatcher(baseUrl: string, { proxy, authority }: Way, limits: Limits): Dispatcher {
  trustSystemCertificates()
  // Said here, certificates are checked whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  const ca = trustedWith(authority)
  const tls = { timeout: limits.connectMs, rejectUnauthorized: true, ...(ca && { ca }) }
  const common = {
    connect: { ...tls, allowH2: false },
    connectTimeout: limits.connectMs,
    allowH2: false,
    pipelining: 1,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
    // Shorter than what most servers keep, so that a request rarely meets a socket that is just being closed.
    keepAliveTimeout: 4_000,
  }
  if (proxy === 'none' || isLoopback(new URL(baseUrl).hostname)) return new Agent(common)
  const tunnelled = { ...common, requestTls: tls, proxyTls: tls }
  if (proxy === 'environment') return new EnvHttpProxyAgent({ ...tunnelled, ...proxiesOf(process.env) })
  return new ProxyAgent({ ...tunnelled, uri: proxyAddress(proxy, 'preferences') })
}
