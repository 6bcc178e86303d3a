import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { syncBook } from './synced.ts'

/** Names the shared book to the workers, which inherit the environment. */
export const BOOK_VARIABLE = 'METERBOOK_E2E_BOOK'

/** Before the first test: downloads the shared book, once for all workers. Its folder goes after the last test. */
export default async function setUp(): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-e2e-synced-'))
  const tearDown = () => rmSync(folder, { recursive: true, force: true })
  try {
    process.env[BOOK_VARIABLE] = await syncBook(folder)
    return tearDown
  } catch (error) {
    tearDown()
    throw error
  }
}
