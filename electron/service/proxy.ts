import { ServiceError } from './errors.ts'

/** `environment`: HTTPS_PROXY, HTTP_PROXY, NO_PROXY; `none`: straight; else the address of a proxy. */
export type ProxyChoice = 'environment' | 'none' | (string & {})

const SCHEMES = new Set(['http:', 'https:', 'socks5:', 'socks:'])

/**
 * The address of a proxy as people write it; `proxy.company.ru:3128` means http. Throws BAD_PROXY, with where it was
 * written; never with the address itself, which may hold a password.
 */
export function proxyAddress(typed: string, source: string): string {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (url === null || url.hostname === '' || !isDecodable(url)) {
    throw new ServiceError('BAD_PROXY', { source, reason: 'syntax' })
  }
  if (!SCHEMES.has(url.protocol)) throw new ServiceError('BAD_PROXY', { source, reason: 'scheme' })
  return url.href
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** The proxies of the environment, as undici takes them. Throws BAD_PROXY, with the name of the variable. */
export function proxiesOf(env: NodeJS.ProcessEnv): { httpProxy: string; httpsProxy: string } {
  const named = (...names: string[]): string => {
    const name = names.find((one) => (env[one] ?? '').trim() !== '')
    return name === undefined ? '' : proxyAddress(env[name] ?? '', name)
  }
  return { httpProxy: named('http_proxy', 'HTTP_PROXY'), httpsProxy: named('https_proxy', 'HTTPS_PROXY') }
}
