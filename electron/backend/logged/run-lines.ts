import type { WorkCommand } from '../../contract/log-words.ts'
import type { LogWriter, ProgramLog } from '../program-log.ts'
import { markRun } from './run-marks.ts'
import type { LogFacts } from './safe-facts.ts'

/** A run of the program, from its first line in the log to its last. */
export interface LoggedRun {
  /** The last run of this kind did not end in good order; told once. */
  endedBadly: boolean
  end(level: 'info' | 'warn' | 'error', facts?: LogFacts): void
}

/** Writes that the program has started, and whether its last run ended badly. */
export function beginRun(
  log: ProgramLog,
  { dataFolder, who, version, ...more }: { dataFolder: string; who: LogWriter; version: string; command?: WorkCommand },
): LoggedRun {
  const mark = markRun(dataFolder, who)
  const startedMs = performance.now()
  log.write(mark.endedBadly > 0 ? 'warn' : 'info', 'started', {
    version,
    platform: process.platform,
    arch: process.arch,
    node: process.versions.node,
    ...(process.versions['electron'] === undefined ? {} : { electron: process.versions['electron'] }),
    endedBadly: mark.endedBadly,
    ...more,
  })
  return {
    endedBadly: mark.endedBadly > 0,
    end(level, facts = {}) {
      log.write(level, 'ended', { ms: Math.round(performance.now() - startedMs), ...facts })
      mark.clear()
    },
  }
}
