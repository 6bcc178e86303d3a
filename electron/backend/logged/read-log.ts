import { linesOfLog } from './log-file.ts'
import { safeFacts, safeWhat, type Fact } from './safe-facts.ts'
import { LOG_LEVELS, type LogLevel } from '../../contract/log-words.ts'

/** A line of the log, made safe again: an earlier version or somebody else may have written it. */
export interface LogLine {
  at: string
  level: LogLevel
  who: string
  pid: number
  what: string
  facts: Record<string, Fact>
}

const WRITERS: readonly string[] = ['shell', 'desktop', 'web', 'cli']

/** The newest first; a line that is none is left out. */
export const readLog = (dataFolder: string, most = Infinity): LogLine[] =>
  linesOfLog(dataFolder)
    .slice(0, most)
    .flatMap((line) => lineOf(line) ?? [])

function lineOf(text: string): LogLine | null {
  try {
    const { at, level, who, pid, what, ...facts } = JSON.parse(text) as Record<string, unknown>
    const known = LOG_LEVELS.find((one) => one === level)
    if (!known || typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at)) return null
    return {
      at,
      level: known,
      who: WRITERS.find((one) => one === who) ?? 'unknown',
      pid: typeof pid === 'number' ? pid : 0,
      what: safeWhat(what),
      facts: safeFacts(facts),
    }
  } catch {
    return null
  }
}

/** As text: `2026-11-26 08:00:00 info  web 812 book-opened bytes=4096`. */
export function lineText({ at, level, who, pid, what, facts }: LogLine): string {
  const told = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`)
  return [at.slice(0, 19).replace('T', ' '), level.padEnd(5), who, pid, what, ...told].join(' ')
}
