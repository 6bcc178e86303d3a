import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { openPage, type Page } from './page.ts'

/** Where a packed program lies, and how it must be started there. */
export interface Packed {
  executable: string
  resources: string
  args: readonly string[]
}

/** The program that electron-builder packed into a folder, as it is called on this system; null: there is none. */
export function findPacked(dist: string, platform: NodeJS.Platform = process.platform): Packed | null {
  const places: Partial<Record<NodeJS.Platform, { executable: string; resources: string }>> = {
    linux: { executable: 'linux-unpacked/meterbook', resources: 'linux-unpacked/resources' },
    win32: { executable: 'win-unpacked/Meterbook.exe', resources: 'win-unpacked/resources' },
    darwin: {
      executable: 'mac-universal/Meterbook.app/Contents/MacOS/Meterbook',
      resources: 'mac-universal/Meterbook.app/Contents/Resources',
    },
  }
  const place = places[platform]
  if (!place || !existsSync(path.join(dist, place.executable))) return null
  // A folder that nobody installed has no right to make Chromium's sandbox.
  const args = platform === 'linux' ? ['--no-sandbox'] : []
  return { executable: path.join(dist, place.executable), resources: path.join(dist, place.resources), args }
}

/** The program that the deb has installed: in its sandbox, as a user has it. @param folder such as /opt/Meterbook */
export function findInstalled(folder: string): Packed | null {
  const executable = path.join(folder, 'meterbook')
  return existsSync(executable) ? { executable, resources: path.join(folder, 'resources'), args: [] } : null
}

export interface Running {
  pid: number
  page: Page
  /** From the start of the process until its window was there, ms. */
  windowMs: number
  /** The window after its page crashed and came again. */
  pageAgain(): Promise<Page>
  /** Closes the window; resolves to the exit code. */
  close(): Promise<number | null>
  /** Ends the process, however it is. */
  kill(): Promise<void>
}

interface StartOptions {
  executable: string
  args: readonly string[]
  /** The folder of its books, preferences and profile. */
  data: string
  env?: Record<string, string>
}

/** Nothing of the machine's own settings, and a folder of the test's own. */
export const environment = (data: string): NodeJS.ProcessEnv => ({ ...process.env, METERBOOK_DATA: data, TZ: 'Europe/Moscow' })

/** Starts a program and waits for its window. @throws with what it said, when it ends before */
export async function startProgram({ executable, args, data, env }: StartOptions): Promise<Running> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(executable, [`--remote-debugging-port=${port}`, ...args], {
    env: { ...environment(data), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  let failure: Error | null = null
  child.on('error', (error) => (failure = error))
  const refuseGone = () => {
    if (failure) throw failure
    if (child.exitCode === null && child.signalCode === null) return
    throw new Error(`The program ended with ${String(child.exitCode ?? child.signalCode)} before it had a window: ${text.slice(-2000)}`)
  }
  let page = await openPage(port, refuseGone)
  const windowMs = performance.now() - startedMs
  return {
    pid: child.pid ?? 0,
    get page() {
      return page
    },
    windowMs,
    async pageAgain() {
      page.leave()
      return (page = await openPage(port, refuseGone))
    },
    async close() {
      await page.close()
      return endOf(child)
    },
    async kill() {
      page.leave()
      child.kill('SIGKILL')
      await endOf(child)
    },
  }
}

/** A port that was free a moment ago: the program writes down which one it took only where it keeps its profile, and not always. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The exit code; null: a signal ended it. */
export async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
