import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DAY_MS } from '../../contract/time/units.ts'
import { isAlive } from './alive.ts'
import { journalsOf } from './place.ts'

/**
 * An unfinished file or folder has a name with the process that makes it: a file lies beside its target, a folder in
 * the temporary folder. A process that is killed leaves them; whoever comes next in that folder clears them.
 */

const FILE = /^\.meterbook-(\d+)-([0-9a-f]{4})[0-9a-f]{8}\.(?:part|new)(?:-journal|-wal|-shm)?$/
const FOLDER = /^meterbook-[a-z]+-(\d+)-\w{6}$/
/** As they were called before names told their process: who made them cannot be told. */
const FORMER = /^(?:\.meterbook-[0-9a-f]{12}\.part|.+\.meterbook\.new(?:-journal|-wal|-shm)?)$/

/** In a folder of the network other machines are at work, too, and the numbers of their processes mean nothing here. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 4)

/** A file that becomes `target` when it is whole: in the same folder, so that it can be renamed. */
export const unfinishedBeside = (target: string, ending: 'part' | 'new' = 'part'): string =>
  join(dirname(target), `.meterbook-${process.pid}-${MACHINE}${randomBytes(4).toString('hex')}.${ending}`)

/** Removes a book that is not finished, or no longer wanted, with its journals. */
export function removeUnfinished(file: string): void {
  for (const left of [file, ...journalsOf(file)]) rmSync(left, { force: true })
}

const cleared = new Set<string>()

/**
 * A new folder in the system's temporary one (or in `within`), the user's alone. The caller removes it; those that killed
 * processes left are cleared before the first.
 */
export function temporaryFolder(purpose: Purpose, within = tmpdir()): string {
  if (!cleared.has(within)) clearUnfinished(within)
  cleared.add(within)
  return mkdtempSync(join(within, `meterbook-${purpose}-${process.pid}-`))
}
type Purpose = 'answer' | 'aside' | 'bundle' | 'copy' | 'evidence' | 'files' | 'open' | 'unpacked' | 'verify'

/**
 * Removes from a folder (not from folders in it) what processes left unfinished that live no more, and what another
 * machine or an older version left a day ago. Links, other users' files and what cannot be removed stay. A number that
 * another process has by now keeps its file until that one ends. Never throws: a folder that is not there has nothing to
 * clear.
 * @returns the names that are gone.
 */
export function clearUnfinished(folder: string = tmpdir()): string[] {
  return namesIn(folder).filter((name) => {
    if (FOLDER.test(name)) return isOfDead(FOLDER.exec(name)) && removed(join(folder, name), 'folder')
    const [, pid, machine] = FILE.exec(name) ?? []
    if (pid === undefined) return FORMER.test(name) && removed(join(folder, name), 'old file')
    if (machine !== MACHINE) return removed(join(folder, name), 'old file')
    return !isAlive(Number(pid)) && removed(join(folder, name), 'file')
  })
}

/** Clears such folders as may lie on a drive that is away: nothing else waits for that drive. */
export async function clearUnfinishedIn(folders: readonly string[]): Promise<void> {
  for (const folder of new Set(folders)) {
    const names = await readdir(folder).catch(() => [])
    if (names.some((name) => FILE.test(name) || FORMER.test(name))) clearUnfinished(folder)
  }
}

/** Removes `file` and the journals beside it if a version left them that told no process in their names: nobody touched them for a day. */
export function clearFormer(file: string): void {
  for (const name of [file, ...journalsOf(file)]) removed(name, 'old file')
}

const isOfDead = (found: RegExpExecArray | null) => found !== null && !isAlive(Number(found[1]))

function removed(path: string, kind: 'file' | 'old file' | 'folder'): boolean {
  const user = process.getuid?.()
  try {
    const found = lstatSync(path)
    const isOfKind = kind === 'folder' ? found.isDirectory() : found.isFile()
    if (!isOfKind || (user !== undefined && found.uid !== user)) return false
    if (kind === 'old file' && found.mtimeMs > Date.now() - DAY_MS) return false
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
