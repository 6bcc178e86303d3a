import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Plan } from '../../../electron/contract/downloads.ts'
import { createConnection } from '../../../electron/service/connection.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'
import { startPuller } from '../../support/pull.ts'

/**
 * A program that pulls into a book and can be killed. It loads everything, prints `ready`, and starts when a line is sent
 * to it: so the next one can load while this one works. It opens four lanes as soon as it can.
 */
export interface PullerOrder {
  url: string
  email: string
  password: string
  file: string
  plan: Plan
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as PullerOrder
  const clock = { nowMs: Date.now, monotonicMs: () => performance.now() }
  // The first connection of a process reads the system's certificates, which takes longer than most lives here.
  await createConnection({
    baseUrl: order.url,
    email: order.email,
    store: memoryTokenStore(),
    maxLanes: 1,
    clock,
    random: () => 0,
  }).close()
  const lines = createInterface({ input: process.stdin })
  process.stdout.write('ready\n')
  await once(lines, 'line')
  const puller = await startPuller(order, order.file, clock, {
    downloads: {
      judge: { minMs: 1, minAnswersPerLane: 1, patienceMs: 60_000, restMs: 60_000 },
    },
  })
  if (!puller.downloads.takeUp(order.plan)) puller.downloads.start(order.plan)
  await puller.downloads.settled()
  await puller.close()
  process.exit(0)
}

await main()
