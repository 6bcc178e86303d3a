import type { LogLevel } from '../contract/log-words.ts'
import type { Host } from './host.ts'
import { appendLine, logFileOf } from './logged/log-file.ts'
import { safeFacts, safeWhat, type LogFacts } from './logged/safe-facts.ts'

/**
 * The program's own log, for whoever has to find out what went wrong on a computer that they do not see (docs/log.md).
 * Nothing a record or a request: what begins, what ends, what fails.
 */
export interface ProgramLog {
  /** Where it lies; older ones beside it end in `.1`, `.2`, … */
  readonly file: string
  /**
   * Writes one line. Never throws: a log that cannot be written must not cost the work that it speaks of.
   * @param what a short name in kebab case of what happened (`book-opened`), the same at every place
   * @param facts codes, numbers and yes or no. What is none of these is written as `[removed]` (logged/safe-facts.ts).
   */
  write(level: LogLevel, what: string, facts?: LogFacts): void
}

/** Which program writes: the shell is the desktop's main process, `desktop` its backend. */
export type LogWriter = Host['kind'] | 'shell'

/** The log of a data folder. */
export function openProgramLog({ dataFolder, who, nowMs = Date.now }: LogOptions): ProgramLog {
  const file = logFileOf(dataFolder)
  return {
    file,
    write(level, what, facts = {}) {
      try {
        // The line's own names win over a fact's.
        const line = { at: new Date(nowMs()).toISOString(), level, who, pid: process.pid, what: safeWhat(what) }
        appendLine(file, `${JSON.stringify({ ...line, ...safeFacts(facts), ...line })}\n`)
      } catch {
        // A full disk, or a folder that cannot be written.
      }
    },
  }
}

interface LogOptions {
  dataFolder: string
  who: LogWriter
  nowMs?: () => number
}
