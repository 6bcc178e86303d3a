import { existsSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import { APPLICATION_ID, applicationIdIn, firstBytes } from './head.ts'
import { isLocked } from './lock.ts'
import { journalsOf } from './place.ts'
import { clearReadersJournal } from './readers-journal.ts'

/** How a vault begins (backend/vault-journal.ts). */
export const VAULT_MAGIC = 'MBVAULT1'

/** An output may not take the place of these: the book that it is made of, another one, a file beside one, … */
type Protected = 'self' | 'book' | 'open-book' | 'beside' | 'vault' | 'program'

interface Asked {
  /** `nothing`: no book; `closed-book`: one that nobody has open; `any-book`: who asks takes care of the book by itself. */
  replaces?: 'nothing' | 'closed-book' | 'any-book'
  /** The book that the output is made of. */
  source?: string
}

/**
 * Throws FILE_PROTECTED (`file`, `what`) where an output at this path would take the place of what the program keeps: a book,
 * whatever its name is, and the files beside it; a vault, and its lock; preferences. A link, a second name, `..` and a
 * descriptor (`/dev/fd/3`) are followed. Every writer asks before it begins, and again before the file gets its name.
 */
export function refuseProtected(target: string, { replaces = 'nothing', source }: Asked = {}): void {
  const file = resolve(target)
  if (replaces === 'closed-book' && contentOf(file) === 'book') clearReadersJournal(file)
  const what = protectedAt(file, source)
  if (what === null) return
  if (replaces === 'any-book' && (what === 'book' || what === 'open-book' || what === 'self')) return
  if (replaces === 'closed-book' && what === 'book' && !hasOtherNames(file)) return
  throw new MeterbookError('FILE_PROTECTED', { file, what })
}

/**
 * For who writes a whole book: it may replace another one that is closed, but no folder and no device.
 * @throws MeterbookError FILE_NOT_WRITABLE (EISDIR, NOT_A_FILE), FILE_PROTECTED.
 */
export function refuseBookTarget(target: string, source: string): void {
  const found = statOf(target)
  const reason = found?.isDirectory() ? 'EISDIR' : found && !found.isFile() ? 'NOT_A_FILE' : null
  if (reason !== null) throw new MeterbookError('FILE_NOT_WRITABLE', { file: target, reason })
  refuseProtected(target, { replaces: 'closed-book', source })
}

/** Whether a book that nobody has open lies there. */
export const isBook = (file: string): boolean => contentOf(file) === 'book'

function protectedAt(file: string, source: string | undefined): Protected | null {
  const real = realOf(file)
  const found = statOf(real)
  if (found && source !== undefined && isSame(found, statOf(source))) return 'self'
  for (const name of new Set([file, real])) {
    const beside = besideWhat(name)
    if (beside !== null) return beside
    if (journalsOf(name).some((journal) => existsSync(journal))) return 'open-book'
  }
  // A pipe would be waited for without end.
  if (!found?.isFile()) return null
  if (isLocked(real)) return 'open-book'
  if (PROGRAM.test(basename(real)) && isDataFolder(dirname(real))) return 'program'
  return contentOf(real) ?? (found.size > 0 && /\.meterbook$/i.test(real) ? 'book' : null)
}

/**
 * Looks at a path; undefined where it cannot be looked at. Nothing can be told of it then, and whoever writes there
 * learns why that fails.
 */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const isSame = (one: Stats, other: Stats | undefined) => one.dev === other?.dev && one.ino === other.ino

/** A book of several names may be open under another one: only beside that are its journals. */
const hasOtherNames = (file: string) => (statOf(file)?.nlink ?? 0) > 1

/** Where a path leads; of a file that is not there, where it would be. */
function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const folder = dirname(file)
    return folder === file ? file : join(realOf(folder), basename(file))
  }
}

const BESIDE_BOOK = /^(.+)(?:-wal|-shm|-journal|\.lock|\.owner)$/i
const BESIDE_VAULT = /^(.+)\.(?:lock|owner|new|unreadable(?:-\d+)?)$/i
const VAULTS = /^(?:meterbook|desktop|local)\.vault$/i

/** Whether it is, or would be, one of the files that lie beside a book or a vault. */
function besideWhat(file: string): 'beside' | 'vault' | null {
  const [, besideBook] = BESIDE_BOOK.exec(file) ?? []
  if (besideBook !== undefined && (/\.meterbook$/i.test(besideBook) || contentOf(besideBook) === 'book')) return 'beside'
  const [, besideVault] = BESIDE_VAULT.exec(file) ?? []
  if (besideVault === undefined) return null
  return VAULTS.test(basename(besideVault)) || contentOf(besideVault) === 'vault' ? 'vault' : null
}

/** What the backend keeps in the data folder besides books and vaults. */
const PROGRAM = /^(?:program\.json(?:\.new)?|window\.json|desktop\.key|door\.json)$/i
/** How the preferences begin (backend/program-file.ts). */
const PROGRAM_HEAD = '{\n  "preferences":'

const isDataFolder = (folder: string): boolean =>
  existsSync(join(folder, 'books')) ||
  ['program.json', 'meterbook.vault', 'desktop.vault', 'local.vault'].some((name) => contentOf(join(folder, name)) !== null)

/** Whether what lies in a file is a book, a vault or the preferences. A file that cannot be read is none that could be told. */
function contentOf(file: string): 'book' | 'vault' | 'program' | null {
  if (!statOf(file)?.isFile()) return null
  try {
    const head = firstBytes(file)
    if (applicationIdIn(head) === APPLICATION_ID) return 'book'
    if (head.toString('latin1', 0, VAULT_MAGIC.length) === VAULT_MAGIC) return 'vault'
    return head.toString('latin1', 0, PROGRAM_HEAD.length) === PROGRAM_HEAD ? 'program' : null
  } catch {
    return null
  }
}
