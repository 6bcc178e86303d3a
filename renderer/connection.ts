import { ORPCError, type ClientContext, type ClientLink } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { readonly, ref } from 'vue'
import { SESSION_KEY, socketProtocols } from '../electron/contract/browser-session.ts'

/**
 * The connection to the backend: on the desktop the message port that the preload script posts to the window,
 * in the browser a WebSocket to the page's own origin, which reconnects by itself.
 */
type Link = ClientLink<ClientContext>
export type LineState = 'connecting' | 'open' | 'lost'

const state = ref<LineState>('connecting')
/** Tells whether the program behind the window answers. `lost`: it did, and the connection broke. */
export const lineState = readonly(state)

let settle: (link: Link) => void = () => undefined
let current: Promise<Link> = awaitLink()
/** The link that is open. An older one that closes later changes nothing. */
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

/** The connection broke before the answer came. The library calls that an abort, as if the view had cancelled its question. */
export class LineLost extends Error {}

/** Calls wait here while there is no connection, and are sent once it is back. */
export const waitingLink: Link = {
  async call(path, input, options) {
    const link = await linkOrAbort(options.signal)
    try {
      return await link.call(path, input, options)
    } catch (error) {
      if (link === live || options.signal?.aborted || error instanceof ORPCError) throw error
      throw new LineLost('the connection to the program broke', { cause: error })
    }
  },
}

function linkOrAbort(signal: AbortSignal | undefined): Promise<Link> {
  if (!signal || state.value === 'open') return current
  return new Promise<Link>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    void current.then(resolve)
  })
}

/** The preload script posts a port when the page has loaded, and another one after the backend was restarted. */
function listenForPort(): void {
  let previous: MessagePort | null = null
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0]
    if (event.source !== window || event.data !== 'port' || !port) return
    // Calls that still wait for the old backend are rejected: it will not answer.
    previous?.dispatchEvent(new Event('close'))
    previous?.close()
    previous = port
    let link: Link | null = null
    // Before the link hears of it: a call that fails asks whether its connection is still there.
    port.addEventListener('close', () => lost(link))
    link = new PortLink({ port })
    port.start()
    open(link)
  })
}

const RETRY_MS = [250, 500, 1000, 2000, 4000]

function connectSocket(attempt = 0): void {
  const address = new URL('/rpc', location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  // Read at each attempt: after a restart of the program, its new page has stored a new key.
  const socket = new WebSocket(address, socketProtocols(localStorage.getItem(SESSION_KEY)))
  // Columns come as bytes. A Blob would be stored in the browser's process and have to be fetched from there.
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

/** Opens the connection that this host has. Call once, before the first call. */
export function connect(): void {
  const desktop = location.protocol === 'app:' || navigator.userAgent.includes(' Electron/')
  if (desktop) listenForPort()
  else connectSocket()
}
