import type { AnyRouter } from '@orpc/server'
import { StandardRPCHandler } from '@orpc/server/standard'
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer'
import { ServerPeer } from '@orpc/standard-server-peer'
import type { RawData, WebSocket } from 'ws'
import { foreignJson } from '../contract/foreign-json.ts'
import { errorFacts } from './logged/error-facts.ts'
import type { ProgramLog } from './program-log.ts'

/** What is said over a socket: questions of a contract, and nothing else. */

/** Of RFC 6455: what came is not of the protocol. */
const NOT_OURS = 1002
/** Between the JSON of a message and its bytes. */
const DELIMITER = 0xff
const [EVENT, ABORT] = [3, 4]

/** Answers a router's questions on each socket that is given to it. A socket that says anything else is closed, with one line in the log. */
export function answersOver(router: AnyRouter, log: Pick<ProgramLog, 'write'>): (ws: WebSocket) => void {
  const handle = createServerPeerHandleRequestFn(new StandardRPCHandler(router, {}), { context: {} })

  return (ws) => {
    const peer = new ServerPeer((message) => ws.send(message))
    let isRefused = false

    function refuse(code: string): void {
      if (isRefused) return
      isRefused = true
      log.write('warn', 'socket-closed', { code })
      ws.close(NOT_OURS)
      peer.close()
    }

    async function hear(message: string | Buffer): Promise<void> {
      let isAsked = false
      try {
        await peer.message(message, (request) => {
          isAsked = true
          return handle(request)
        })
      } catch (error) {
        if (!isAsked) refuse('NO_MESSAGE')
        else log.write('error', 'unexpected', errorFacts(error))
      }
    }

    ws.on('message', (data: RawData, isBinary) => {
      if (isRefused) return
      const bytes = bytesOf(data)
      const message = isBinary ? bytes : bytes.toString()
      if (isMessage(isBinary ? textIn(bytes) : String(message))) void hear(message)
      else refuse('NO_MESSAGE')
    })
    ws.on('close', () => peer.close())
    ws.on('error', (error) => {
      // What is no frame of a WebSocket; a line that broke is nobody's fault.
      if ('code' in error && String(error.code).startsWith('WS_ERR_')) refuse(String(error.code))
      ws.terminate()
    })
  }
}

const bytesOf = (data: RawData): Buffer => (Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data))

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(DELIMITER)
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString()
}

/** Whether it is one of the contract's messages: a question, an event of one that is open, or the end of one. */
function isMessage(text: string): boolean {
  const message = foreignJson(text)
  if (!isObject(message) || typeof message['i'] !== 'string') return false
  const { t: type, p: payload } = message
  if (type === ABORT) return true
  if (!isObject(payload)) return false
  if (type === EVENT) return typeof payload['e'] === 'string'
  const { u: address, h: headers = {}, m: method = 'POST' } = payload
  return type === undefined && typeof address === 'string' && address.startsWith('/') && typeof method === 'string' && isObject(headers)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
