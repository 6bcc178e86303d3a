import tls from 'node:tls'

/** In the environment this would switch certificate checks off in all of Node; it is not obeyed here (see dispatcher.ts). */
export const NO_CHECK_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED'

/** Whether the environment asks for it; then the user is told that it is not obeyed. */
export const asksForNoCheck = (env: NodeJS.ProcessEnv): boolean => env[NO_CHECK_VARIABLE] === '0'

let trusted = false

/**
 * Trusts the operating system's certificates besides Node's own: providers often stand behind a company's
 * authority that only the system knows. Once a thread; Node versions that cannot do it keep their own list.
 */
export function trustSystemCertificates(): void {
  if (trusted) return
  trusted = true
  if (typeof tls.setDefaultCACertificates !== 'function') return
  try {
    const known = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
    tls.setDefaultCACertificates([...new Set(known)])
  } catch {
    // An unreadable system store must not stop the program: connections are still checked against Node's own list.
  }
}
