import type { Command } from 'commander'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { logFileOf } from '../backend/logged/log-file.ts'
import { lineText, readLog } from '../backend/logged/read-log.ts'
import type { CommandContext } from './context.ts'
import { whole } from './options.ts'

/** Lines that are printed unless more are asked for. */
const USUAL_LINES = 100

/** `meterbook log`: the program's own log, the newest line last, as a log reads. */
export function logCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('log')
    .option('--lines <N>', 'the newest so many', whole(1, 1_000_000), USUAL_LINES)
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  meterbook log --lines 500\ndocs/log.md says what each line means.')
    .action(({ lines: most, json }: { lines: number; json?: boolean }) => {
      const dataFolder = defaultDataFolder(terminal.env)
      const lines = readLog(dataFolder, most).toReversed()
      if (json) return terminal.print(JSON.stringify({ file: logFileOf(dataFolder), lines }, null, 2))
      if (lines.length === 0) terminal.note('There is no log yet.')
      else terminal.print(lines.map(lineText).join('\n'))
    })
}
