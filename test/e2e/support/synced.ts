import path from 'node:path'
import { createWorld, type World } from '../../../electron/demo/world/index.ts'
import { openBook, type NoteContent } from '../../../electron/book/index.ts'
import { PLAIN_JPEG } from '../../support/photograph.ts'
import { startDemo } from './demo.ts'
import { runCli, steadyEnv } from './process.ts'

/** The clock of the service that the shared book was downloaded from stands still here: the book is the same in every run. */
export const NOW_MS = Date.UTC(2026, 10, 20, 18)
export const SPAN = { from: '2026-08-20', to: '2026-11-20' }
/** A unit with settings, sessions and short gaps; one with valve events; one whose archive has a hole of three weeks. */
export const STATIONS = { main: 10_002, valve: 10_004, hole: 10_006 } as const

const WORLD = { seed: 1, stations: 150 }
const DAY_MS = 86_400_000
/** Earlier moments at which the settings of the main station were fetched. */
export const EARLIER = [NOW_MS - 1040 * DAY_MS, NOW_MS - 520 * DAY_MS]

/**
 * Downloads the shared book with the command line: everything of three stations and three months, and the lists of 150.
 * The settings of the main station are taken at two earlier moments of the service's clock too, so that they have a
 * history.
 */
export async function syncBook(folder: string): Promise<string> {
  const file = path.join(folder, 'trip.meterbook')
  const demo = await startDemo({ ...WORLD, nowMs: NOW_MS })
  try {
    // The days of SPAN are UTC days, as the demo service and the tests count them.
    const env = { ...steadyEnv, TZ: 'UTC', METERBOOK_DATA: folder, METERBOOK_PASSWORD: demo.password }
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
  writeNotes(file)
  return file
}

/** What somebody wrote on the station with the hole: moments, a span, one of the station as a whole, one deleted. */
function writeNotes(file: string): void {
  const book = openBook(file, { mode: 'write', now: () => NOW_MS })
  const write = (daysAgo: number | null, days: number, more: Pick<NoteContent, 'kind' | 'author' | 'text'>) => {
    const fromMs = daysAgo === null ? null : NOW_MS - daysAgo * DAY_MS
    const toMs = fromMs === null || days === 0 ? null : fromMs + days * DAY_MS
    const photo = { name: 'seal.jpg', jpeg: PLAIN_JPEG, thumb: PLAIN_JPEG }
    const photos = more.kind === 'seal' ? [photo, { ...photo, name: 'door.jpg' }] : []
    return book.notes.add(STATIONS.hole, { fromMs, toMs, ...more }, photos, NOW_MS)
  }
  write(null, 0, { kind: 'other', author: '', text: 'Ключ от шкафа у сторожа, звонить заранее.' })
  write(61, 19, { kind: 'repair', author: 'И. Петров', text: 'Модем снят в ремонт, на месте стоит заглушка.' })
  write(22, 0, { kind: 'seal', author: 'Olga Lindqvist', text: 'Seal 0417 replaced by 0533.\nThe old one was intact.' })
  write(3, 0, { kind: 'reading', author: 'И. Петров', text: 'На табло 12 345,678 м³; давление 0,352 МПа.' })
  book.notes.remove(write(2, 0, { kind: 'visit', author: 'И. Петров', text: 'Не та станция.' }).id, NOW_MS)
  book.close()
}

/** What the service of the shared book served. */
export const syncedWorld = (): World => createWorld({ ...WORLD, now: () => NOW_MS })
