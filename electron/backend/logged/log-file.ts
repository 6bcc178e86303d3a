import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { makeOwnFolder, OWN_FILE } from '../../book/file/private.ts'

/** The log's file: it goes on in a new one at this size, and so many before it are kept: 4 MiB in all. */
const MOST_BYTES = 1024 * 1024
const KEPT_BEFORE = 3
/** Whoever rotates needs a moment; a folder that is older was left by a program that was killed. */
const STALE_MS = 10_000

/** Where logs and the marks of running programs lie. */
export const logFolderOf = (dataFolder: string): string => path.join(dataFolder, 'logs')
export const logFileOf = (dataFolder: string): string => path.join(logFolderOf(dataFolder), 'meterbook.log')

/**
 * Adds a line. The file is opened for each line and closed again, so several programs write into it one after the other, and
 * nothing of a line is lost when one of them is killed. A link, a pipe or a second name of another file that somebody put
 * in its place is not written. Throws what the disk throws.
 */
export function appendLine(file: string, line: string): void {
  const folder = path.dirname(file)
  makeOwnFolder(folder)
  if (!lstatSync(folder).isDirectory()) return
  const bytes = Buffer.from(line)
  if (isPlain(file) && statSync(file).size + bytes.length > MOST_BYTES) rotate(file, bytes.length)
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const handle = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, OWN_FILE)
  try {
    const found = fstatSync(handle)
    if (!found.isFile() || found.nlink !== 1) return
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.()) fchmodSync(handle, OWN_FILE)
    // One call: lines of several programs follow each other whole.
    writeSync(handle, bytes)
  } finally {
    closeSync(handle)
  }
}

/** An ordinary file and no link to one. */
const isPlain = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true

/** One program rotates at a time, and looks again whether another has done so meanwhile. Where it cannot be done the file grows. */
function rotate(file: string, more: number): void {
  const turn = `${file}.turn`
  const left = lstatSync(turn, { throwIfNoEntry: false })
  if (left?.isDirectory() && Date.now() - left.mtimeMs > STALE_MS) rmdirSync(turn)
  try {
    mkdirSync(turn)
  } catch {
    return
  }
  try {
    if (statSync(file).size + more <= MOST_BYTES) return
    rmSync(`${file}.${KEPT_BEFORE}`, { force: true })
    for (let n = KEPT_BEFORE - 1; n >= 1; n--) {
      if (lstatSync(`${file}.${n}`, { throwIfNoEntry: false })) renameSync(`${file}.${n}`, `${file}.${n + 1}`)
    }
    renameSync(file, `${file}.1`)
  } catch {
    // Another program has it open, on Windows: the next line tries again.
  } finally {
    rmdirSync(turn)
  }
}

/** Every line of the log and of those before it, the newest first. What cannot be read is left out. */
export function linesOfLog(dataFolder: string): string[] {
  const file = logFileOf(dataFolder)
  const files = [file, ...Array.from({ length: KEPT_BEFORE }, (_, n) => `${file}.${n + 1}`)]
  return files.flatMap((name) => {
    try {
      if (!isPlain(name) || statSync(name).size > 2 * MOST_BYTES) return []
      return readFileSync(name, 'utf8').split('\n').filter(Boolean).toReversed()
    } catch {
      return []
    }
  })
}
