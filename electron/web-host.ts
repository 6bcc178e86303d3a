import path from 'node:path'
import { defaultDataFolder } from './backend/data-folder.ts'
import type { Host } from './backend/host.ts'
import { thisMachine } from './backend/local-host.ts'
import { watchProcess } from './backend/logged/watch-process.ts'
import { openProgramLog } from './backend/program-log.ts'
import { startBackend, type Backend } from './backend/start.ts'
import { MeterbookError } from './contract/errors.ts'
import { systemKeyring } from './backend/keyring.ts'
import { findVaultKey } from './backend/vault-key.ts'
import { projectRoot } from './project-root.ts'
import { createHandout } from './web/handout.ts'
import type { Visit } from './web/pages.ts'
import { HOST } from './terminal/sentences.ts'
import { openWebServer, type WebServer } from './web/server.ts'

export interface WebHostOptions {
  /** 0, the default: any free one. */
  port?: number
  /** A book to open at once. */
  book?: string
  /** `read` opens it for review, without writing. */
  mode?: 'write' | 'read'
  /** Starts the demo service, signs in to it and opens its book. */
  demo?: boolean
  /** Where books, the vault and preferences lie; the OS's local application data by default. */
  dataFolder?: string
  /** The renderer's built files. */
  pages?: string
  /** Called once, when a browser has come with the address. */
  onAdmitted?: () => void
  /** 32 bytes for the vault; by default from METERBOOK_VAULT_KEY or the keyring, null: nothing is remembered. */
  vaultKey?: Uint8Array | null
}
export type WebHost = WebServer

/**
 * Starts the application for a browser on this machine: a backend, and a server on 127.0.0.1 for its page.
 * `url` holds a token that works once; `close` ends connections, the backend and files that were never fetched.
 * @throws Error of node:net when the port is taken (`EADDRINUSE`); MeterbookError when the book cannot be opened
 */
export async function startWebHost(options: WebHostOptions = {}): Promise<WebHost> {
  const dataFolder = options.dataFolder ?? defaultDataFolder()
  const vaultKey =
    options.vaultKey === undefined
      ? await findVaultKey(dataFolder, process.env, systemKeyring())
      : options.vaultKey && { key: options.vaultKey, place: 'environment' as const, others: [] }
  const handout = await createHandout()
  const host: Host = {
    ...thisMachine(),
    kind: 'web',
    dataFolder,
    can: { chooseFiles: false, revealFiles: false, notify: true },
    vaultKey,
    saveAs: (suggestedName) => Promise.resolve(handout.place(suggestedName)),
    chooseBook: () => Promise.resolve(null),
    chooseFolder: () => Promise.resolve(null),
    chooseUpdate: () => Promise.resolve(null),
    // A browser's user is given the package (updates.ts): nobody asks this.
    installUpdate: () => Promise.reject(new MeterbookError('NO_SUCH_UPDATE')),
    reveal: () => Promise.resolve(),
  }
  const { book, mode, demo } = options
  const log = openProgramLog({ dataFolder: host.dataFolder, who: 'web' })
  const unwatch = watchProcess(log, () => process.stderr.write(`${HOST.crashed}\n`))
  let backend: Backend | null = null
  const start = async () =>
    (backend = await startBackend(host, {
      ...(book && { book }),
      ...(mode && { mode }),
      ...(demo !== undefined && { demo }),
    }))
  const onVisit = (visit: Visit) => {
    if (visit === 'admitted') return options.onAdmitted?.()
    process.stderr.write(`${HOST.secondBrowser}\n`)
    backend?.command('second-browser')
  }
  try {
    const server = await openWebServer({
      port: options.port ?? 0,
      pages: options.pages ?? path.join(projectRoot(), 'out/renderer'),
      handout,
      start,
      log,
      onVisit,
    })
    return {
      ...server,
      close: () =>
        server
          .close()
          .finally(() => handout.close())
          .finally(unwatch),
    }
  } catch (error) {
    unwatch()
    await handout.close()
    throw error
  }
}
