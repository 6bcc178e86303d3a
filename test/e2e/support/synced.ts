import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createWorld, type World } from '../../../electron/demo/world/index.ts'
import { startDemo } from './demo.ts'
import { runCli, steadyEnv } from './process.ts'

/** The moment at which the shared book's service stands: everything in the book is the same in every run. */
export const NOW_MS = Date.UTC(2026, 10, 20, 18)
export const SPAN = { from: '2026-08-20', to: '2026-11-20' }
/** A unit with settings, sessions and short gaps; one with valve events; one whose archive has a hole of three weeks. */
export const STATIONS = { main: 10_002, valve: 10_004, hole: 10_006 } as const

const DAY_MS = 86_400_000
/** Moments at which the settings were taken before. */
export const EARLIER = [NOW_MS - 1040 * DAY_MS, NOW_MS - 520 * DAY_MS]

/** A book with everything of three stations and three months, and the lists of 150; its service is gone. */
export interface Synced {
  folder: string
  file: string
  /** What the service served. */
  world: World
}

/**
 * Downloads the shared book with the command line. The settings of the main station are taken at two earlier moments
 * of the service's clock too, so that they have a history.
 */
export async function syncBook(): Promise<Synced> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-e2e-synced-'))
  const file = path.join(folder, 'trip.meterbook')
  const demo = await startDemo({ nowMs: NOW_MS })
  try {
    const env = { ...steadyEnv, METERBOOK_DATA: folder, METERBOOK_PASSWORD: demo.password }
    const sync = async (...args: string[]) => {
      const common = ['sync', '--url', demo.url, '--email', demo.email, '--book', file, '--lanes', '2']
      const { code, stderr } = await runCli([...common, ...args], env)
      if (code !== 0) throw new Error(`the shared book could not be downloaded (exit ${code}): ${stderr}`)
    }
    for (const atMs of EARLIER) {
      await demo.clock(atMs)
      await sync('--stations', String(STATIONS.main), '--archives', 'settings')
    }
    await demo.clock(NOW_MS)
    const chosen = Object.values(STATIONS).join(',')
    await sync('--stations', chosen, '--archives', 'all', '--from', SPAN.from, '--to', SPAN.to)
  } finally {
    await demo.stop()
  }
  const { seed, stationCount, firstDay } = demo.world
  return { folder, file, world: createWorld({ stations: stationCount, seed, firstDay, now: () => NOW_MS }) }
}
