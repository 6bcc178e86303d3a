import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { isControlPath, type Control } from './control.ts'
import { deliver, packed } from './delivery.ts'
import type { DemoRequest } from './exchange.ts'
import type { FaultSwitches } from './faults.ts'
import type { LogEntry, RequestLog } from './log.ts'
import { BadBody, parseBody, Parameters } from './parameters.ts'
import type { Service } from './service.ts'

const LONGEST_BODY = 1_048_576
/** Longer than clients keep an idle connection, so that a request never meets a closing one. */
const KEEP_ALIVE_MS = 120_000

export interface ServerParts {
  service: Service
  faults: FaultSwitches
  log: RequestLog
  control: Control
  /** The laptop's clock, Unix ms. */
  now: () => number
}

/** The HTTP side: reads requests, keeps the log, lets latency pass, writes answers. */
export function createDemoServer(parts: ServerParts): Server {
  const { service, faults, log, control, now } = parts
  const lanes = new LanesUnderWay()
  let seq = 0

  async function exchange(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived = performance.now()
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    const text = await bodyOf(incoming)
    if (isControlPath(url.pathname)) return control(incoming, url, text, response)
    const { request, error } = demoRequest(incoming, url, text)
    const entry = newEntry(++seq, request, now())
    log.add(entry)
    response.once('close', () => {
      entry.tookMs = performance.now() - arrived
      lanes.leave(entry)
    })
    entry.inFlightOnLane = await lanes.enter(entry)
    const serviceMs = now() + (faults.fires('clockOffset', request)?.ms ?? 0)
    const waitMs = (faults.fires('latency', request)?.ms ?? 0) + (faults.fires('jitter', request)?.ms ?? 0) * faults.draw()
    const { answer, delivery, token } = service.answer(request, serviceMs, error)
    entry.token = token
    const accepts = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const parcel = packed(answer, delivery, accepts && faults.fires('gzip', request) !== undefined)
    // Latency is the time from request to answer: the work above is part of it.
    const leftMs = waitMs - (performance.now() - arrived)
    if (leftMs > 0) await sleep(leftMs)
    if (response.destroyed) return
    if (delivery.kind !== 'break' && delivery.kind !== 'silence') entry.status = answer.status
    response.sendDate = false
    response.setHeader('date', new Date(serviceMs).toUTCString())
    await deliver(response, parcel, delivery)
  }

  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (incoming, response) => {
    exchange(incoming, response).catch((error: unknown) => {
      // The client closed its connection while it was sending: nothing to answer.
      if (response.destroyed) return
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: 500, error: error instanceof Error ? error.message : 'failed' }))
    })
  })
}

/** Counts requests under way on each lane. */
class LanesUnderWay {
  readonly #lanes = new Map<string, Set<LogEntry>>()

  /**
   * How many requests of the lane are under way with this one. A client that broke one off and sends the next on a new
   * connection may be seen in either order, so the count is taken after both events were handled.
   */
  async enter(entry: LogEntry): Promise<number> {
    if (entry.lane === null) return 1
    const set = this.#lanes.get(entry.lane) ?? new Set()
    this.#lanes.set(entry.lane, set)
    set.add(entry)
    if (set.size > 1) {
      await turn()
      await turn()
    }
    let earlier = 0
    for (const other of set) if (other.seq < entry.seq) earlier++
    return earlier + 1
  }

  leave(entry: LogEntry): void {
    if (entry.lane === null) return
    const set = this.#lanes.get(entry.lane)
    set?.delete(entry)
    if (set?.size === 0) this.#lanes.delete(entry.lane)
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LONGEST_BODY) throw new RangeError('the body is too long')
    chunks.push(chunk)
  }
  return chunks.length === 0 ? '' : Buffer.concat(chunks).toString()
}

function demoRequest(incoming: IncomingMessage, url: URL, text: string): { request: DemoRequest; error?: BadBody } {
  const query: Record<string, string> = Object.fromEntries(url.searchParams)
  const { client } = incoming.headers
  const request = (body: Record<string, unknown>): DemoRequest => ({
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query,
    headers: incoming.headers,
    lane: typeof client === 'string' && client.trim() !== '' ? client.trim() : null,
    parameters: new Parameters(query, body),
    faults: [],
  })
  try {
    return { request: request(parseBody(text)) }
  } catch (error) {
    if (error instanceof BadBody) return { request: request({}), error }
    throw error
  }
}

function newEntry(seq: number, request: DemoRequest, atMs: number): LogEntry {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'access-token') headers[name] = String(value)
  }
  return {
    seq,
    atMs,
    lane: request.lane,
    method: request.method,
    path: request.path,
    query: { ...request.query },
    headers,
    token: 'missing',
    inFlightOnLane: 1,
    status: null,
    tookMs: null,
    faults: request.faults,
  }
}
