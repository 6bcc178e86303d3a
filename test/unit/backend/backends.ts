import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Notice } from '../../../electron/backend/notice.ts'
import type { StartOptions } from '../../../electron/backend/start.ts'
import type { Progress } from '../../../electron/contract/downloads.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { backendIn } from '../../support/backend.ts'
import { testFolder } from '../../support/pull.ts'

/** Backends asked through their contract, beside a service over HTTP, in a folder of their own. */
export interface Backends {
  readonly service: DemoService
  /** What the windows were told to say, once it is so much. */
  noticed(count: number): Promise<readonly Notice[]>
  /** A path in the folder. */
  file(name: string): string
  start(options?: StartOptions & { name?: string }): Promise<Client>
  account(): { url: string; email: string; password: string }
}
export type Client = Awaited<ReturnType<typeof backendIn>>

/** @param life anew for each test, or one for all tests of the file */
export function backends(stations: number, life: 'test' | 'file' = 'test'): Backends {
  const [before, after] = life === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  const started = new Map<Client, () => Promise<void>>()
  const vaultKey = randomBytes(32)
  let folder: ReturnType<typeof testFolder>
  let service: DemoService
  const notices: Notice[] = []
  let wake = () => undefined as void
  async function follow({ program }: Client): Promise<void> {
    for await (const notice of await program.notices()) {
      notices.push(notice)
      wake()
    }
  }
  const it: Backends = {
    get service() {
      return service
    },
    file: (name) => folder.file(name),
    async noticed(count) {
      while (notices.length < count) await new Promise<void>((resolve) => (wake = resolve))
      return notices
    },
    async start({ name = 'data', ...options } = {}) {
      const client = await backendIn(folder.file(name), options, vaultKey)
      const { close } = client
      client.close = async () => {
        if (started.delete(client)) await close()
      }
      started.set(client, client.close)
      void follow(client)
      return client
    },
    account: () => ({ url: service.url, email: service.email, password: service.password }),
  }
  before(async () => {
    folder = testFolder()
    notices.length = 0
    service = await startDemoService({ stations, seed: 2 })
  })
  after(async () => {
    for (const close of started.values()) await close()
    await service.close()
    folder.remove()
  })
  return it
}

/** Waits until the downloads are in one of these states. */
export async function reached({ downloads }: Client, ...states: Progress['state'][]): Promise<Progress> {
  for await (const progress of await downloads.watch()) if (states.includes(progress.state)) return progress
  throw new Error('the backend was closed')
}
