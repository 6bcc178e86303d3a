import { createRouterClient } from '@orpc/server'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Host } from '../../electron/backend/host.ts'
import { startBackend, type Backend, type StartOptions } from '../../electron/backend/start.ts'

/** A vault's key as a test gives it. */
export const keyOf = (key: Uint8Array) => ({ key, place: 'environment' as const, others: [] })

/** A host without a window, whose user never chooses a file; `changes` is what a test wants otherwise. */
export const hostIn = (dataFolder: string, changes: Partial<Host> = {}): Host => ({
  kind: 'web',
  version: '0',
  dataFolder,
  systemLocale: 'en',
  systemTimeZone: 'UTC',
  can: { chooseFiles: false, revealFiles: false, notify: false },
  commandLine: null,
  release: { feed: '', keys: [], platform: process.platform, arch: process.arch, installedAs: 'source' },
  vaultKey: null,
  saveAs: () => Promise.resolve(null),
  chooseBook: () => Promise.resolve(null),
  chooseFolder: () => Promise.resolve(null),
  chooseUpdate: () => Promise.resolve(null),
  installUpdate: () => Promise.reject(new Error('nobody installs here')),
  reveal: () => Promise.resolve(),
  ...changes,
})

/** A backend asked through its contract, without a window: what it saves goes to its data folder. */
export async function backendIn(dataFolder: string, options: StartOptions, vaultKey: Uint8Array) {
  mkdirSync(dataFolder, { recursive: true })
  const host = hostIn(dataFolder, {
    systemTimeZone: 'Europe/Moscow',
    can: { chooseFiles: false, revealFiles: false, notify: true },
    vaultKey: keyOf(vaultKey),
    saveAs: (name) => Promise.resolve({ file: path.join(dataFolder, name), href: null }),
  })
  const backend: Backend = await startBackend(host, options)
  return Object.assign(createRouterClient(backend.router), { close: () => backend.close() })
}
