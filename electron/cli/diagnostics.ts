import type { Command } from 'commander'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { thisMachine } from '../backend/local-host.ts'
import { diagnosticsOf, writeDiagnostics } from '../backend/logged/diagnostics.ts'
import { programFileIn } from '../backend/program-file.ts'
import { openBook } from '../book/file/open.ts'
import type { CommandContext } from './context.ts'
import { UsageError } from './failure.ts'
import { bytes } from './numbers.ts'

interface DiagnosticsFlags {
  book?: string
  out?: string
  show?: boolean
  json?: boolean
}

/** `meterbook diagnostics`: what somebody needs who helps, without secrets and names. */
export function diagnosticsCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('diagnostics')
    .option('--book <FILE>', 'with the counts of this book and its recent downloads')
    .option('--out <FILE>', 'the ZIP to be written')
    .option('--show', 'print what goes in; without --out nothing is written')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  meterbook diagnostics --book trip.meterbook --show\n  meterbook diagnostics --book trip.meterbook --out diagnostics.zip',
    )
    .action(async ({ book: file, out, show, json }: DiagnosticsFlags) => {
      if (out === undefined && !show) throw new UsageError('Name a file with --out FILE, or see what goes in with --show.')
      const book = file === undefined ? null : openBook(file, { mode: 'read', now: Date.now })
      try {
        const dataFolder = defaultDataFolder(terminal.env)
        const { version, systemLocale, systemTimeZone } = thisMachine()
        const host = { kind: 'cli' as const, version, dataFolder, systemLocale, systemTimeZone }
        const sections = diagnosticsOf({ host, preferences: programFileIn(dataFolder).preferences(), book })
        const written = out === undefined ? null : { file: out, bytes: await writeDiagnostics(sections, out, terminal.signal) }
        if (json)
          return terminal.print(
            JSON.stringify({ ...written, sections: show ? sections : sections.map(({ name }) => ({ name })), exit: 0 }, null, 2),
          )
        if (show) terminal.print(sections.map(({ name, text }) => `== ${name}\n${text}`).join('\n'))
        if (written) terminal.print(`${written.file}: ${bytes(written.bytes)}. No secret and no name is in it; --show prints what goes in.`)
      } finally {
        book?.close()
      }
    })
}
