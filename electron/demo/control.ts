import type { IncomingMessage, ServerResponse } from 'node:http'
import { FAULT_NAMES, type FaultName, type Faults, type FaultSwitches } from './faults.ts'
import { FAULT_PRESETS } from './fault-presets.ts'
import type { Lanes } from './lanes.ts'
import type { RequestLog } from './log.ts'
import { BadBody, parseBody } from './parameters.ts'
import type { Silence, World } from './world/index.ts'

const PREFIX = '/__demo/'
const LOG_PAGE = 10_000

export const isControlPath = (path: string): boolean => path.startsWith(PREFIX)

/** The service's clock as tests may set it: a Unix ms at which it stands still, or null for the running one. */
export interface Clock {
  frozenMs: number | null
}

export interface ControlParts {
  faults: FaultSwitches
  silences: Map<number, Silence>
  log: RequestLog
  lanes: Lanes
  world: World
  clock: Clock
}

export type Control = (incoming: IncomingMessage, url: URL, text: string, response: ServerResponse) => void

/**
 * Switches for tests in other processes; never part of the service and never logged:
 * - `GET /__demo/faults` → `{active, happened}`; `PUT` merges the given faults (null switches one off); `DELETE` clears all.
 * - `GET /__demo/log?since=SEQ&limit=N` → `{entries, last}`; `DELETE` forgets them.
 * - `GET /__demo/lanes` → `{open}`: clients signed in, oldest first.
 * - `PUT /__demo/silences` `{STATION: {fromMs, toMs} | null}` → all of them: devices that report nothing between two moments.
 * - `GET /__demo/world` → what `createWorld` needs for the same truth; `PUT /__demo/clock` `{nowMs: number | null}`.
 */
export function createControl(parts: ControlParts): Control {
  return (incoming, url, text, response) => {
    // A browser's page sends an Origin; tests do not, and nobody else may switch faults.
    const answer = incoming.headers.origin === undefined ? run(parts, incoming.method ?? 'GET', url, text) : FORBIDDEN
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(answer.body))
  }
}

interface ControlAnswer {
  status: number
  body: unknown
}

const FORBIDDEN: ControlAnswer = { status: 403, body: { errors: ['not for web pages'] } }
const ok = (body: unknown): ControlAnswer => ({ status: 200, body })

function run(parts: ControlParts, method: string, url: URL, text: string): ControlAnswer {
  const { faults, silences, log, lanes, world, clock } = parts
  try {
    switch (`${method} ${url.pathname.slice(PREFIX.length)}`) {
      case 'PUT faults':
        faults.set(readFaults(parseBody(text)))
        return ok(switches(faults))
      case 'DELETE faults':
        faults.clear()
        return ok(switches(faults))
      case 'GET faults':
        return ok(switches(faults))
      case 'GET log':
        return ok({
          entries: log.since(Number(url.searchParams.get('since') ?? 0), Number(url.searchParams.get('limit') ?? LOG_PAGE)),
          last: log.entries.at(-1)?.seq ?? 0,
        })
      case 'DELETE log':
        log.clear()
        return ok({})
      case 'PUT silences':
        for (const [id, silence] of Object.entries(parseBody(text))) setSilence(silences, Number(id), silence)
        return ok(Object.fromEntries(silences))
      case 'GET lanes':
        return ok({ open: lanes.open() })
      case 'GET world':
        return ok({ stations: world.stationCount, seed: world.seed, firstDay: world.firstDay, nowMs: world.now() })
      case 'PUT clock': {
        const { nowMs } = parseBody(text)
        if (typeof nowMs !== 'number' && nowMs !== null) throw new BadBody('nowMs is a number or null')
        clock.frozenMs = nowMs
        return ok({ nowMs: world.now() })
      }
      default:
        return { status: 404, body: { errors: ['Not found'] } }
    }
  } catch (error) {
    if (error instanceof BadBody) return { status: 400, body: { errors: [error.message] } }
    throw error
  }
}

function setSilence(silences: Map<number, Silence>, stationId: number, given: unknown): void {
  if (given === null) return void silences.delete(stationId)
  const { fromMs, toMs } = given as Partial<Silence>
  if (typeof fromMs !== 'number' || typeof toMs !== 'number') throw new BadBody('a silence has fromMs and toMs')
  silences.set(stationId, { fromMs, toMs })
}

const switches = (faults: FaultSwitches) => ({ active: faults.active, happened: faults.happened })

/** Checks names and shapes of faults that come from outside the process; null becomes undefined (off). */
export function readFaults(given: Record<string, unknown>): Partial<Faults> {
  const out: Partial<Record<FaultName, object | undefined>> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!(FAULT_NAMES as readonly string[]).includes(name)) throw new BadBody(`there is no fault '${name}'`)
    if (value === null) out[name as FaultName] = undefined
    else if (typeof value === 'object' && !Array.isArray(value)) out[name as FaultName] = value
    else throw new BadBody(`${name} is an object or null`)
  }
  return out as Partial<Faults>
}

/** Faults as a person names them: a preset's name ('truncated JSON'), or JSON as `PUT /__demo/faults` takes it. Throws BadBody. */
export function faultsOf(text: string): Partial<Faults> {
  const preset = Object.hasOwn(FAULT_PRESETS, text) ? FAULT_PRESETS[text] : undefined
  return preset ?? readFaults(parseBody(text))
}
