import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isBuilt } from './built.cjs'
import { projectRoot } from './project-root.ts'
import { withoutSecrets } from './backend/clean-environment.ts'
import type { Opener } from './web/opener.ts'
import { untilStopped } from './web/until-stopped.ts'

/**
 * Behind `npm start`, `npm run demo` and `npm run serve` in the repository: builds what is not built, then opens the
 * application in Electron, or in the browser where Electron cannot run.
 */
export interface OpenOptions {
  /** With the demo service, signed in, on its book. */
  demo?: boolean
  /** A book to open. */
  book?: string
  /** Port of the browser host; 0: any free one. */
  port?: number
  /** Do not even try Electron. */
  inBrowser?: boolean
  /** Do not start a browser, only print the address. */
  printOnly?: boolean
}

const root = projectRoot()

/** Opens the application and returns its exit code when it was closed (Electron) or stopped (browser host: Ctrl+C). */
export async function openApplication(options: OpenOptions = {}): Promise<number> {
  await buildIfNeeded()
  const electron = options.inBrowser ? { program: null, reason: null } : await findElectron()
  if (electron.program !== null) {
    const args = [root, ...(options.demo ? ['--demo'] : []), ...(options.book ? [path.resolve(options.book)] : [])]
    return run(electron.program, args)
  }
  if (electron.reason) console.log(`skipped: ${electron.reason}; Meterbook opens in the browser instead.`)
  // Loaded late: from a fresh clone, nothing above needs SQLite.
  const { startWebHost } = await import('./web-host.ts')
  const { createOpener } = await import('./web/opener.ts')
  const { demo, book, port } = options
  const stopped = untilStopped()
  let opener: Opener | null = null
  const onAdmitted = () => opener?.forget()
  const host = await startWebHost({ port: port ?? 0, ...(book && { book }), ...(demo && { demo }), onAdmitted })
  opener = createOpener({ address: host.url, env: process.env })
  try {
    console.log(`\n  Meterbook: ${host.url}\n\nThe address works once, on this computer. Ctrl+C ends Meterbook.`)
    if (!options.printOnly) opener.open()
    await stopped
  } finally {
    opener.forget()
    await host.close()
  }
  return 0
}

/** Builds into out/ unless that is what the sources give. */
export async function buildIfNeeded(): Promise<void> {
  const files = ['main/main.cjs', 'main/worker.cjs', 'preload/preload.cjs', 'renderer/index.html']
  if (isBuilt(root) && files.every((file) => existsSync(path.join(root, 'out', file)))) return
  console.log('Building the application …')
  const tool = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const code = await run(process.execPath, [tool, 'build', '--logLevel', 'warn'])
  if (code !== 0) throw new Error('The application could not be built: see above.')
}

/** Electron's program, fetched if need be, or why there is none. */
async function findElectron(): Promise<{ program: string; reason: null } | { program: null; reason: string }> {
  const isHeadless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']
  if (isHeadless) return { program: null, reason: 'no screen for Electron (neither DISPLAY nor WAYLAND_DISPLAY is set)' }
  const home = path.join(root, 'node_modules/electron')
  if (!installed(home)) {
    console.log('Fetching Electron …')
    await run(process.execPath, [path.join(home, 'install.js')], 'ignore')
  }
  const program = installed(home)
  return program ? { program, reason: null } : { program: null, reason: 'no Electron binary, and it cannot be fetched from here' }
}

function installed(home: string): string | null {
  const note = path.join(home, 'path.txt')
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(home, 'dist')
  const program = existsSync(note) ? path.join(folder, readFileSync(note, 'utf8').trim()) : null
  return program && existsSync(program) ? program : null
}

function run(program: string, args: string[], stdio: 'inherit' | 'ignore' = 'inherit'): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio, env: withoutSecrets(process.env) })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
