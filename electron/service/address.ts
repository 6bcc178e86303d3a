import { ServiceError } from './errors.ts'

/**
 * The service's `{base_url}` (scheme and host, docs/service.md, 'Conventions') from what a user types:
 * no scheme means https (http on loopback), and a pasted path, query or trailing slash is cut.
 * Throws BAD_ADDRESS, or UNENCRYPTED_REFUSED for plain http to another machine without `allowUnencrypted`.
 */
export function normaliseAddress(typed: string, options: { allowUnencrypted?: boolean } = {}): string {
  const text = typed.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = parse(hasScheme ? text : `https://${text}`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new ServiceError('BAD_ADDRESS', { reason: 'scheme' })
  if (url.username !== '' || url.password !== '') throw new ServiceError('BAD_ADDRESS', { reason: 'credentials' })
  if (url.hostname === '') throw new ServiceError('BAD_ADDRESS', { reason: 'host' })
  if (isLoopback(url.hostname)) return hasScheme ? url.origin : `http://${url.host}`
  if (url.protocol === 'http:' && options.allowUnencrypted !== true) {
    throw new ServiceError('UNENCRYPTED_REFUSED', { host: url.host })
  }
  return url.origin
}

function parse(text: string): URL {
  if (/\s/.test(text)) throw new ServiceError('BAD_ADDRESS', { reason: 'spaces' })
  try {
    return new URL(text)
  } catch {
    throw new ServiceError('BAD_ADDRESS', { reason: 'syntax' })
  }
}

/** This machine itself, by name or number. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Where a redirect leads, for the sentence about it: without what may be a secret. Null when it is no whole address. */
export function placeOf(location: string | null): string | null {
  const url = location === null ? null : URL.parse(location)
  return url === null ? null : `${url.origin}${url.pathname}`.slice(0, 200)
}
