import { defaultDataFolder } from '../backend/data-folder.ts'
import { programFolder } from '../backend/program-folder.ts'
import { errorFacts, reasonFact } from '../backend/logged/error-facts.ts'
import { beginRun } from '../backend/logged/run-lines.ts'
import type { LogFacts } from '../backend/logged/safe-facts.ts'
import { watchProcess } from '../backend/logged/watch-process.ts'
import { openProgramLog, type ProgramLog } from '../backend/program-log.ts'
import { CommanderError } from 'commander'
import type { WorkCommand } from '../contract/log-words.ts'
import { HOST } from '../terminal/sentences.ts'
import { failureOf } from './failure.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** The log that commands write into. */
export const commandLog = (terminal: Pick<Terminal, 'env'>): ProgramLog =>
  openProgramLog({ dataFolder: defaultDataFolder(terminal.env), who: 'cli' })

/** A command that does a piece of work is written into the log: that it began, how it ended, and what it failed with. */
export interface LoggedCommand {
  failed(error: unknown): void
  end(exit: number): void
}

export function loggedCommand(command: WorkCommand, terminal: Pick<Terminal, 'env' | 'note'>): LoggedCommand {
  const log = commandLog(terminal)
  const dataFolder = defaultDataFolder(terminal.env)
  const run = beginRun(log, { dataFolder, who: 'cli', version: programFolder().version, command })
  const unwatch = watchProcess(log, () => terminal.note(HOST.crashed))
  let failure: LogFacts = {}
  return {
    failed(error) {
      if (error instanceof CommanderError || error instanceof UsageError) failure = { code: 'WRONG_USAGE' }
      else {
        const { code, data } = failureOf(error)
        failure = code === 'UNKNOWN' ? errorFacts(error) : { code, ...reasonFact(data) }
      }
    },
    end(exit) {
      unwatch()
      run.end(exit === 0 ? 'info' : 'error' in failure ? 'error' : 'warn', { command, exit, ...failure })
    },
  }
}
