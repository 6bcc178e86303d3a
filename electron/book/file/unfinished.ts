import { randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What is not finished has a name that tells the process which makes it: beside its target a file, in the temporary
 * folder a folder. A process that is killed leaves them; whoever comes next in that folder clears them.
 */

const FILE = /^\.meterbook-(\d+)-[0-9a-f]{12}\.(?:part|new)(?:-journal|-wal|-shm)?$/
const FOLDER = /^meterbook-[a-z]+-(\d+)-\w{6}$/

/** The name of a file that becomes another one when it is whole. Lay it into the same folder, so that it can be renamed. */
export const unfinishedName = (ending: 'part' | 'new' = 'part'): string =>
  `.meterbook-${process.pid}-${randomBytes(6).toString('hex')}.${ending}`

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
type Purpose = 'bundle' | 'copy' | 'evidence' | 'files' | 'open' | 'verify'

/**
 * Removes from a folder (not from folders in it) what processes left unfinished that live no more. Links, other users'
 * files and what cannot be removed stay. A number that another process has by now keeps its file until that one ends.
 * Never throws: a folder that is not there has nothing to clear.
 * @returns the names that are gone.
 */
export function clearUnfinished(folder: string = tmpdir()): string[] {
  const user = process.getuid?.()
  return namesIn(folder).filter((name) => {
    const pid = (FILE.exec(name) ?? FOLDER.exec(name))?.[1]
    if (pid === undefined || isAlive(Number(pid))) return false
    try {
      const path = join(folder, name)
      const found = lstatSync(path)
      const isOfKind = FILE.test(name) ? found.isFile() : found.isDirectory()
      if (!isOfKind || (user !== undefined && found.uid !== user)) return false
      rmSync(path, { recursive: true, force: true })
      return true
    } catch {
      return false
    }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process lives, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
