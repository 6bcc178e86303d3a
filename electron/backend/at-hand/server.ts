import { timingSafeEqual } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import path from 'node:path'
import { implement } from '@orpc/server'
import { WebSocketServer } from 'ws'
import { takeLock, type Lock } from '../../book/file/lock.ts'
import { makeOwnFolder, OWN_FILE } from '../../book/file/private.ts'
import { asFailed, withFailures } from '../base.ts'
import type { Host } from '../host.ts'
import type { ProgramLog } from '../program-log.ts'
import { answersOver } from '../socket.ts'
import type { Vault } from '../vault.ts'
import { atHandContract } from './contract.ts'
import type { HandedSyncs } from './handed-syncs.ts'
import { makeDoor, removeDoor, runFolderOf, type Door } from './place.ts'

export interface AtHandParts {
  host: Host
  vault: Vault
  syncs: HandedSyncs
  programLog: ProgramLog
}

/** A plan that names 50,000 stations one by one is a tenth of this. */
const LARGEST_MESSAGE_BYTES = 4 * 1024 * 1024
/** Progress is a few kB; a client that has not read so much does not read. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
const MOST_CLIENTS = 16
/** A client that connects and says nothing is let go. */
const GREETING_MS = 10_000

/**
 * Listens for other programs of the same user on this machine, on a socket of their own: never on the network. Where another program
 * has the data folder already, that one is asked and this one is not: null then, and where no socket can be made; the program
 * goes on without.
 */
export async function openAtHand(parts: AtHandParts): Promise<{ close(): Promise<void> } | null> {
  const { dataFolder } = parts.host
  let lock: Lock | null = null
  try {
    makeOwnFolder(runFolderOf(dataFolder))
    const owner = { owner: `Meterbook ${parts.host.kind}`, pid: process.pid, sinceMs: Date.now() }
    // The system gives it back however a program ends: who has it may remove what a killed one has left.
    lock = takeLock(path.join(runFolderOf(dataFolder), 'door'), owner)
    const door = makeDoor(dataFolder)
    const server = serve(door, parts)
    await listen(server.http, door.socket)
    const held = lock
    return {
      async close() {
        await server.close()
        removeDoor(dataFolder)
        held.release()
      },
    }
  } catch (error) {
    lock?.release()
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
    parts.programLog.write('warn', 'socket-not-opened', { code })
    return null
  }
}

function listen(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, () => {
      server.off('error', reject)
      if (process.platform !== 'win32') chmodSync(socket, OWN_FILE)
      resolve()
    })
  })
}

function serve(door: Door, parts: AtHandParts) {
  const http = createServer({ maxHeaderSize: 8 * 1024, requestTimeout: GREETING_MS, headersTimeout: GREETING_MS })
  http.maxConnections = MOST_CLIENTS
  // A program that closes must not wait for whoever is connected.
  http.on('request', (_request, response) => response.writeHead(404, { connection: 'close' }).end())
  http.on('clientError', (_error, socket: Socket) => socket.destroy())
  http.on('error', () => undefined)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES, perMessageDeflate: false })
  const answer = answersOver(routerOf(parts), parts.programLog)
  http.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    if (!knowsWord(request, door)) {
      parts.programLog.write('warn', 'socket-refused')
      return socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const watch = setInterval(() => ws.bufferedAmount > MOST_UNREAD_BYTES && ws.terminate(), 1000).unref()
      ws.on('close', () => clearInterval(watch))
      answer(ws)
    })
  })
  return {
    http,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      for (const ws of sockets.clients) ws.terminate()
      await parts.syncs.close()
      http.closeAllConnections()
      await closed
    },
  }
}

function routerOf({ host, vault, syncs }: AtHandParts) {
  const api = implement(atHandContract).use(withFailures)
  return api.router({
    accounts: api.accounts.handler(() => ({
      host: host.kind,
      keyPlace: host.vaultKey?.place ?? null,
      accounts: vault.accounts().filter((account) => /^https?:/i.test(account.url) && vault.password(account) !== null),
    })),
    sync: api.sync.handler(async function* ({ input, signal }) {
      try {
        yield* syncs.sync(input, signal)
      } catch (error) {
        throw asFailed(error, 'sync')
      }
    }),
  })
}

function knowsWord(request: IncomingMessage, { word }: Door): boolean {
  const said = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${word}`)
  return said.length === wanted.length && timingSafeEqual(said, wanted)
}
