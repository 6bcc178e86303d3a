import { createHash } from 'node:crypto'
import { constants, closeSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { uptime } from 'node:os'
import path from 'node:path'
import { isAlive } from '../../book/file/alive.ts'
import { makeOwnFolder, OWN_FILE } from '../../book/file/private.ts'
import type { LogWriter } from '../program-log.ts'
import { logFolderOf } from './log-file.ts'

/**
 * A program that runs leaves a mark in the folder of the log and takes it away when it ends in good order. A mark whose
 * program is not there any more says that it did not: it was killed, it crashed, or the power went.
 */
export interface RunMark {
  /** Programs of this kind that ended badly since the last one looked. Their marks are gone now, so it is told once. */
  endedBadly: number
  /** This program ends in good order. */
  clear(): void
}

interface Mark {
  pid: number
  startedMs: number
  who: string
}

/** A process may have the number of another one that is gone: its start tells them apart, to this many ms. */
const SAME_MS = 5000
const processStartedMs = () => Date.now() - process.uptime() * 1000

/** Leaves this program's mark, and takes away those of programs of its kind that are gone. Never throws. */
export function markRun(dataFolder: string, who: LogWriter): RunMark {
  const folder = logFolderOf(dataFolder)
  const own: Mark = { pid: process.pid, startedMs: Math.round(processStartedMs()), who }
  const file = path.join(folder, `running-${who}-${process.pid}`)
  let endedBadly = 0
  try {
    endedBadly = takeAwayGone(folder, own)
    makeOwnFolder(folder)
    rmSync(file, { force: true })
    const { O_CREAT, O_EXCL, O_WRONLY } = constants
    const handle = openSync(file, O_CREAT | O_EXCL | O_WRONLY, OWN_FILE)
    try {
      writeSync(handle, JSON.stringify(own))
    } finally {
      closeSync(handle)
    }
  } catch {
    // A folder that cannot be written: then nothing is known of the last run.
  }
  return {
    endedBadly,
    clear() {
      try {
        rmSync(file, { force: true })
      } catch {
        // As above.
      }
    },
  }
}

/** The system ends this process at once, and in good order: nobody will ask about it. Never throws. */
export function clearOwnMarks(dataFolder: string): void {
  const folder = logFolderOf(dataFolder)
  try {
    for (const name of namesIn(folder, 'running-')) if (name.endsWith(`-${process.pid}`)) rmSync(path.join(folder, name), { force: true })
  } catch {
    // As above.
  }
}

function takeAwayGone(folder: string, own: Mark): number {
  let gone = 0
  for (const name of namesIn(folder, `running-${own.who}-`)) {
    const file = path.join(folder, name)
    const mark = readMark(file)
    if (mark && isThere(mark, own)) continue
    rmSync(file, { force: true })
    if (mark) gone++
  }
  return gone
}

function namesIn(folder: string, start: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder).filter((name) => name.startsWith(start))
}

function readMark(file: string): Mark | null {
  try {
    if (!lstatSync(file).isFile()) return null
    const { pid, startedMs, who } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Mark>
    return typeof pid === 'number' && typeof startedMs === 'number' && typeof who === 'string' ? { pid, startedMs, who } : null
  } catch {
    return null
  }
}

/** Whether the program of a mark runs still. This process itself does: its backend's thread was started anew. */
function isThere(mark: Mark, own: Mark): boolean {
  if (mark.pid === own.pid) return Math.abs(mark.startedMs - own.startedMs) < SAME_MS
  if (mark.startedMs < Date.now() - uptime() * 1000 - SAME_MS) return false
  return isAlive(mark.pid)
}

/** A book, a folder, without its name: eight digits that are the same at every start. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
