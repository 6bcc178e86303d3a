import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { AnyRouter } from '@orpc/server'
import { WebSocketServer } from 'ws'
import type { ProgramLog } from '../backend/program-log.ts'
import { answersOver } from '../backend/socket.ts'
import { SOCKET_PROTOCOL } from '../contract/browser-session.ts'
import { createGate } from './gate.ts'
import type { Handout } from './handout.ts'
import { answerPage, type Visit } from './pages.ts'
import { handshakeRefusal } from './refusal.ts'

export interface WebServerOptions {
  /** 0: any free one. */
  port: number
  /** Folder of the renderer's built files. */
  pages: string
  handout: Handout
  /** Started when the port is ours, so that a taken port opens no book. */
  start: () => Promise<{ router: AnyRouter; close(): Promise<void> }>
  log: Pick<ProgramLog, 'write'>
  onVisit?: (visit: Visit) => void
}

export interface WebServer {
  /** The address to open, with its one-time token. */
  url: string
  origin: string
  /** Ends the connections, then the backend. */
  close(): Promise<void>
}

/** An image of a chart travels in one message; nothing else the window sends comes near this. */
const LARGEST_MESSAGE_BYTES = 32 * 1024 * 1024
const LONGEST_URL = 2048

/** Tried first where any port will do: the browser keeps column layouts and pane widths by origin, and the same port is the same origin. */
const USUAL_PORT = 47_811

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/**
 * HTTP for the page and exported files, a WebSocket at `/rpc` for the contract; 127.0.0.1 only.
 * @throws Error of node:net when the port is taken (`EADDRINUSE`), and whatever `start` throws
 */
export async function openWebServer({ port, pages, handout, start, log, onVisit }: WebServerOptions): Promise<WebServer> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000, headersTimeout: 10_000 })
  if (port !== 0) await listen(server, port)
  else await listen(server, USUAL_PORT).catch(() => listen(server, 0))
  const backend = await start().catch((error: unknown) => {
    server.close()
    server.closeAllConnections()
    throw error
  })

  // Each kind of visit is told once: repeats would tell nothing new and could flood the terminal.
  const seen = new Set<Visit>()
  const tell = (visit: Visit) => {
    if (!seen.has(visit)) onVisit?.(visit)
    seen.add(visit)
  }
  const gate = createGate((server.address() as AddressInfo).port)
  server.on('request', (request, response) => {
    void answerPage(request, response, { gate, handout, pages, longestUrl: LONGEST_URL, onVisit: tell })
  })

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SOCKET_PROTOCOL,
  })
  const answer = answersOver(backend.router, log)
  server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    const refuse = (reason: 'stranger' | 'key' | 'missing') => socket.end(handshakeRefusal(reason), () => socket.destroy())
    if (gate.stranger(request) !== null) return refuse('stranger')
    if (!gate.knows(request)) return refuse('key')
    if (request.url !== '/rpc') return refuse('missing')
    if (!gate.holdsKey(request)) {
      // The cookie without the key: another port of this machine has been sent the cookie and passed it on.
      tell('second')
      return refuse('key')
    }
    sockets.handleUpgrade(request, socket, head, answer)
  })

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const ws of sockets.clients) ws.close(1001)
    await backend.close()
    for (const ws of sockets.clients) ws.terminate()
    server.closeAllConnections()
    await closed
  }
  let closing: Promise<void> | null = null
  return { url: gate.address, origin: gate.origin, close: () => (closing ??= close()) }
}
