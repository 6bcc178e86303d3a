import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { DemoAnswer, DemoRequest } from './exchange.ts'
import type { FaultSwitches } from './faults.ts'

/** How an answer travels. */
export type Delivery =
  | { kind: 'whole' | 'truncated' | 'reset' | 'break' | 'silence' }
  | { kind: 'drip'; chunkBytes: number; pauseMs: number }

/** Faults on the way back: the token was used. The first that happens wins. */
export function deliveryOf(request: DemoRequest, faults: FaultSwitches): Delivery {
  if (faults.fires('lostAfter', request)) return { kind: 'break' }
  if (faults.active.hang?.consumed === true && faults.fires('hang', request)) return { kind: 'silence' }
  if (faults.fires('resetInBody', request)) return { kind: 'reset' }
  if (faults.fires('truncatedJson', request)) return { kind: 'truncated' }
  const drip = faults.fires('slowDrip', request)
  if (drip) return { kind: 'drip', chunkBytes: drip.chunkBytes ?? 256, pauseMs: drip.pauseMs ?? 20 }
  return { kind: 'whole' }
}

/** An answer ready to be written: all work is done before the latency is over. */
export interface Parcel {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export function packed(answer: DemoAnswer, delivery: Delivery, gzip: boolean): Parcel {
  let body = Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  if (delivery.kind === 'truncated') body = body.subarray(0, Math.max(1, Math.floor(body.length * 0.6)))
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8', ...answer.headers }
  if (gzip) {
    body = gzipSync(body, { level: 1 })
    headers['content-encoding'] = 'gzip'
    headers.vary = 'Accept-Encoding'
  }
  headers['content-length'] = String(body.length)
  return { status: answer.status, headers, body }
}

/** Writes the answer, or the part that the fault lets through. Resolves when nothing more will be written. */
export async function deliver(response: ServerResponse, parcel: Parcel, delivery: Delivery): Promise<void> {
  if (delivery.kind === 'silence') return
  if (delivery.kind === 'break') {
    response.socket?.destroy()
    return
  }
  const { status, headers, body } = parcel
  response.writeHead(status, headers)
  if (delivery.kind === 'reset') {
    const half = body.subarray(0, Math.floor(body.length / 2))
    response.write(half, () => response.socket?.resetAndDestroy())
    return
  }
  if (delivery.kind === 'drip') {
    // The last piece ends the answer: by its content-length the client already has it whole.
    let at = 0
    for (; at + delivery.chunkBytes < body.length && !response.destroyed; at += delivery.chunkBytes) {
      response.write(body.subarray(at, at + delivery.chunkBytes))
      await sleep(delivery.pauseMs)
    }
    response.end(body.subarray(at))
    return
  }
  response.end(body)
}
