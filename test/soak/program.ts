import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ContractRouterClient } from '@orpc/contract'
import type { WebSocket } from 'ws'
import type { Contract } from '../../electron/contract/index.ts'
import { heapFlags, residentBytes, root } from '../bench/processes.ts'
import { admit, contractOver, openSocket } from '../support/admitted.ts'

/** The built browser host in a process of its own, with its page's connection. */
export interface Program {
  client: ContractRouterClient<Contract>
  /** Resident memory, bytes, and open file handles; null once it has ended, and where the system does not tell. */
  measure(): { bytes: number; handles: number } | null
  /** As a power cut does it, or as Ctrl+C does. Resolves when the process has gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

export async function startProgram(dataFolder: string, book: string | null): Promise<Program> {
  const args = [...heapFlags(), path.join(root, 'out/main/web.cjs'), ...(book === null ? [] : ['--book', book])]
  const env = { ...process.env, METERBOOK_DATA: dataFolder, METERBOOK_VAULT_KEY: '07'.repeat(32), NODE_OPTIONS: undefined }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  const gone = once(child, 'exit')
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text))
  const address = await Promise.race([line, gone.then(() => null)])
  if (address === null) throw new Error(`The program did not start: ${said}`)
  const socket: WebSocket = await openSocket(await admit(address))
  socket.on('error', () => undefined)
  return {
    client: contractOver(socket),
    measure() {
      const bytes = child.pid === undefined ? null : residentBytes(child.pid)
      if (bytes === null || child.pid === undefined) return null
      return { bytes, handles: process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : 0 }
    },
    async end(signal) {
      child.kill(signal)
      await gone
      socket.terminate()
    },
  }
}
