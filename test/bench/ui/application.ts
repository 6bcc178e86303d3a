import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../../electron/contract/index.ts'
import { admit, contractOver, forBrowser, openSocket } from '../../support/admitted.ts'
import { findChromium } from '../../support/chromium.ts'
import { root } from '../processes.ts'
import { startBrowser, type BrowserProcess, type Wire } from './devtools.ts'
import { openPage, type Page } from './page.ts'

/** The built application on one book, in its own process, with a data folder of its own. */
export interface Application {
  origin: string
  /** A new window in a profile of its own: nothing cached, nothing kept. */
  window(wire: Wire): Promise<Page>
  /** The contract, as the page asks it. */
  client: ContractRouterClient<Contract>
  stop(): Promise<void>
}

const ZONE = 'Europe/Moscow'

export async function startApplication({
  data,
  book,
  heldFile,
}: {
  data: string
  book?: string
  /** Where to write for how long the desk's thread is held (held.mjs). */
  heldFile?: string
}): Promise<Application> {
  const before = heldFile ? ['--import', path.join(import.meta.dirname, 'held.mjs')] : []
  const child = spawn(process.execPath, [...before, path.join(root, 'out/main/web.cjs'), ...(book ? ['--book', book] : [])], {
    cwd: root,
    env: {
      ...process.env,
      METERBOOK_DATA: data,
      METERBOOK_VAULT_KEY: '0'.repeat(64),
      TZ: ZONE,
      METERBOOK_BENCH_HELD: heldFile,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  const address = await firstLine(child.stdout, gone)
  const session = await admit(address)
  const socket = await openSocket(session)
  const { cookies, script } = forBrowser(session)
  return {
    origin: session.origin,
    client: contractOver(socket),
    window: (wire) => openPage(wire, cookies, script),
    async stop() {
      socket.close()
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function firstLine(output: NodeJS.ReadableStream, gone: Promise<unknown>): Promise<string> {
  const lines = createInterface({ input: output })
  const line = await Promise.race([once(lines, 'line'), gone.then(() => null)])
  if (!line) throw new Error('the application did not start')
  return String(line[0])
}

/** The browser of the end-to-end tests, in English and in one time zone. */
export async function openBrowser(): Promise<BrowserProcess> {
  const { executablePath, args, env } = await findChromium()
  return startBrowser(executablePath, [...args, '--lang=en-GB'], { ...env, TZ: ZONE })
}
