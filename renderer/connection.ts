import type { ClientContext, ClientLink } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { readonly, ref } from 'vue'
import { SESSION_KEY, socketProtocols } from '../electron/contract/browser-session.ts'

/**
 * The wire to the backend: on the desktop the message port that the preload script posts to the window,
 * in the browser a WebSocket on the page's own origin that comes back by itself.
 */
type Link = ClientLink<ClientContext>
export type LineState = 'connecting' | 'open' | 'lost'

const state = ref<LineState>('connecting')
/** Whether the program behind the window answers. `lost`: it was there and went away. */
export const lineState = readonly(state)

let settle: (link: Link) => void = () => undefined
let current: Promise<Link> = awaitLink()
/** The link that is open; an older one that ends later changes nothing. */
let live: Link | null = null

function awaitLink(): Promise<Link> {
  return new Promise<Link>((resolve) => {
    settle = resolve
  })
}

function lost(link: Link | null): void {
  if (link !== live) return
  if (live) current = awaitLink()
  live = null
  state.value = 'lost'
}

function open(link: Link): void {
  settle(link)
  current = Promise.resolve(link)
  live = link
  state.value = 'open'
}

/** Calls wait here while the program is away, and go out once it is back. */
export const waitingLink: Link = {
  call: async (path, input, options) => (await linkOrAbort(options.signal)).call(path, input, options),
}

function linkOrAbort(signal: AbortSignal | undefined): Promise<Link> {
  if (!signal || state.value === 'open') return current
  return new Promise<Link>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    void current.then(resolve)
  })
}

/** The preload script hands over a port when the page has loaded, and another one after the backend was restarted. */
function listenForPort(): void {
  let previous: MessagePort | null = null
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0]
    if (event.source !== window || event.data !== 'port' || !port) return
    // What still waits for the old backend is told that it will not answer.
    previous?.dispatchEvent(new Event('close'))
    previous?.close()
    previous = port
    const link = new PortLink({ port })
    port.addEventListener('close', () => lost(link))
    port.start()
    open(link)
  })
}

const RETRY_MS = [250, 500, 1000, 2000, 4000]

function connectSocket(attempt = 0): void {
  const address = new URL('/rpc', location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  // Read at each attempt: after a restart of the program, its new page has put a new one there.
  const socket = new WebSocket(address, socketProtocols(localStorage.getItem(SESSION_KEY)))
  // Columns come as bytes. As a Blob they would lie in the browser's process and have to be fetched from there.
  socket.binaryType = 'arraybuffer'
  let link: Link | null = null
  socket.addEventListener('open', () => {
    attempt = 0
    link = new SocketLink({ websocket: socket })
    open(link)
  })
  socket.addEventListener('close', () => {
    lost(link)
    setTimeout(() => connectSocket(attempt + 1), RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)])
  })
}

/** Opens the wire that this host has. Call once, before the first question is asked. */
export function connect(): void {
  const desktop = location.protocol === 'app:' || navigator.userAgent.includes(' Electron/')
  if (desktop) listenForPort()
  else connectSocket()
}
