import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BACKUP_REASONS, type BackupReason } from '../../contract/backup-words.ts'
import { flushFolder } from '../file/flush.ts'
import type { Account } from '../file/identity.ts'
import { OWN_FILE } from '../file/private.ts'
import { setAside } from '../file/set-aside.ts'
import { unfinishedBeside } from '../file/unfinished.ts'

/** A verified backup, as the manifest names it. Times are Unix ms, and order nothing: `order` does. */
export interface Backup {
  /** The file's name in the shelf. */
  name: string
  /** Grows with each backup of the book, whatever the clock says. */
  order: number
  why: BackupReason
  madeAtMs: number
  /** The version of the book in it. */
  version: number
  bytes: number
  /** Of the whole file, as it was read back when it was verified. */
  sha256: string
  /** What data it holds: a book of the same stamp has changed nothing since. Null before a migration. */
  stamp: string | null
  /** Records that cannot be read, in the book as in its backup. Not 0: it lets no older one go. */
  unreadable: number
  stations: number
  records: number
  notes: number
}

/** What one shelf holds: the backups of one book at one place. */
export interface Manifest {
  bookId: string
  /** The book that they are of, where it lay then. */
  book: string
  account: Account | null
  /** The highest order that was ever given. */
  lastOrder: number
  backups: Backup[]
}

const NAME = 'backups.json'
const FORMAT = 1

export const manifestFileIn = (shelf: string): string => join(shelf, NAME)

/** The manifest of a shelf; null where there is none that can be read: then nothing there is known to be a backup. */
export function readManifest(shelf: string): Manifest | null {
  try {
    return manifestIn(JSON.parse(readFileSync(manifestFileIn(shelf), 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the manifest at once or not at all; only the user can read it. */
export function writeManifest(shelf: string, manifest: Manifest): void {
  const file = manifestFileIn(shelf)
  // One that cannot be read is kept: it may name backups to a newer program.
  if (existsSync(file) && readManifest(shelf) === null) setAside(file)
  const aside = unfinishedBeside(file)
  try {
    const handle = openSync(aside, 'wx', OWN_FILE)
    try {
      writeSync(handle, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(aside, file)
    flushFolder(shelf)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}

/** A stick may come from anywhere: what it says is checked, and a name leads to no other folder. */
function manifestIn(found: unknown): Manifest | null {
  if (!isRecord(found) || found['format'] !== FORMAT) return null
  const { bookId, book, account, lastOrder, backups } = found
  if (typeof bookId !== 'string' || typeof book !== 'string' || !Array.isArray(backups)) return null
  const known = backups.filter(isBackup)
  const orders = known.map(({ order }) => order)
  return {
    bookId,
    book,
    account: isAccount(account) ? { url: account.url, email: account.email } : null,
    lastOrder: Math.max(typeof lastOrder === 'number' ? lastOrder : 0, ...orders),
    backups: known,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isAccount = (value: unknown): value is Account =>
  isRecord(value) && typeof value['url'] === 'string' && typeof value['email'] === 'string'

const NUMBERS = ['order', 'madeAtMs', 'version', 'bytes', 'unreadable', 'stations', 'records', 'notes'] as const

function isBackup(value: unknown): value is Backup {
  if (!isRecord(value)) return false
  const { name, why, sha256, stamp } = value
  return (
    typeof name === 'string' &&
    basename(name) === name &&
    dirname(join('x', name)) === 'x' &&
    BACKUP_REASONS.some((known) => known === why) &&
    typeof sha256 === 'string' &&
    (stamp === null || typeof stamp === 'string') &&
    NUMBERS.every((key) => Number.isSafeInteger(value[key]))
  )
}
