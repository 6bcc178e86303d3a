import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createControl } from '../../../electron/demo/control.ts'
import type { DemoRequest } from '../../../electron/demo/exchange.ts'
import { FaultSwitches } from '../../../electron/demo/faults.ts'
import { createWorld, type World } from '../../../electron/demo/index.ts'
import { Lanes, type Account } from '../../../electron/demo/lanes.ts'
import { RequestLog } from '../../../electron/demo/log.ts'
import type { BadBody } from '../../../electron/demo/parameters.ts'
import { createDemoServer } from '../../../electron/demo/server.ts'
import { Service, type Outcome } from '../../../electron/demo/service.ts'
import { mutated, type Json } from './mutator.ts'

/** The demo service over HTTP, whose answers a seed changes on their way to the wire. */

const ACCOUNT: Account = { id: 1, email: 'fuzz@meterbook.example', password: 'fuzz', name: 'Fuzz' }

/** One answer with data: what was asked, which of its records were sent as the service has them, and which were changed. */
export interface Sent {
  path: string
  query: Readonly<Record<string, string>>
  sound: Json[]
  changed: Json[]
}

export interface FuzzedService {
  url: string
  email: string
  password: string
  world: World
  sent: Sent[]
  /** `GET channel_data?…: record 3: event_time: far stamp`, each once, as they came. */
  mutations(): string[]
  /** From now on every answer is as the service has it. */
  mend(): void
  close(): Promise<void>
}

class Fuzzed extends Service {
  readonly sent: Sent[] = []
  readonly mutations = new Set<string>()
  isMended = false
  readonly #seed: number
  readonly #attempts = new Map<string, number>()

  constructor(seed: number, ...parts: ConstructorParameters<typeof Service>) {
    super(...parts)
    this.#seed = seed
  }

  override answer(request: DemoRequest, serviceMs: number, bodyError?: BadBody): Outcome {
    const outcome = super.answer(request, serviceMs, bodyError)
    const { answer } = outcome
    const path = request.path.replace('/api/v1/', '')
    if (request.method !== 'GET' || answer.status !== 200 || this.isMended) return outcome
    const key = `${path}?${new URLSearchParams(request.query).toString()}`
    const attempt = this.#attempts.get(key) ?? 0
    this.#attempts.set(key, attempt + 1)
    const { body, headers, mutations, sound, changed } = mutated(answer.body, { seed: this.#seed, key, attempt })
    for (const one of mutations) this.mutations.add(`${key}: ${one}`)
    this.sent.push({ path, query: request.query, sound, changed })
    return { ...outcome, answer: { ...answer, body, headers: { ...answer.headers, ...headers } } }
  }
}

export async function startFuzzedService(options: {
  seed: number
  stations: number
  firstDay: number
  nowMs: number
}): Promise<FuzzedService> {
  const { seed, stations, firstDay, nowMs } = options
  const now = () => nowMs
  const world = createWorld({ stations, seed, now, firstDay, eventDensity: 4 })
  const faults = new FaultSwitches(seed)
  const lanes = new Lanes(`fuzz ${seed}`, [ACCOUNT])
  const log = new RequestLog()
  const service = new Fuzzed(seed, world, lanes, faults)
  const control = createControl({ faults, silences: new Map(), log, lanes, world, clock: { frozenMs: null } })
  const server = createDemoServer({ service, faults, log, control, now })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    email: ACCOUNT.email,
    password: ACCOUNT.password,
    world,
    sent: service.sent,
    mutations: () => [...service.mutations],
    mend: () => void (service.isMended = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
