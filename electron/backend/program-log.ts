import { appendFileSync, lstatSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { keepOwn, makeOwnFolder, OWN_FILE } from '../book/file/private.ts'
import type { Host } from './host.ts'

/** The program's own log, for whoever has to find out what went wrong on a computer that they do not see. */
export interface ProgramLog {
  /** Where it lies; older ones beside it end in `.1`, `.2`, … */
  readonly file: string
  /**
   * Writes one line. Never throws: a log that cannot be written must not cost the work that it speaks of.
   * @param what a short name in kebab case of what happened (`book-opened`), the same at every place
   * @param facts codes, numbers and yes or no. Never a secret, a name, or a text that the service or a user wrote.
   */
  write(level: LogLevel, what: string, facts?: LogFacts): void
}
type LogLevel = 'info' | 'warn' | 'error'
type LogFacts = Readonly<Record<string, string | number | boolean | null>>

const MOST_BYTES = 1024 * 1024
const KEPT_BEFORE = 3

/**
 * The log of a data folder. It is opened for each line and closed again, so several programs write into it one after the
 * other, and nothing of a line is lost when one of them is killed.
 */
export function openProgramLog({ dataFolder, who, nowMs = Date.now }: LogOptions): ProgramLog {
  const folder = path.join(dataFolder, 'logs')
  const file = path.join(folder, 'meterbook.log')

  function put(line: string): void {
    makeOwnFolder(folder)
    const found = lstatSync(file, { throwIfNoEntry: false })
    // A link or a pipe that somebody put there is not written through.
    if (found && !found.isFile()) return
    if (found && found.size + line.length > MOST_BYTES) rotate(file)
    appendFileSync(file, line, { mode: OWN_FILE })
    keepOwn(file)
  }

  return {
    file,
    write(level, what, facts = {}) {
      try {
        put(`${JSON.stringify({ at: new Date(nowMs()).toISOString(), level, who, pid: process.pid, what, ...facts })}\n`)
      } catch {
        // A full disk, or a folder that cannot be written.
      }
    },
  }
}

interface LogOptions {
  dataFolder: string
  /** Which program writes: the shell is the desktop's main process. */
  who: Host['kind'] | 'shell'
  nowMs?: () => number
}

function rotate(file: string): void {
  rmSync(`${file}.${KEPT_BEFORE}`, { force: true })
  for (let n = KEPT_BEFORE - 1; n >= 1; n--) {
    if (lstatSync(`${file}.${n}`, { throwIfNoEntry: false })) renameSync(`${file}.${n}`, `${file}.${n + 1}`)
  }
  renameSync(file, `${file}.1`)
}
