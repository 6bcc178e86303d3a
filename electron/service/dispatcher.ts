import { Agent, EnvHttpProxyAgent, ProxyAgent, type Dispatcher } from 'undici'
import { isLoopback } from './address.ts'
import { ServiceError } from './errors.ts'
import type { Limits } from './limits.ts'
import { trustSystemCertificates } from './trust.ts'

/** `environment`: HTTPS_PROXY, HTTP_PROXY, NO_PROXY; `none`: straight; else the address of a proxy. */
export type ProxyChoice = 'environment' | 'none' | (string & {})

/**
 * The sockets of one account. HTTP/1.1, one request at a time on a socket, no redirects, no cache.
 * Loopback is never asked through a proxy. Throws BAD_ADDRESS for an address that is no proxy's.
 */
export function createDispatcher(baseUrl: string, proxy: ProxyChoice, limits: Limits): Dispatcher {
  trustSystemCertificates()
  const connect = { timeout: limits.connectMs, allowH2: false }
  const common = {
    connect,
    connectTimeout: limits.connectMs,
    allowH2: false,
    pipelining: 1,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
    // Shorter than what most servers keep, so that a request rarely meets a socket that is just being closed.
    keepAliveTimeout: 4_000,
  }
  if (proxy === 'none' || isLoopback(new URL(baseUrl).hostname)) return new Agent(common)
  const tunnelled = { ...common, requestTls: { timeout: limits.connectMs }, proxyTls: { timeout: limits.connectMs } }
  if (proxy === 'environment') return new EnvHttpProxyAgent(tunnelled)
  try {
    return new ProxyAgent({ ...tunnelled, uri: proxy })
  } catch (error) {
    throw new ServiceError('BAD_ADDRESS', { reason: 'proxy' }, error)
  }
}
