import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** The account under which the book of the embedded demo service is kept: its port changes with every start. */
export const DEMO_URL = 'demo://meterbook'

/**
 * Where the book of an account lies unless the user says otherwise: one file for each service and account, named
 * so that people recognise it, with a digest so that no two accounts meet. Makes the folder.
 */
export function bookPathOf(dataFolder: string, account: { url: string; email: string }): string {
  const folder = path.join(dataFolder, 'books')
  mkdirSync(folder, { recursive: true })
  const host = account.url === DEMO_URL ? 'demo' : new URL(account.url).host
  const readable = `${account.email}-${host}`.replaceAll(/[^\p{L}\p{N}@._-]+/gu, '_').slice(0, 80)
  const digest = createHash('sha256').update(`${account.url}\n${account.email}`).digest('hex').slice(0, 8)
  return path.join(folder, `${readable}-${digest}.meterbook`)
}

/** Books that lie in the usual folder, whoever made them (a scheduled `meterbook sync`, say), the newest first. */
export function booksIn(dataFolder: string): { file: string; exists: true; bytes: number; openedMs: number }[] {
  const folder = path.join(dataFolder, 'books')
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  return names
    .filter((name) => name.endsWith('.meterbook'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats?.isFile() ? [{ file, exists: true as const, bytes: stats.size, openedMs: stats.mtimeMs }] : []
    })
    .toSorted((a, b) => b.openedMs - a.openedMs)
}
