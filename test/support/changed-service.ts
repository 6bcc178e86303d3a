import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createControl } from '../../electron/demo/control.ts'
import type { DemoAnswer, DemoRequest } from '../../electron/demo/exchange.ts'
import { FaultSwitches } from '../../electron/demo/faults.ts'
import { createWorld, type World } from '../../electron/demo/index.ts'
import { Lanes, type Account } from '../../electron/demo/lanes.ts'
import { RequestLog } from '../../electron/demo/log.ts'
import { createDemoServer } from '../../electron/demo/server.ts'
import { Service, type Outcome } from '../../electron/demo/service.ts'

/** The demo service over HTTP, whose answers with data are changed on their way to the wire. */

const ACCOUNT: Account = { id: 1, email: 'changed@meterbook.example', password: 'changed', name: 'Changed' }

export interface ChangedService {
  url: string
  email: string
  password: string
  world: World
  close(): Promise<void>
}

export interface ChangedOptions {
  seed?: number
  stations: number
  firstDay: number
  nowMs: number
}

/** Changes the answer to a request; `request.path` begins with `/api/v1/`. */
export type Change = (request: DemoRequest, answer: DemoAnswer) => DemoAnswer

export async function startChangedService(
  { seed = 1, stations, firstDay, nowMs }: ChangedOptions,
  change: Change,
): Promise<ChangedService> {
  class Changed extends Service {
    override answer(...asked: Parameters<Service['answer']>): Outcome {
      const outcome = super.answer(...asked)
      const [request] = asked
      if (request.method !== 'GET' || outcome.answer.status !== 200) return outcome
      return { ...outcome, answer: change(request, outcome.answer) }
    }
  }
  const now = () => nowMs
  const world = createWorld({ stations, seed, now, firstDay, eventDensity: 4 })
  const faults = new FaultSwitches(seed)
  const lanes = new Lanes(`changed ${seed}`, [ACCOUNT])
  const log = new RequestLog()
  const service = new Changed(world, lanes, faults)
  const control = createControl({ faults, silences: new Map(), log, lanes, world, clock: { frozenMs: null } })
  const server = createDemoServer({ service, faults, log, control, now })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    email: ACCOUNT.email,
    password: ACCOUNT.password,
    world,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
