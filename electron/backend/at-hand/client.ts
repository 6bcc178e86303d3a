import { once } from 'node:events'
import { connect } from 'node:net'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { atHandContract } from './contract.ts'
import { doorOf } from './place.ts'

/** The program that runs on this data folder, asked from another one. */
export interface AtHand {
  client: ContractRouterClient<typeof atHandContract>
  /** True once the line is broken, which only the end of the other program does. */
  readonly isGone: boolean
  close(): void
}

/** Connects to the program that has this data folder; null where none runs that can be asked. */
export async function askAtHand(dataFolder: string): Promise<AtHand | null> {
  const door = doorOf(dataFolder)
  if (!door) return null
  const socket = new WebSocket('ws://meterbook/', {
    createConnection: () => connect(door.socket),
    headers: { authorization: `Bearer ${door.word}` },
    perMessageDeflate: false,
    handshakeTimeout: ANSWER_MS,
  })
  let isGone = false
  // The link takes a browser's socket; that of `ws` has all it uses.
  const client: AtHand['client'] = createORPCClient(new RPCLink({ websocket: socket }))
  socket.on('error', () => (isGone = true))
  socket.on('close', () => (isGone = true))
  try {
    await once(socket, 'open')
  } catch {
    // It was killed, or ends just now.
    return null
  }
  return {
    client,
    get isGone() {
      return isGone
    },
    close: () => socket.close(),
  }
}

/** The answer to the greeting takes a moment even of a busy program. */
const ANSWER_MS = 30_000
