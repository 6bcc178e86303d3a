import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { Contract } from '../../../electron/contract/index.ts'
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

export async function startApplication({ data, book }: { data: string; book?: string }): Promise<Application> {
  const child = spawn(process.execPath, [path.join(root, 'out/main/web.js'), ...(book ? ['--book', book] : [])], {
    cwd: root,
    env: { ...process.env, METERBOOK_DATA: data, METERBOOK_VAULT_KEY: '0'.repeat(64), TZ: ZONE },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  const address = await firstLine(child.stdout, gone)
  const { origin } = new URL(address)
  const admitted = await fetch(address, { redirect: 'manual' })
  const cookie = admitted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers: { cookie, origin } })
  await once(socket, 'open')
  // The link takes a browser's socket; that of `ws` has all it uses.
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })
  const [name = '', value = ''] = cookie.split('=')
  return {
    origin,
    client: createORPCClient(link),
    window: (wire) => openPage(wire, [{ name, value, url: origin }]),
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
