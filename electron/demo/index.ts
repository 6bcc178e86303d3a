import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createControl, type Clock } from './control.ts'
import { FaultSwitches, type Faults } from './faults.ts'
import { Lanes, type Account } from './lanes.ts'
import { RequestLog } from './log.ts'
import { createDemoServer } from './server.ts'
import { Service } from './service.ts'
import { createWorld, type Silence, type World } from './world/index.ts'
export { faultsOf } from './control.ts'
export { FAULT_NAMES, type Faults } from './faults.ts'
export { FAULT_PRESETS } from './fault-presets.ts'
export { UNKNOWN_CHANNEL, UNKNOWN_FIELD } from './garble.ts'
export { type LogEntry } from './log.ts'
export { createWorld, type World } from './world/index.ts'
export interface DemoOptions {
  /** 0 or left out: any free port. */
  port?: number
  host?: '127.0.0.1'
  /** Metering units, 1 to 50,000; 150 when left out. */
  stations?: number
  /** The world's and the faults' seed; 1 when left out. */
  seed?: number
  /** Unix ms. Nothing later than this exists; `Date` and `expiry` go by it. */
  now?: () => number
  /** Time from request to answer, ms: the same as the fault `latency`. */
  latencyMs?: number
  faults?: Partial<Faults>
  accounts?: readonly Account[]
  /** Factor for the number of events; 1 when left out. */
  eventDensity?: number
  /** First UTC day of the archives as a number of days since 1970; three years before now when left out. */
  firstDay?: number
  /** Devices that are silent for a while, by the key of their station. */
  silences?: Readonly<Record<number, Silence>>
}
export interface DemoService {
  /** `http://127.0.0.1:PORT`, the document's {base_url}. */
  url: string
  email: string
  password: string
  /** The truth: the very functions the service answers from. */
  world: World
  faults: FaultSwitches
  /** Silent devices by the key of their station: what is changed here holds from then on. */
  silences: Map<number, Silence>
  log: RequestLog
  /** Clients of the lanes that are signed in, oldest first. */
  openLanes(): string[]
  /** Cuts every connection that is open, without an answer; new ones are welcome. */
  cutLines(): void
  /** Cuts every connection and frees the port. */
  close(): Promise<void>
}

const DEMO_ACCOUNT: Account = {
  id: 1,
  email: 'demo@meterbook.example',
  password: 'demo-meterbook',
  name: 'Демо Инженер',
}
const MOST_STATIONS = 50_000

/**
 * Starts the demo service on loopback: docs/service.md as a real HTTP server over a deterministic world.
 * @throws RangeError for a number of stations out of range; the listen error (EADDRINUSE…) where the port is taken.
 */
export async function startDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const { stations = 150, seed = 1, accounts = [DEMO_ACCOUNT] } = options
  if (!Number.isInteger(stations) || stations < 1 || stations > MOST_STATIONS) {
    throw new RangeError(`stations: 1 to ${MOST_STATIONS}`)
  }
  const account = accounts[0]
  if (!account) throw new RangeError('accounts: at least one')
  const clock: Clock = { frozenMs: null }
  const given = options.now ?? Date.now
  const now = (): number => clock.frozenMs ?? given()
  const { eventDensity, firstDay } = options
  const silences = new Map(Object.entries(options.silences ?? {}).map(([id, silence]) => [Number(id), silence]))
  const world = createWorld({ stations, seed, now, eventDensity, firstDay, silences })
  const faults = new FaultSwitches(seed, options.faults)
  if (options.latencyMs !== undefined && options.latencyMs > 0) faults.set({ latency: { ms: options.latencyMs } })
  const log = new RequestLog()
  // Tokens are secret from one start to the next: a saved token of a service that was restarted is an unknown one.
  const lanes = new Lanes(randomBytes(16).toString('hex'), accounts)
  const control = createControl({ faults, silences, log, lanes, world, clock })
  const server = createDemoServer({ service: new Service(world, lanes, faults), faults, log, control, now })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    email: account.email,
    password: account.password,
    world,
    faults,
    silences,
    log,
    openLanes: () => lanes.open(),
    cutLines: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
