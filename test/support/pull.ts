import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBook, type Book } from '../../electron/book/index.ts'
import type { Plan } from '../../electron/contract/downloads.ts'
import type { DemoService } from '../../electron/demo/index.ts'
import { createDownloads, type Downloads } from '../../electron/downloads/downloads.ts'
import type { DownloadsOptions } from '../../electron/downloads/driver.ts'
import { createConnection, type Connection, type ConnectionOptions } from '../../electron/service/connection.ts'
import { memoryTokenStore } from '../../electron/service/tokens.ts'

/** A pull of real parts: the demo service over HTTP, a connection, a book on disk and its downloads. */

/**
 * Waits a hundredth as long: the rules are the same, and a test of many faults takes seconds. Only for an answer it waits
 * long: a busy machine must not look like a service that hangs.
 */
export const SHORT_LIMITS = { connectMs: 20_000, idleMs: 20_000, backoffMs: 4, maxBackoffMs: 40, closeMs: 2_000 }

export interface Clock {
  nowMs(): number
  monotonicMs(): number
}

/** The wall clock stands still: which days are over is the same at the end of a test as at its start. */
export const clockAt = (nowMs: number): Clock => ({ nowMs: () => nowMs, monotonicMs: () => performance.now() })

/** A folder of the test's own; books in it are removed with it. */
export function testFolder(): { file(name: string): string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-test-'))
  return {
    file: (name) => path.join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface Puller {
  book: Book
  connection: Connection
  downloads: Downloads
  /** Ends the downloads, signs all lanes out and closes the book. */
  close(): Promise<void>
}

export interface PullerOptions {
  connection?: Partial<ConnectionOptions>
  downloads?: Partial<DownloadsOptions>
  lanes?: number
}

/** Opens the book, signs in and is ready to download. */
export async function startPuller(
  demo: Pick<DemoService, 'url' | 'email' | 'password'>,
  file: string,
  clock: Clock,
  options: PullerOptions = {},
): Promise<Puller> {
  const lanes = options.lanes ?? 4
  const connection = createConnection({
    baseUrl: demo.url,
    email: demo.email,
    store: memoryTokenStore(),
    maxLanes: lanes,
    clock,
    random: () => 0.5,
    limits: SHORT_LIMITS,
    ...options.connection,
  })
  await connection.signIn(demo.password)
  const book = openBook(file, { mode: 'write', account: { url: 'demo', email: demo.email }, now: clock.nowMs })
  const downloads = createDownloads({
    book,
    connection: () => connection,
    clock,
    lanes: () => lanes,
    ...options.downloads,
  })
  return {
    book,
    connection,
    downloads,
    async close() {
      await downloads.close()
      await connection.signOut()
      await connection.close()
      book.close()
    },
  }
}

/** A plan for everything of some stations. */
export const planOf = (plan: Pick<Plan, 'stations' | 'span'> & Partial<Plan>): Plan => ({
  archives: ['all'],
  views: ['general', 'unified'],
  refresh: false,
  ...plan,
})
