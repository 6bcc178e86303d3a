/** What the browser host and its page agree on. Free of imports: the page loads it before anything else. */

/** Under this name the page keeps the key of its session, in the storage of its origin; the host puts it there. */
export const SESSION_KEY = 'meterbook-session-key'

/** The protocol that the socket speaks. */
export const SOCKET_PROTOCOL = 'meterbook'

/** The protocols that a socket offers: a browser lets a page send nothing else with a handshake, so the key is one. */
export const socketProtocols = (key: string | null): string[] => [SOCKET_PROTOCOL, ...(key ? [keyProtocol(key)] : [])]

export const keyProtocol = (key: string): string => `key.${key}`
