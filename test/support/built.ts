import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfNeeded } from '../../electron/launch.ts'

const lock = path.resolve(import.meta.dirname, '../../node_modules/.cache/building')
const STALE_MS = 120_000

/**
 * The application in out/, as its sources are now: made before the first of the integration tests. `npm test` has built it
 * before; a single test run by hand builds it.
 */
export default async function ensureBuilt(): Promise<void> {
  mkdirSync(path.dirname(lock), { recursive: true })
  while (!take()) await wait(200)
  try {
    await buildIfNeeded()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function take(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const takenMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - takenMs > STALE_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
